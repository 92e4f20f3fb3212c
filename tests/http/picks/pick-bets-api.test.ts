/** The bet of a pick through the API: what is read, typed, warned about and refused. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { createPick, formFields, nextNumber, pickFields, upcomingDate } from "../../support/database/factories.ts";
import { everything, publish } from "../../support/database/picks.ts";
import { cards } from "../../support/pages/html.ts";

const app = useApp();
let staff: Client;
let member: Client;
beforeAll(async () => {
  [staff, member] = [await app.signedIn("superadmin"), await app.signedIn("user")];
});

const stake = "Its stake is over 5 units: 6u.";
const read = { market: "spread", side: "home", line: 2.5, odds: -110, away: "Boston Celtics", home: "New York Knicks" };

describe.each([
  { api: "/api/picks", open: "/dashboard", stream: "regular" },
  { api: "/api/propicks", open: "/propicks", stream: "pro" },
] as const)("$api", ({ api, open, stream }) => {
  const send = async (method: string, path: string, body?: object, client = staff) => {
    const answer = await client.call(method, path, body);
    return { status: answer.status, body: await answer.json() };
  };
  const upcoming = (changes: Readonly<Record<string, unknown>> = {}) =>
    formFields({ pick: "Knicks +2.5 (-110)", ...changes });

  test("a POST without the new fields answers with what its texts say, as GET and the list do", async () => {
    const { status, body } = await send("POST", api, pickFields({ pick: "Knicks +2.5 (-110)" }));
    expect([status, body]).toMatchObject([201, { ...read, book: "", playable_to: "", external_id: "" }]);
    expect(body.starts_at).toBe("2026-11-21T00:30:00.000Z");
    const { warnings, ...pick } = body;
    expect(warnings).toContain(
      "Its start is in the past: 11/20/2026, 7:30 PM EST. This will be listed as published after its start and won't count.",
    );
    expect((await send("GET", `${api}/${pick.id}`, undefined, member)).body).toEqual(pick);
    expect((await send("GET", `${api}?limit=1`, undefined, member)).body).toEqual([pick]);
  });

  test("what is sent wins over the texts until it is given back", async () => {
    const { body } = await send(
      "POST",
      api,
      upcoming({ line: 3, book: "DraftKings", game: "Boston Celtics at New York Knicks" }),
    );
    expect(body).toMatchObject({ ...read, line: 3, warnings: ["The text says line 2.5, but 3 was entered."] });
    const path = `${api}/${body.id}`;
    expect((await send("PUT", path, { pick: "Knicks +4 (EVEN)" })).body).toMatchObject({ line: 3, odds: 100 });
    expect((await send("PUT", path, { line: 4 })).body).toMatchObject({ line: 4 });
    expect((await send("PUT", path, { pick: "Over 220.5" })).body).toMatchObject({
      market: "total",
      side: "over",
      line: 220.5,
      odds: null,
      book: "DraftKings",
    });
    expect((await send("PUT", path, { odds: -105, verdict: "won" })).body).toMatchObject({ units_result: 1.43 });
  });

  test("warnings come with 201 and 200; with `confirm: false` as 409, and nothing is written", async () => {
    const created = await send("POST", api, upcoming({ pick: `Over ${nextNumber()}`, unit_size: 6 }));
    expect([created.status, created.body.warnings]).toEqual([201, [stake]]);
    const path = `${api}/${created.body.id}`;
    const before = await everything(app);
    for (const [method, at, body] of [
      ["POST", api, upcoming({ pick: `Over ${nextNumber()}`, unit_size: 7, confirm: false })],
      ["PUT", path, { unit_size: 7, confirm: false }],
    ] as const) {
      const refused = await send(method, at, body);
      expect(refused).toEqual({
        status: 409,
        body: {
          error: expect.stringMatching(/^Total, over \d+: risks 7u\. Starts .* Please check:$/),
          warnings: ["Its stake is over 5 units: 7u."],
        },
      });
    }
    expect(await everything(app)).toBe(before);
    expect(await send("PUT", path, { unit_size: 7, confirm: true })).toMatchObject({
      status: 200,
      body: { unit_size: 7, warnings: ["Its stake is over 5 units: 7u."] },
    });
    const usual = await send("PUT", path, { unit_size: 1, confirm: false });
    expect([usual.status, "warnings" in usual.body]).toEqual([200, false]);
    expect(await send("POST", api, upcoming({ confirm: "false" }))).toMatchObject({
      status: 400,
      body: { fields: { confirm: "Must be true or false." } },
    });
  });

  test("an external ID names one pick of the stream: another one is a conflict", async () => {
    const external_id = `x-${nextNumber()}`;
    const { body } = await send("POST", api, upcoming({ external_id }));
    const taken = { status: 409, body: { error: "Another pick has this external ID." } };
    expect(await send("POST", api, upcoming({ external_id }))).toEqual(taken);
    expect((await send("PUT", `${api}/${body.id}`, { external_id, book: "FanDuel" })).status).toBe(200);
    expect(await send("PUT", `${api}/${await publish(staff, {}, api)}`, { external_id })).toEqual(taken);
    const elsewhere = stream === "pro" ? "/api/picks" : "/api/propicks";
    expect((await send("POST", elsewhere, upcoming({ external_id: `${external_id}-both` }))).status).toBe(201);
    expect((await send("POST", api, upcoming({ external_id: `${external_id}-both` }))).status).toBe(201);
  });

  test("errors name the fields", async () => {
    const before = await everything(app);
    const bad = { odds: 50, line: 3.3, market: "props", side: "left", starts_at: "soon", book: "x".repeat(61) };
    const { status, body } = await send("POST", api, upcoming(bad));
    expect([status, Object.keys(body.fields).toSorted()]).toEqual([400, Object.keys(bad).toSorted()]);
    for (const [changes, field] of [
      [{ market: "spread", side: "over" }, "side"],
      [{ market: "moneyline", line: 3 }, "line"],
      [{ verdict: "❌", units_result: 1 }, "units_result"],
    ] as const)
      expect(await send("POST", api, upcoming(changes))).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) } },
      });
    expect(await everything(app)).toBe(before);
  });

  describe("reading", () => {
    const readingOf = (query: Readonly<Record<string, string>>, client = staff) =>
      send("GET", `${api}/reading?${new URLSearchParams(query)}`, undefined, client);

    test("says what the texts say, and writes nothing", async () => {
      const before = await everything(app);
      const game = "Los Angeles Lakers @ Boston Celtics";
      const texts = { pick: "Celtics -3.5 (-110)", game, game_date: "11/20/2026", time: "7:30 PM", unit_size: "1.5" };
      expect(await readingOf(texts)).toEqual({
        status: 200,
        body: {
          market: "spread",
          side: "home",
          line: -3.5,
          odds: -110,
          away: "Los Angeles Lakers",
          home: "Boston Celtics",
          starts_at: "2026-11-21T00:30:00.000Z",
          text: "Spread, Boston Celtics -3.5 at -110: risks 1.5u to win 1.36u. Starts 11/20/2026, 7:30 PM EST.",
        },
      });
      for (const [query, text] of [
        [{}, ""],
        [{ pick: "LA +4", game }, "The bet could not be read. It will be graded by hand."],
        [{ pick: "BOS -3.5", game, sport: "NBA" }, "Spread, Boston Celtics -3.5."],
        [{ pick: "BOS -3.5", game, sport: "" }, "The bet could not be read. It will be graded by hand."],
        [{ pick: "Over 220.5", time: "tonight" }, "Total, over 220.5. The start could not be read."],
        [{ pick: "Over 220.5", odds: "EVEN", unit_size: "2" }, "Total, over 220.5 at +100: risks 2u to win 2u."],
        [
          { pick: "2u Over 220.5 -110 DK", playable_to: "222" },
          "Total, over 220.5 at -110: risks 2u to win 1.82u. The pick's text says unit size 2, book DraftKings.",
        ],
        [{ pick: "Over 220.5", side: "home" }, "The side of a total is over or under."],
      ] as const)
        expect(await readingOf(query)).toMatchObject({ status: 200, body: { text } });
      expect(await everything(app)).toBe(before);
    });

    test("of a changed pick keeps what was typed", async () => {
      const id = await publish(staff, { pick: "Knicks +2.5", line: 3 }, api);
      expect(await readingOf({ pick_id: String(id), pick: "Knicks +4 (-120)" })).toMatchObject({
        status: 200,
        body: { ...read, line: 3, odds: -120 },
      });
    });

    test("is for those who manage the stream, of valid fields and its own picks", async () => {
      expect((await readingOf({}, member)).status).toBe(403);
      expect((await readingOf({}, app.client())).status).toBe(401);
      expect((await readingOf({}, await app.signedIn("propicksmanager"))).status).toBe(stream === "pro" ? 200 : 403);
      const { status, body } = await readingOf({ odds: "50", line: "x", unit_size: "-1" });
      expect([status, Object.keys(body.fields).toSorted()]).toEqual([400, ["line", "odds", "unit_size"]]);
      const foreign = await createPick(app.db, { stream: stream === "pro" ? "regular" : "pro" });
      for (const pick_id of [String(foreign.id), "999999", "x"])
        expect((await readingOf({ pick_id })).status).toBe(404);
    });
  });

  test("the record takes the filters of the history page", async () => {
    const settled = { sport: "KBO", odds: -110, unit_size: 1 };
    for (const [game_date, verdict] of [
      ["05/01/2026", "win"],
      ["05/02/2026", "loss"],
      ["05/03/2026", "push"],
      ["05/04/2026", "void"],
    ])
      await publish(staff, { ...settled, game_date, verdict }, api);
    const recordOf = async (query: string) => (await send("GET", `${api}/record?${query}`, undefined, member)).body;
    const ofSport = await recordOf("sport=KBO");
    expect(ofSport).toMatchObject({ wins: 1, losses: 1, pushes: 1, voids: 1, total_bets: 3, units_won: -0.09 });
    expect(await recordOf("sport=KBO&start=05%2F02%2F2026&end=05%2F03%2F2026")).toMatchObject({
      wins: 0,
      losses: 1,
      pushes: 1,
      voids: 0,
      total_bets: 2,
      units_won: -1,
      win_percent: 0,
      roi_percent: -100,
    });
    expect(await recordOf("sport=Golf")).toMatchObject({ total_bets: 0, voids: 0 });
    expect((await member.get(`${api}/record?start=13%2F45%2F2026`)).status).toBe(400);
  });

  test("open picks are sorted by start, with price, book and the last playable line", async () => {
    const mark = `Sorted ${nextNumber()}`;
    const details = { sport: "NFL", odds: 135, book: "DraftKings", playable_to: "+120" };
    for (const time of ["9:45 PM", "8:15 PM", "tonight", "9 AM"])
      await publish(staff, { ...details, pick: `${mark} ${time}`, time, game_date: upcomingDate() }, api);
    const shown = cards(await member.text(`${open}?sort=start&sport=NFL`)).filter((text) => text.includes(mark));
    expect(shown.map((text) => new RegExp(`${mark} (\\S+)`).exec(text)?.[1])).toEqual(["9", "8:15", "9:45", "tonight"]);
    for (const text of shown) expect(text).toMatch(/ \+135 DraftKings ?· ?playable to \+120 /);
  });
});
