import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { actorOf, pickFields } from "../../support/database/factories.ts";

const admin = actorOf("admin");

// A time before the game of pickFields.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T15:00:00.000Z") }));
afterEach(() => void vi.useRealTimers());
afterEach(() => db.deleteFrom("picks").execute());
afterEach(() => db.deleteFrom("pick_days").execute());

describe.each([
  { stream: "regular", own: regularPicks, other: proPicks },
  { stream: "pro", own: proPicks, other: regularPicks },
] as const)("the bet of a $stream pick", ({ own, other }) => {
  const publish = (changes: Readonly<Record<string, unknown>> = {}) => own.addPick(admin, pickFields(changes));
  const save = (id: number, changes: Readonly<Record<string, unknown>>) => own.savePick(admin, { id, ...changes });
  const refuses = (work: Promise<unknown>, fields: Readonly<Record<string, unknown>>, reason = "invalid") =>
    expect(work).rejects.toMatchObject({ reason, fields });

  it("is read from the texts and stored", async () => {
    const pick = await publish({ pick: "Knicks +2.5 (-110)" });
    const read = {
      market: "spread",
      side: "home",
      line: 2.5,
      odds: -110,
      away: "Boston Celtics",
      home: "New York Knicks",
      starts_at: "2026-11-21T00:30:00.000Z",
    };
    expect(pick).toMatchObject({ ...read, book: "", playable_to: "", external_id: "", game_external_id: "" });
    expect(pick.published_at).toBe("2026-11-20T15:00:00.000Z");
    expect(await db.selectFrom("picks").selectAll().execute()).toMatchObject([
      { ...read, external_id: null, typed_fields: "[]", published_at: pick.created_at },
    ]);
    expect(await own.findPick(admin, { id: pick.id })).toEqual(pick);
  });

  it("follows its texts, except where somebody typed something else", async () => {
    const { id } = await publish({ pick: "Knicks +2.5 (-110)", line: "3", book: "DraftKings", playable_to: "+2" });
    expect(await save(id, { pick: "Celtics -4 (-105)" })).toMatchObject({
      market: "spread",
      side: "away",
      line: 3,
      odds: -105,
      book: "DraftKings",
      playable_to: "+2",
    });
    expect(await save(id, { line: "-4" })).toMatchObject({ line: -4 });
    expect(await save(id, { pick: "Celtics -4.5" })).toMatchObject({ line: -4.5, odds: null });
    expect(await save(id, { starts_at: "11/20/2026, 8:00 PM ET" })).toMatchObject({
      starts_at: "2026-11-21T01:00:00.000Z",
    });
    expect(await save(id, { time: "9 PM" })).toMatchObject({ starts_at: "2026-11-21T01:00:00.000Z" });
  });

  it("keeps its start when a form is saved that does not change it, also one with seconds", async () => {
    const { id, starts_at } = await publish({ starts_at: "2026-11-21T00:30:15Z" });
    const { chosen } = await own.readManagerPage(admin, { id });
    const { pick } = await own.savePickForm(admin, { ...chosen?.texts, id, book: "FanDuel" });
    expect([pick.book, pick.starts_at]).toEqual(["FanDuel", starts_at]);
  });

  it("leaves the start unknown where the time can't be read", async () => {
    for (const time of ["", "tonight", "2:30 AM"])
      expect(await publish({ time, game_date: "03/14/2027" })).toMatchObject({ time, starts_at: null });
  });

  it.each([
    ["-3.5", -3.5],
    ["−3.5", -3.5],
    ["+4", 4],
    ["PK", 0],
    [" pk ", 0],
    ["0", 0],
    [-0, 0],
    [220.25, 220.25],
    ["-500", -500],
    ["", null],
    [null, null],
  ])("reads the line %j as %d", async (line, points) =>
    expect(await publish({ pick: "", market: "spread", side: "home", line })).toMatchObject({ line: points }),
  );

  it.each([
    ["-110", -110],
    ["−110", -110],
    ["+135", 135],
    ["EVEN", 100],
    ["1.91", -110],
    ["10/11", -110],
    [100, 100],
    ["100000", 100_000],
    [-100_000, -100_000],
    ["", null],
    [null, null],
  ])("reads the price %j as %d", async (odds, price) =>
    expect(await publish({ pick: "Knicks ML", odds })).toMatchObject({ odds: price }),
  );

  it.each([
    [{ odds: 50 }, "Must be a price, like -110, 1.91 or 10/11."],
    [{ odds: "-99" }, "Must be a price, like -110, 1.91 or 10/11."],
    [{ odds: 100_001 }, "Must be a price, like -110, 1.91 or 10/11."],
    [{ odds: 0.5 }, "Must be a price, like -110, 1.91 or 10/11."],
    [{ odds: [] }, "Must be a price."],
    [{ odds: true }, "Must be a price."],
    [{ line: 3.3 }, "In steps of 0.25."],
    [{ line: 501 }, "Must be between -500 and 500."],
    [{ line: "-500.25" }, "Must be between -500 and 500."],
    [{ line: "three" }, "Must be a number."],
    [{ market: "props" }, "Choose a market from the list."],
    [{ side: "left" }, "Choose a side from the list."],
    [{ game_date: "12/31/1999" }, "The year must be 2000 to 2100."],
    [{ game_date: "01/01/2101" }, "The year must be 2000 to 2100."],
    [{ starts_at: "1999-12-31T23:59:59.000Z" }, "The year must be 2000 to 2100."],
    [{ starts_at: "2101-01-01T00:00:00.000Z" }, "The year must be 2000 to 2100."],
    [{ starts_at: "tonight" }, "Must be a date and time, like 11/25/2026, 7:30 PM ET."],
    [{ starts_at: "2026-11-21T25:00:00Z" }, "Must be a date and time, like 11/25/2026, 7:30 PM ET."],
    [{ book: "x".repeat(61) }, "At most 60 characters."],
    [{ playable_to: "x".repeat(41) }, "At most 40 characters."],
    [{ away: "x".repeat(101) }, "At most 100 characters."],
    [{ external_id: "x".repeat(101) }, "At most 100 characters."],
    [{ game_external_id: "x".repeat(101) }, "At most 100 characters."],
  ])("refuses %j at its field", async (changes, message) => {
    const fields = { [Object.keys(changes).join()]: message };
    await refuses(publish(changes), fields);
    const { id } = await publish();
    await refuses(save(id, changes), fields);
    expect(await own.findPick(admin, { id })).toMatchObject({ version: 1 });
  });

  it.each([
    [{ market: "total", side: "home", line: "220.5" }, { side: "The side of a total is over or under." }],
    [{ market: "spread", side: "over" }, { side: "Over and under go with a total only." }],
    [{ market: "spread", side: "draw" }, { side: "A draw goes with a moneyline only." }],
    [{ market: "moneyline", side: "home", line: "-3.5" }, { line: "A moneyline has no line." }],
    [{ market: "total", side: "over", line: "-3.5" }, { line: "A total can't be below 0." }],
    [{ verdict: "✅", units_result: "-0.5" }, { units_result: "A win can't be below 0." }],
    [{ verdict: "❌", units_result: "0.5" }, { units_result: "A loss can't be above 0." }],
    [{ verdict: "push", units_result: "0.5" }, { units_result: "A push is 0: the stake came back." }],
    [{ verdict: "void", units_result: "-1" }, { units_result: "A void is 0: the stake came back." }],
    [
      { side: "over", verdict: "✅", units_result: "-1" },
      { side: "Over and under go with a total only.", units_result: "A win can't be below 0." },
    ],
  ])("refuses %j, which can't be, at its field", async (changes, fields) => {
    await refuses(publish(changes), fields);
    const { id } = await publish({ pick: "A prop" });
    await refuses(save(id, changes), fields);
    expect(await db.selectFrom("picks").select(["id", "version"]).execute()).toEqual([{ id, version: 1 }]);
  });

  describe("the caller's own name of a pick", () => {
    const taken = { external_id: "Another pick has this external ID." };

    it("is unique in its stream, and free in the other one", async () => {
      await publish({ external_id: "a-1" });
      await refuses(publish({ external_id: " a-1 " }), taken, "conflict");
      expect(await publish({ external_id: "A-1" })).toMatchObject({ external_id: "A-1" });
      expect(await other.addPick(admin, pickFields({ external_id: "a-1" }))).toMatchObject({ external_id: "a-1" });
    });

    it("may be unknown of many picks, and one game's of many", async () => {
      for (const external_id of ["", "", null, undefined])
        expect(await publish({ external_id, game_external_id: "g-1" })).toMatchObject({
          external_id: "",
          game_external_id: "g-1",
        });
    });

    it("is kept by its own pick, and refused when a change takes another's", async () => {
      const [first, second] = [await publish({ external_id: "a-1" }), await publish({ external_id: "a-2" })];
      expect(await save(first.id, { external_id: "a-1", book: "FanDuel" })).toMatchObject({ external_id: "a-1" });
      await refuses(save(second.id, { external_id: "a-1" }), taken, "conflict");
      expect(await save(first.id, { external_id: "" })).toMatchObject({ external_id: "" });
      expect(await save(second.id, { external_id: "a-1" })).toMatchObject({ external_id: "a-1" });
      await own.deletePick(admin, { id: second.id });
      expect(await publish({ external_id: "a-1" })).toMatchObject({ external_id: "a-1" });
    });
  });
});
