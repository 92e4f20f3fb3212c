/** Staff find resolved picks by text, sport and dates, and download what they found. */
import { partsOf } from "../../support/parts-of.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { picksCsv } from "../../../app/downloads/picks-csv.ts";
import { proImport, regularImport } from "../../../app/models/import/import.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { managerPageSize } from "../../../app/models/picks/pick.ts";
import { actorOf, pickFields } from "../../support/database/factories.ts";

const admin = actorOf("admin");

describe.each([
  { stream: "regular", picks: regularPicks, imports: regularImport },
  { stream: "pro", picks: proPicks, imports: proImport },
] as const)("the resolved $stream picks", ({ picks, imports }) => {
  const settled = (changes: Readonly<Record<string, unknown>>) =>
    picks.addPick(admin, pickFields({ verdict: "✅", ...changes }));
  const found = async (filter: Readonly<Record<string, string>>) =>
    (await picks.readManagerPage(admin, filter)).resolved.map(({ pick }) => pick);

  const addAPage = async () => {
    for (let index = 0; index < managerPageSize; index += 1)
      await settled({ game: "Kings @ Ducks", pick: `Kings -${index}`, sport: "NHL", game_date: "10/01/2026" });
  };

  beforeEach(async () => {
    await db.deleteFrom("picks").execute();
    await db.deleteFrom("pick_days").execute();
    await settled({ game: "Bears @ Lions", pick: "Lions -3 (-105)", sport: "NFL", game_date: "11/01/2026" });
    await settled({ game: "Heat @ Nets", pick: "Heat 100% sure", game_date: "11/02/2026", units_result: "1.25" });
    await settled({ game: "Nets @ Heat", pick: "=Nets", game_date: "11/03/2026", verdict: "push", book: 'A "book"' });
    await settled({ game: "Jets @ Bills", pick: "Bills ML (+120)", sport: "NFL", game_date: "", verdict: "loss" });
    await picks.addPick(admin, pickFields({ game: "Heat @ Jazz", pick: "Open", sim_confidence: "", line: "-0.25" }));
    await picks.addPick(admin, pickFields({ game: "Heat @ Suns", pick: "Draft", draft: true }));
  });

  it.each([
    [{}, ["=Nets", "Heat 100% sure", "Lions -3 (-105)", "Bills ML (+120)"]],
    [{ q: "heat" }, ["=Nets", "Heat 100% sure"]],
    [{ q: "100%" }, ["Heat 100% sure"]],
    [{ q: "_" }, []],
    [{ league: "NFL" }, ["Lions -3 (-105)", "Bills ML (+120)"]],
    [{ start: "11/02/2026" }, ["=Nets", "Heat 100% sure"]],
    [{ end: "11/02/2026" }, ["Heat 100% sure", "Lions -3 (-105)"]],
    [{ start: "2026-11-02", end: "2026-11-02", q: "nets" }, ["Heat 100% sure"]],
    [{ q: "heat", league: "NFL" }, []],
  ])("by %j", async (filter, wanted) => expect(await found(filter)).toEqual(wanted));

  it("are counted and paged, also when they are filtered", async () => {
    await addAPage();
    const [first, last] = [
      { league: "NHL", q: "kings" },
      { start: "10/01/2026", page: "99" },
    ];
    expect(await picks.readManagerPage(admin, first)).toMatchObject({
      resolvedTotal: managerPageSize,
      page: 1,
      pages: 1,
    });
    const { page, pages, resolved } = await picks.readManagerPage(admin, last);
    expect([page, pages, resolved.length > 0]).toEqual([pages, 2, true]);
  });

  it("make a file that can be imported again, and then changes nothing", async () => {
    await addAPage();
    for (const [list, count] of [
      ["resolved", 4 + managerPageSize],
      ["open", 1],
    ] as const) {
      const text = await textOf({ list });
      const { counts, problem } = await imports.importText(admin, { text: `\uFEFF${text}` });
      expect([problem, counts]).toEqual(["", { created: 0, unchanged: count, changed: 0, failed: 0 }]);
    }
    expect((await textOf({ list: "resolved", q: "heat" })).trimEnd().split("\r\n")).toHaveLength(1 + 2);
  });

  it("are all in the file, however many there are", async () => {
    const [row] = await db.selectFrom("picks").selectAll().where("pick", "=", "=Nets").execute();
    const { id: _id, settled: _settled, ...copied } = row ?? expect.fail("No pick");
    // Copies with the same date and time are where one part of the file ends.
    const copies = Array.from({ length: 600 }, (_, index) => ({ ...copied, pick: `Copy ${index}`, external_id: null }));
    for (let from = 0; from < copies.length; from += 20)
      await db
        .insertInto("picks")
        .values(copies.slice(from, from + 20))
        .execute();
    const text = await textOf({ list: "resolved" });
    expect(new Set(text.match(/Copy \d+/g))).toHaveProperty("size", 600);
    expect(text.trimEnd().split("\r\n")).toHaveLength(1 + 4 + 600);
  });

  async function textOf(request: Readonly<Record<string, string>>): Promise<string> {
    return (await partsOf(picksCsv(await picks.listForFile(admin, request)))).join("");
  }

  it("have their trail, with each name", async () => {
    const { id } = await settled({ pick: "Sharks ML" });
    await picks.savePick(admin, { id, book: "FanDuel" });
    const { trail } = await picks.readManagerPage(admin, { id });
    expect(trail).toMatchObject([
      { text: "Pick changed", by: "Jordan Test", changes: ["book: (empty) → FanDuel"] },
      { text: "Pick published", by: "Jordan Test", changes: [] },
    ]);
    expect((await picks.readManagerPage(admin, {})).trail).toBeNull();
  });
});
