import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createPick, createUser, putOnCard } from "../../support/database/factories.ts";
import { alerts, cards } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let member: Client;
let memberId: number;

beforeAll(async () => {
  const user = await createUser(app.db);
  memberId = user.id;
  member = app.client();
  await member.signIn(user.email);
});

const removeQuestion = "❌ Are you sure you want to remove this pick?";

async function savedIds(userId = memberId): Promise<number[]> {
  const rows = await app.db.selectFrom("saved_picks").select("pick_id").where("user_id", "=", userId).execute();
  return rows.map((row) => row.pick_id);
}

function cardOf(html: string, id: number): string {
  return html.split("<article").find((part) => part.includes(`id="pick-${id}"`)) ?? "";
}

describe("Add to My Card", () => {
  test.each([
    { stream: "regular", path: "/dashboard", field: "pick_id" },
    { stream: "pro", path: "/propicks", field: "propick_id" },
  ] as const)(
    "a form on $path adds a $stream pick and returns to its card with the filters kept",
    async ({ stream, path, field }) => {
      const pick = await createPick(app.db, { stream });
      expect(cardOf(await member.text(path), pick.id)).toMatch(
        /<button class="btn" aria-describedby="[^"]+">Add to My Card</,
      );
      const answer = await member.post(`${path}?sort=asc&sport=NBA`, { [field]: pick.id });
      expect([answer.status, answer.headers.get("location")]).toEqual([
        303,
        `${path}?sort=asc&sport=NBA#pick-${pick.id}`,
      ]);
      const added = cardOf(await member.text(`${path}?sort=asc&sport=NBA`), pick.id);
      expect(added).toMatch(/<button class="btn" type="button" disabled=""[^>]*>.*Added to My Card<\/button>/);
      expect(added).toContain(`href="/my-card${stream === "pro" ? "?stream=pro" : ""}">View<span`);
      expect(await savedIds()).toContain(pick.id);
    },
  );

  test("a settled pick is refused on the same page, a missing one on an error page", async () => {
    const settled = await createPick(app.db, { verdict: "✅" });
    const answer = await member.post("/dashboard", { pick_id: settled.id });
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining("This pick is settled, so it can no longer be added to your card."),
    ]);
    const gone = await member.post("/dashboard", { pick_id: 999_999 });
    expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining("This pick no longer exists.")]);
    const other = await member.post("/propicks", { propick_id: settled.id });
    expect(other.status).toBe(404);
  });

  test("a visitor is told to sign in, and the input is kept", async () => {
    const answer = await app.client().post("/dashboard", { pick_id: 7 });
    const html = await answer.text();
    expect([answer.status, html.includes("Please login first!"), html.includes('name="pick_id" value="7"')]).toEqual([
      401,
      true,
      true,
    ]);
  });

  test.each(["propicksmanager", "admin", "superadmin"] as const)("%s sees no button and is refused", async (role) => {
    const pick = await createPick(app.db);
    const client = await app.signedIn(role);
    const html = await client.text("/dashboard");
    expect([html.includes(`id="pick-${pick.id}"`), html.includes("to My Card")]).toEqual([true, false]);
    expect(await (await client.get("/dashboard?_data=routes%2Fdashboard")).json()).toMatchObject({ added: null });
    expect((await client.post("/dashboard", { pick_id: pick.id })).status).toBe(403);
  });

  test("a post from another site is refused", async () => {
    const pick = await createPick(app.db);
    const headers = { "Sec-Fetch-Site": "cross-site" };
    const answer = await member.fetch("/dashboard", {
      method: "POST",
      body: new URLSearchParams({ pick_id: String(pick.id) }),
      headers,
    });
    expect([answer.status, (await savedIds()).includes(pick.id)]).toEqual([403, false]);
  });
});

describe("the page", () => {
  test("opens for user and propicksmanager; other roles are redirected and get no link", async () => {
    for (const role of ["user", "propicksmanager"] as const) {
      const html = await (await app.signedIn(role)).text("/my-card");
      expect(html).toMatch(/<a [^>]*href="\/my-card"[^>]*>My Card<\/a>/);
      expect(html).toContain("No active regular picks.");
    }
    for (const role of ["admin", "superadmin"] as const) {
      const client = await app.signedIn(role);
      const answer = await client.get("/my-card");
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/dashboard"]);
      expect(await client.text("/dashboard")).not.toContain('href="/my-card"');
    }
    expect((await app.client().get("/my-card")).headers.get("location")).toBe("/");
  });

  test("names what is empty in each tab and stream", async () => {
    const client = await app.signedIn("user");
    const texts = {
      "/my-card": "No active regular picks.",
      "/my-card?stream=pro": "No active pro picks.",
      "/my-card?tab=results": "No results yet for regular picks.",
      "/my-card?tab=results&stream=pro": "No results yet for pro picks.",
    };
    for (const [path, text] of Object.entries(texts)) expect(await client.text(path)).toContain(text);
  });

  test("counts correctly after staff settle, reopen and delete", async () => {
    const [client, admin, pick] = [await app.signedIn("user"), await app.signedIn("admin"), await createPick(app.db)];
    await client.call("POST", "/api/member-picks", { pick_id: pick.id });
    const tally = async () => {
      const [picks, results] = [await client.text("/my-card"), await client.text("/my-card?tab=results")];
      const counts = [...picks.matchAll(/>My Card(?:<!-- -->| )+<span class="cnt">(\d+)<span class="vh"> picks?</g)];
      return [
        cards(picks).length,
        counts.map(([, count]) => count).join(),
        results.match(/panel settled/g)?.length ?? 0,
      ];
    };
    const seen = [await tally()];
    for (const verdict of ["✅", ""]) {
      await admin.call("PUT", `/api/picks/${pick.id}`, { verdict, reason: "A typing error." });
      seen.push(await tally());
    }
    await admin.call("DELETE", `/api/picks/${pick.id}`);
    expect([...seen, await tally()]).toEqual([
      // The number stands in the bar and in the menu.
      [1, "1,1", 0],
      [0, "", 1],
      [1, "1,1", 0],
      [0, "", 0],
    ]);
  });

  test("a propicksmanager can read an old card but change nothing", async () => {
    const user = await createUser(app.db, { role: "propicksmanager" });
    const [client, pick] = [app.client(), await createPick(app.db)];
    await client.signIn(user.email);
    await putOnCard(app.db, user.id, [pick]);
    const html = await client.text("/my-card");
    expect([html.includes(pick.pick), html.includes("❌ Remove")]).toEqual([true, false]);
    expect((await client.get(`/my-card/${pick.id}/remove`)).headers.get("location")).toBe("/dashboard");
    expect((await client.post(`/my-card/${pick.id}/remove`)).status).toBe(403);
  });
});

describe("removing", () => {
  test.each([
    ["regular", "/my-card"],
    ["pro", "/my-card?stream=pro"],
  ] as const)("a %s pick asks first, then returns to %s", async (stream, back) => {
    const pick = await createPick(app.db, { stream });
    await putOnCard(app.db, memberId, [pick]);
    expect(await member.text(back)).toContain(`href="/my-card/${pick.id}/remove"`);
    const question = await member.text(`/my-card/${pick.id}/remove`);
    expect([question.includes(removeQuestion), question.includes(`${pick.pick}, 11/20/2026`)]).toEqual([true, true]);
    const answer = await member.post(`/my-card/${pick.id}/remove`);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, back]);
    expect(await savedIds()).not.toContain(pick.id);
  });

  test("other members' picks and settled picks stay, with the reason shown", async () => {
    const other = await createUser(app.db);
    const [otherPick, settled] = [await createPick(app.db), await createPick(app.db, { verdict: "✅" })];
    await putOnCard(app.db, other.id, [otherPick]);
    await putOnCard(app.db, memberId, [settled]);
    expect([
      (await member.get(`/my-card/${otherPick.id}/remove`)).status,
      (await member.get(`/my-card/${settled.id}/remove`)).status,
    ]).toEqual([404, 409]);
    for (const [pick, text] of [
      [otherPick, "This pick is not on your card."],
      [settled, "This pick is settled, so it stays on your card."],
    ] as const) {
      const answer = await member.post(`/my-card/${pick.id}/remove`);
      expect([answer.status, answer.headers.get("location"), alerts(await member.text("/my-card"))]).toEqual([
        303,
        "/my-card",
        [text],
      ]);
    }
    expect([await savedIds(other.id), (await savedIds()).includes(settled.id)]).toEqual([[otherPick.id], true]);
  });
});
