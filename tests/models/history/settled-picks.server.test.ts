import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import type { Stream } from "../../../app/models/bets/stream.ts";
import { actorOf, pickFields } from "../../support/database/factories.ts";
import { statementsOf } from "../../support/database/statements.ts";

const admin = actorOf("admin");
const member = actorOf("user");
const operations = { regular: regularPicks, pro: proPicks } as const;
// 9:30 AM on November 21 in New York, the site's time zone.
const now = "2026-11-21T14:30:00.000Z";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) }));
beforeEach(async () => {
  await db.deleteFrom("picks").execute();
  await db.deleteFrom("pick_days").execute();
});
afterAll(() => void vi.useRealTimers());

/** Publishes a settled pick, one second after the previous one. */
async function settled(
  game: string,
  game_date: string,
  changes: Readonly<Record<string, unknown>> = {},
  stream: Stream = "regular",
): Promise<void> {
  vi.setSystemTime(Date.now() + 1000);
  await operations[stream].addPick(
    admin,
    pickFields({ game, game_date, verdict: "✅", units_result: "1", unit_size: "1", sim_confidence: "60", ...changes }),
  );
}

async function history(query: object = {}, stream: Stream = "regular") {
  const found = await operations[stream].listSettledPicks(member, query);
  return { ...found, games: found.picks.map(({ game }) => game) };
}

async function everyPage(query: object = {}, stream: Stream = "regular"): Promise<string[]> {
  const { pages } = await history(query, stream);
  const games: string[] = [];
  for (let page = 1; page <= pages; page += 1)
    games.push(...(await history({ ...query, page: String(page) }, stream)).games);
  return games;
}

describe("the order of the history", () => {
  beforeEach(async () => {
    await settled("undated 1", "");
    await settled("old", "10/01/2026");
    await settled("new 1", "11/20/2026", { sport: "NBA", sim_confidence: "60" });
    await settled("new 2", "11/20/2026", { sport: "MLB", sim_confidence: "71" });
    await settled("undated 2", "", { sport: "MLB" });
    await settled("middle", "11/01/2026", { verdict: "❌", units_result: "-1" });
  });

  it("is by game date, then by creation time, newest first, undated last", async () => {
    expect(await everyPage()).toEqual(["new 2", "new 1", "middle", "old", "undated 2", "undated 1"]);
  });

  it("can be reversed, but undated picks stay last", async () => {
    expect(await everyPage({ sort: "oldest" })).toEqual(["old", "middle", "new 1", "new 2", "undated 1", "undated 2"]);
  });

  it("is by id for picks added at the same instant", async () => {
    for (const game of ["twin 1", "twin 2"]) {
      vi.setSystemTime(new Date(now));
      await regularPicks.addPick(admin, pickFields({ game, game_date: "11/19/2026", verdict: "✅" }));
    }
    expect((await history({ date: "11/19/2026" })).games).toEqual(["twin 2", "twin 1"]);
    expect((await history({ date: "11/19/2026", sort: "oldest" })).games).toEqual(["twin 1", "twin 2"]);
  });
});

describe("the pages of the history", () => {
  const sports = ["NBA", "MLB", "NFL"] as const;
  const expected = Array.from({ length: 24 }, (_, index) => `game ${index}`);
  beforeEach(async () => {
    for (const [index, game] of expected.entries()) {
      const game_date = index < 20 ? `11/${String(10 + Math.floor(index / 8)).padStart(2, "0")}/2026` : "";
      await settled(game, game_date, {
        sport: sports[index % 3],
        sim_confidence: String(50 + (index % 4) * 10),
        ...(index % 2 === 0 ? { verdict: "✅", units_result: "2" } : { verdict: "❌", units_result: "-1" }),
      });
    }
  });

  it.each(["newest", "oldest"])(
    "show each pick once, in order, when games of many sports share a day (%s)",
    async (sort) => {
      const [dated, undated] = [expected.slice(0, 20), expected.slice(20)];
      expect(await everyPage({ sort })).toEqual(
        sort === "oldest" ? [...dated, ...undated] : [...dated.toReversed(), ...undated.toReversed()],
      );
    },
  );

  it("show each pick of one sport once, in order", async () => {
    expect(await everyPage({ sport: "NBA", sort: "oldest" })).toEqual(expected.filter((_, index) => index % 3 === 0));
  });

  it("of the manager show each pick once, in order", async () => {
    const manager = await Promise.all(
      ["1", "2", "3", "4"].map((page) => regularPicks.readManagerPage(admin, { page })),
    );
    expect(manager.flatMap(({ resolved }) => resolved.map(({ game }) => game))).toEqual([
      ...expected.slice(0, 20).toReversed(),
      ...expected.slice(20).toReversed(),
    ]);
  });

  it("have five picks each and are clamped at both ends", async () => {
    expect((await history()).games).toHaveLength(5);
    expect(await history()).toMatchObject({ page: 1, pages: 5 });
    expect(await history({ page: "99" })).toMatchObject({ page: 5, pages: 5 });
    expect((await history({ page: "99" })).games).toHaveLength(4);
    expect(await history({ page: "-1" })).toMatchObject({ page: 1 });
  });

  it("all have the record of the whole filtered list", async () => {
    const figures = {
      wins: 12,
      losses: 12,
      pushes: 0,
      voids: 0,
      winPercent: 50,
      unitsWon: 12,
      roiPercent: 50,
      totalBets: 24,
      averageConfidence: 65,
    };
    expect((await history()).figures).toEqual(figures);
    expect((await history({ page: "3" })).figures).toEqual(figures);
    expect((await history({ start: "11/12/2026" })).figures.totalBets).toBe(4);
  });

  it("count rows, while the figures count bets: voids and pushes are listed too", async () => {
    const unchanged = (await history()).figures;
    for (const game of ["void 1", "void 2"])
      await settled(game, "11/12/2026", { verdict: "🚫", units_result: "0", unit_size: "9", sim_confidence: "99" });
    const { games, pages, figures: record } = await history();
    expect([games.slice(0, 2), pages, record]).toEqual([["void 2", "void 1"], 6, { ...unchanged, voids: 2 }]);
    await settled("push", "11/12/2026", { verdict: "➖", units_result: "", unit_size: "9", sim_confidence: "40" });
    const pushed = await history({ page: "99" });
    expect([pushed.pages, pushed.games, (await everyPage()).length]).toEqual([6, ["game 21", "game 20"], 27]);
    // (24 * 65 + 40) / 25 = 64
    expect(pushed.figures).toEqual({
      ...unchanged,
      voids: 2,
      pushes: 1,
      totalBets: 25,
      averageConfidence: 64,
    });
    const manager = await regularPicks.readManagerPage(admin, { page: "4" });
    expect([manager.resolvedTotal, manager.pages, manager.resolved.length]).toEqual([27, 4, 6]);
  });

  it("need few statements, for any number of picks", async () => {
    await history();
    expect(await statementsOf(() => history({ page: "5" }))).toHaveLength(3);
    expect((await statementsOf(() => history({ page: "4" }))).length).toBeLessThanOrEqual(4);
    expect((await statementsOf(() => regularPicks.readManagerPage(admin, {}))).length).toBeLessThanOrEqual(4);
  });
});

it("is empty, with all figures 0, when nothing is settled", async () => {
  await regularPicks.addPick(admin, pickFields());
  const figures = {
    wins: 0,
    losses: 0,
    pushes: 0,
    voids: 0,
    winPercent: 0,
    unitsWon: 0,
    roiPercent: 0,
    totalBets: 0,
    averageConfidence: 0,
  };
  expect(await history()).toMatchObject({
    picks: [],
    page: 1,
    pages: 1,
    figures,
    sports: [],
    span: { from: "", to: "" },
    range: "",
    today: "11/21/2026",
  });
});

it("has a separate history per stream", async () => {
  await settled("regular", "11/20/2026");
  await settled("pro", "11/20/2026", { sport: "KBO" }, "pro");
  expect([(await history()).games, (await history({}, "pro")).games, (await history({}, "pro")).sports]).toEqual([
    ["regular"],
    ["pro"],
    ["KBO"],
  ]);
});

it("contains only what a card shows", async () => {
  await settled("one", "11/20/2026");
  expect(Object.keys((await history()).picks[0] ?? {})).not.toEqual(
    expect.arrayContaining(["stream", "settled", "created_at", "version"]),
  );
  expect((await history()).picks[0]).toMatchObject({
    game_date: "11/20/2026",
    outcome: "win",
    mark: "✅",
    units_result: 1,
  });
});

it("of voids alone lists them, with all figures 0 and no charts", async () => {
  await settled("called off", "11/20/2026", { verdict: "void", units_result: "0" });
  const { games, figures: record, charts } = await history();
  expect([games, record.voids, record.totalBets, record.averageConfidence, charts]).toEqual([
    ["called off"],
    1,
    0,
    0,
    null,
  ]);
});

it("the API's record has wins, losses, pushes and voids beside the figures, for any filter of the history", async () => {
  await settled("won", "11/18/2026", { units_result: "0.91", sim_confidence: "62" });
  await settled("lost", "11/19/2026", { verdict: "❌", units_result: "-1.5", unit_size: "1.5", sim_confidence: "64" });
  await settled("pushed", "11/19/2026", { verdict: "➖", units_result: "0", unit_size: "3", sim_confidence: "72" });
  await settled("called off", "11/20/2026", { verdict: "🚫", units_result: "0", sport: "NFL", sim_confidence: "90" });
  expect(await regularPicks.findHistoryFigures(member, {})).toMatchObject({
    wins: 1,
    losses: 1,
    pushes: 1,
    voids: 1,
    win_percent: 50,
    units_won: -0.59,
    roi_percent: -23.6,
    total_bets: 3,
    average_sim_confidence: 66,
    calibration: [{ from: 60, to: 65, bets: 2, wins: 1, win_percent: 50, average_sim_confidence: 63 }],
  });
  expect(
    await regularPicks.findHistoryFigures(member, { start: "11/19/2026", end: "11/20/2026", sport: "NBA" }),
  ).toMatchObject({ wins: 0, losses: 1, pushes: 1, voids: 0, total_bets: 2, win_percent: 0, roi_percent: -100 });
  expect(await regularPicks.findHistoryFigures(member, { sport: "NFL" })).toMatchObject({
    voids: 1,
    total_bets: 0,
    average_sim_confidence: 0,
    calibration: [],
  });
});

describe("the sports", () => {
  beforeEach(async () => {
    for (const sport of ["Other", "NBA", "Golf", "KBO", "MLB"])
      for (const stream of ["regular", "pro"] as const) await settled(sport, "11/20/2026", { sport }, stream);
  });

  it("with results are listed in the order of the staff form", async () =>
    expect((await history()).sports).toEqual(["NBA", "MLB", "KBO", "Golf", "Other"]));

  it.each([
    ["regular", "NBA", ["NBA"]],
    ["regular", "Golf", ["Golf"]],
    ["pro", "KBO", ["KBO"]],
    ["pro", "Other", ["Golf", "Other"]],
    ["pro", "All", ["Golf", "KBO", "MLB", "NBA", "Other"]],
    ["pro", "Tennis", []],
  ] as const)("of the %s history filtered by %s are %j", async (stream, sport, games) => {
    const found = await history({ sport }, stream);
    expect([found.games.toSorted(), found.figures.totalBets]).toEqual([games, games.length]);
  });

  it("refuse an unknown sport", async () => {
    await expect(history({ sport: "Chess" })).rejects.toMatchObject({
      reason: "invalid",
      fields: { sport: "Choose a sport from the list." },
    });
  });
});

describe("the dates", () => {
  beforeEach(async () => {
    for (const day of [
      "",
      "10/22/2026",
      "10/23/2026",
      "11/14/2026",
      "11/15/2026",
      "11/20/2026",
      "11/21/2026",
      "11/22/2026",
    ])
      await settled(day || "undated", day);
  });

  it.each([
    [{ range: "today" }, ["11/21/2026"]],
    [{ range: "yesterday" }, ["11/20/2026"]],
    [{ range: "last7" }, ["11/15/2026", "11/20/2026", "11/21/2026"]],
    [{ range: "last30" }, ["10/23/2026", "11/14/2026", "11/15/2026", "11/20/2026", "11/21/2026"]],
    [{ date: "11/20/2026" }, ["11/20/2026"]],
    [{ start: "11/20/2026" }, ["11/20/2026", "11/21/2026", "11/22/2026"]],
    [{ end: "10/23/2026" }, ["10/22/2026", "10/23/2026"]],
    [{ start: "11/14/2026", end: "11/20/2026" }, ["11/14/2026", "11/15/2026", "11/20/2026"]],
    [{ start: "11/21/2026", end: "11/20/2026" }, []],
    [{ range: "today", date: "11/20/2026" }, ["11/20/2026"]],
    [{ range: "today", start: "11/22/2026" }, ["11/22/2026"]],
  ])("of %j include both ends", async (query, games) => {
    expect(await everyPage({ ...query, sort: "oldest" })).toEqual(games);
    expect((await history(query)).figures.totalBets).toBe(games.length);
  });

  it.each([
    ["2026-11-21T04:59:59.999Z", "11/20/2026"],
    ["2026-11-21T05:00:00.000Z", "11/21/2026"],
    ["2026-11-22T04:59:59.999Z", "11/21/2026"],
    ["2026-11-22T05:00:00.000Z", "11/22/2026"],
  ])("are in the site's time zone: at %s today is %s", async (instant, today) => {
    vi.setSystemTime(new Date(instant));
    expect(await history({ range: "today" })).toMatchObject({ games: [today], today, range: "today" });
  });

  it.each([
    ["03/07/2026", "2026-03-08T04:59:59.999Z"],
    ["03/08/2026", "2026-03-08T05:00:00.000Z"],
    ["03/08/2026", "2026-03-09T03:59:59.999Z"],
    ["03/09/2026", "2026-03-09T04:00:00.000Z"],
    ["11/01/2026", "2026-11-01T04:00:00.000Z"],
    ["11/01/2026", "2026-11-02T04:59:59.999Z"],
    ["11/02/2026", "2026-11-02T05:00:00.000Z"],
  ])("are right around a clock change: today is %s at %s", async (today, instant) => {
    vi.setSystemTime(new Date(instant));
    expect((await history()).today).toBe(today);
  });

  it("include the active range, or none when dates are given", async () => {
    expect(await history({ range: "last7" })).toMatchObject({
      range: "last7",
      span: { from: "2026-11-15", to: "2026-11-21" },
    });
    expect(await history({ range: "last7", date: "11/20/2026" })).toMatchObject({
      range: "",
      span: { from: "2026-11-20", to: "2026-11-20" },
    });
  });

  it.each(["start", "end", "date"])("refuse an invalid %s", async (field) => {
    await expect(history({ [field]: "02/30/2026" })).rejects.toMatchObject({
      reason: "invalid",
      fields: { [field]: "Date input not valid." },
    });
  });
});

it.each([{ sort: "random" }, { range: "last365" }])("refuses %j", async (query) => {
  await expect(history(query)).rejects.toMatchObject({ reason: "invalid" });
});
