import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { readOwnCardPage } from "../../../app/models/card/saved-pick.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { actorOf, pickFields } from "../../support/database/factories.ts";

const [admin, member] = [actorOf("admin"), actorOf("user")];

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T14:30:00.000Z") }));
beforeEach(async () => {
  await db.deleteFrom("picks").execute();
  await db.deleteFrom("pick_days").execute();
  await settled({ pick: "Knicks -2.5", game: "Boston Celtics @ New York Knicks", sim_confidence: "61" });
  await settled({ pick: "Over 220", game: "NYK @ MIA", game_date: "11/10/2025", sim_confidence: "52" });
  await settled({ pick: "Yankees ML", game: "Boston Red Sox @ New York Yankees", sport: "MLB", odds: "-150" });
  await settled({ pick: "100% Chiefs", game: "", game_date: "", verdict: "❌" });
  await settled({ pick: "called off", game: "New York Jets @ Miami", sport: "NFL", verdict: "🚫" });
});
afterAll(() => void vi.useRealTimers());

async function settled(changes: Readonly<Record<string, string>>): Promise<void> {
  vi.setSystemTime(Date.now() + 1000);
  const usual = { game_date: "11/20/2026", verdict: "✅", unit_size: "1", odds: "-110" };
  await regularPicks.addPick(admin, pickFields({ ...usual, ...changes }));
}

async function found(query: object) {
  const history = await regularPicks.listSettledPicks(member, query);
  return { ...history, names: history.picks.map(({ pick }) => pick) };
}

describe("a search", () => {
  it.each([
    ["knicks", ["Knicks -2.5"]],
    ["NEW YORK", ["called off", "Yankees ML", "Knicks -2.5"]],
    [" Boston ", ["Yankees ML", "Knicks -2.5"]],
    ["over", ["Over 220"]],
    ["%", ["100% Chiefs"]],
    ["_", []],
    ["", ["called off", "Yankees ML", "Knicks -2.5", "Over 220", "100% Chiefs"]],
  ])("for %j finds a part of the game or of the pick: %j", async (q, names) =>
    expect((await found({ q })).names).toEqual(names),
  );

  it("finds a team by its full name where the game says less", async () => {
    await db
      .updateTable("picks")
      .set({ away: "New York Knicks", home: "Miami Heat" })
      .where("game", "=", "NYK @ MIA")
      .execute();
    await settled({ pick: "another" });
    expect((await found({ q: "heat" })).names).toEqual(["Over 220"]);
  });

  it("counts exactly the picks that it lists, with the other filters", async () => {
    const all = await found({ q: "new york" });
    expect([all.total, all.figures.totalBets, all.figures.voids, all.figures.wins]).toEqual([3, 2, 1, 2]);
    expect(all.charts?.calibration.map(({ bets }) => bets)).toEqual([1, 1]);
    const mlb = await found({ q: "new york", sport: "MLB", start: "11/01/2026", sort: "oldest" });
    expect([mlb.names, mlb.total, mlb.figures.totalBets, mlb.q]).toEqual([["Yankees ML"], 1, 1, "new york"]);
    expect((await found({ q: "new york", end: "11/01/2026" })).total).toBe(0);
    expect(await regularPicks.findHistoryFigures(member, { q: "chiefs" })).toMatchObject({ losses: 1, total_bets: 1 });
  });

  it("finds what was added since, and has pages", async () => {
    expect((await found({ q: "lakers" })).total).toBe(0);
    for (const line of ["+1", "+2", "+3", "+4", "+5", "+6"]) await settled({ pick: `Lakers ${line}` });
    expect(await found({ q: "lakers" })).toMatchObject({ total: 6, pages: 2, page: 1 });
    expect(await found({ q: "lakers", page: "9" })).toMatchObject({ page: 2, names: ["Lakers +1"] });
  });

  it("takes at most 100 characters", async () =>
    expect(found({ q: "x".repeat(101) })).rejects.toMatchObject({ fields: { q: "At most 100 characters." } }));
});

it.each(["start", "confidence", "edge", "price"])("sorted by %s, the figures are those of the totals", async (sort) => {
  const [sorted, usual] = [await found({ sort }), await found({})];
  expect(sorted.names.toSorted()).toEqual(usual.names.toSorted());
  const { figures, charts, pages, total, sports } = usual;
  expect(sorted).toMatchObject({ figures, charts, pages, total, sports });
});

it("My Card has neither the search nor these orders", async () => {
  await expect(readOwnCardPage(member, { tab: "results", sort: "edge" })).rejects.toMatchObject({
    fields: { sort: "Choose an order from the list." },
  });
  expect((await readOwnCardPage(member, { tab: "results", q: "knicks" })).history?.q).toBeUndefined();
});
