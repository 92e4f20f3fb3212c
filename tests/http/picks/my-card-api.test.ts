import { describe, expect, test } from "vitest";
import { createPick } from "../../support/database/factories.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();

describe.each([
  { stream: "regular", path: "/api/member-picks", field: "pick_id", picks: "/api/picks" },
  { stream: "pro", path: "/api/member-propicks", field: "propick_id", picks: "/api/propicks" },
] as const)("$path", ({ stream, path, field, picks }) => {
  test("adds, lists and removes", async () => {
    const [client, pick] = [await app.signedIn("user"), await createPick(app.db, { stream })];
    const row = {
      [field]: pick.id,
      status: "pending",
      game: pick.game,
      pick: pick.pick,
      sport: "NBA",
      unit_size: 1.5,
      verdict: "",
      sim_confidence: 57.6,
      game_date: "11/20/2026",
      time: "7:30 PM",
      units_result: null,
      closing_line: "",
      closing_odds: null,
      away_score: null,
      home_score: null,
      beat_clv: "",
      after_start: true,
      own: null,
      why: "",
      market: "",
      side: "",
      line: null,
      odds: null,
      book: "",
      playable_to: "",
      away: "",
      home: "",
      starts_at: null,
      external_id: "",
      game_external_id: "",
      published_at: "2026-11-20T13:05:00.000Z",
    };
    for (let time = 0; time < 2; time += 1) {
      const added = await client.call("POST", path, { [field]: pick.id });
      expect([added.status, await added.json()]).toEqual([201, row]);
    }
    expect(await (await client.get(path)).json()).toEqual([row]);
    const removed = await client.call("DELETE", `${path}/${pick.id}`);
    expect([removed.status, await removed.json(), await (await client.get(path)).json()]).toEqual([
      200,
      { ok: true },
      [],
    ]);
  });

  test("shows a settled pick as settled and keeps it on the card", async () => {
    const [client, staff, pick] = [
      await app.signedIn("user"),
      await app.signedIn("superadmin"),
      await createPick(app.db, { stream }),
    ];
    await client.call("POST", path, { [field]: pick.id });
    await staff.call("PUT", `${picks}/${pick.id}`, {
      verdict: "✅",
      units_result: "1.36",
      closing_line: "+1.5",
      beat_clv: "✅",
    });
    expect(await (await client.get(path)).json()).toMatchObject([
      { [field]: pick.id, status: "settled", verdict: "✅", units_result: 1.36, closing_line: "+1.5", beat_clv: "✅" },
    ]);
    expect((await client.call("DELETE", `${path}/${pick.id}`)).status).toBe(409);
    expect((await client.call("POST", path, { [field]: pick.id })).status).toBe(409);
    await staff.call("DELETE", `${picks}/${pick.id}`);
    expect(await (await client.get(path)).json()).toEqual([]);
  });

  test("a missing pick, one of the other stream and another member's are not found", async () => {
    const [client, other, pick] = [
      await app.signedIn("user"),
      await app.signedIn("user"),
      await createPick(app.db, { stream }),
    ];
    const otherStreamPick = await createPick(app.db, { stream: stream === "pro" ? "regular" : "pro" });
    await other.call("POST", path, { [field]: pick.id });
    expect((await client.call("DELETE", `${path}/${pick.id}`)).status).toBe(404);
    expect(await (await client.get(path)).json()).toEqual([]);
    for (const id of [999_999, "abc", otherStreamPick.id])
      expect((await client.call("POST", path, { [field]: id })).status).toBe(404);
  });

  test("is closed to visitors and admins, and read-only for propicksmanager", async () => {
    const visit = await app.client().call("POST", path, { [field]: 1 });
    expect([visit.status, await visit.json()]).toEqual([401, { error: "Please login first!" }]);
    const statuses = await Promise.all(
      (["propicksmanager", "admin", "superadmin"] as const).map(async (role) => {
        const client = await app.signedIn(role);
        return [
          (await client.get(path)).status,
          (await client.call("POST", path, { [field]: 1 })).status,
          (await client.call("DELETE", `${path}/1`)).status,
        ];
      }),
    );
    expect(statuses).toEqual([
      [200, 403, 403],
      [403, 403, 403],
      [403, 403, 403],
    ]);
  });

  test("refuses other methods", async () => {
    const client = await app.signedIn("user");
    const answers = [await client.call("PUT", path, {}), await client.get(`${path}/1`)];
    expect(answers.map((answer) => [answer.status, answer.headers.get("allow")])).toEqual([
      [405, "GET, POST, HEAD"],
      [405, "PUT, DELETE"],
    ]);
  });
});
