import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allDates } from "../../../app/models/history/history.ts";
import { sports } from "../../../app/models/bets/sports.ts";
import { type CardEntry, resultsOf } from "../../../app/models/card/saved-pick.ts";

const unnoted = {
  market: "",
  side: "",
  line: null,
  odds: null,
  book: "",
  away: "",
  home: "",
  away_score: null,
  home_score: null,
  closing_line: "",
  closing_odds: null,
  noted_at: null,
  is_bet: 1,
  own_odds: null,
  own_line: null,
  own_units: null,
  own_book: "",
} as const;

function entry(id: number, changes: Partial<CardEntry> = {}): CardEntry {
  return {
    id,
    sport: "NBA",
    game_date: "2026-11-20",
    verdict: "✅",
    sim_confidence: 60,
    unit_size: 1,
    units_result: 0.91,
    settled: 1,
    created_at: "2026-11-20T13:00:00.000Z",
    afterStart: false,
    ...unnoted,
    ...changes,
  };
}

const query = { allowed: null, span: allDates, sort: "newest", page: 1, countsLate: false } as const;

describe("the results of a card", () => {
  const card = [
    entry(1, { game_date: "2026-11-18", sport: "UFC" }),
    entry(2, { game_date: "" }),
    entry(3, { game_date: "2026-11-20", sport: "MLS", created_at: "2026-11-20T14:00:00.000Z" }),
    entry(4, { game_date: "2026-11-20" }),
    entry(5, { verdict: "", settled: 0, game_date: "2026-11-21" }),
  ];

  test("are sorted by game date, then by creation time, undated ones last", () => {
    expect(resultsOf(card, query).ids).toEqual([3, 4, 1, 2]);
    expect(resultsOf(card, { ...query, sort: "oldest" }).ids).toEqual([1, 4, 3, 2]);
  });

  test("sorted by sport have the order of the staff form, with the newest first in each sport", () => {
    expect(resultsOf(card, { ...query, sort: "sport" }).ids).toEqual([4, 2, 1, 3]);
  });

  test("include both ends of a span, and undated picks only without one", () => {
    expect(resultsOf(card, { ...query, span: { from: "2026-11-18", to: "2026-11-20" } }).ids).toEqual([3, 4, 1]);
    expect(resultsOf(card, { ...query, span: { from: "", to: "2026-11-18" } }).ids).toEqual([1]);
    expect(resultsOf(card, { ...query, span: { from: "2026-11-19", to: "" } }).ids).toEqual([3, 4]);
  });

  test("list the sports of all results, even with a filter", () => {
    expect(resultsOf(card, { ...query, allowed: { only: "UFC" } })).toMatchObject({
      ids: [1],
      sports: ["NBA", "UFC", "MLS"],
    });
  });
});

test("the record counts the whole list, while a page shows five", () => {
  const card = Array.from({ length: 12 }, (_, index) =>
    entry(index + 1, index < 9 ? {} : { verdict: "❌", units_result: -1.1, unit_size: 2, sim_confidence: null }),
  );
  const { ids, page, pages, figures } = resultsOf(card, { ...query, page: 9 });
  expect([ids, page, pages]).toEqual([[2, 1], 3, 3]);
  expect(figures.winPercent).toBe(75);
  expect(figures.unitsWon).toBe(4.89);
  expect(figures.roiPercent).toBeCloseTo(32.6, 10);
  expect(figures.totalBets).toBe(12);
  expect(figures.averageConfidence).toBe(45);
});

test("pushes and voids are listed and paged over; a push counts as a bet, a void nowhere", () => {
  const marks = ["✅", "❌", "➖", "🚫", "🚫", "➖", "✅"];
  const card = marks.map((verdict, index) => {
    const units_result = { "✅": 0.91, "❌": -1 }[verdict] ?? 0;
    return entry(index + 1, { verdict, units_result, sim_confidence: verdict === "🚫" ? 99 : 60 });
  });
  const { ids, pages, figures, charts } = resultsOf(card, { ...query, page: 2 });
  expect([ids, pages]).toEqual([[2, 1], 2]);
  expect(figures).toEqual({
    wins: 2,
    losses: 1,
    pushes: 2,
    voids: 2,
    winPercent: 66.67,
    unitsWon: 0.82,
    // 0.82 units on the stakes of three
    roiPercent: 27.33,
    totalBets: 5,
    averageConfidence: 60,
  });
  expect(charts?.calibration).toEqual([{ from: 60, to: 65, bets: 3, won: 67, expected: 60 }]);
});

test("picks added after their start are listed, and in the figures only if asked for", () => {
  const card = [
    entry(1),
    entry(2, { afterStart: true, sport: "UFC", unit_size: 2, units_result: 1.82, sim_confidence: 70 }),
    entry(3, { verdict: "❌", units_result: -1 }),
    entry(4, { afterStart: true, verdict: "", settled: 0, units_result: null }),
  ];
  const without = resultsOf(card, query);
  expect(without).toMatchObject({ ids: [3, 2, 1], sports: ["NBA", "UFC"] });
  expect(without.figures).toMatchObject({ wins: 1, losses: 1, unitsWon: -0.09, totalBets: 2, averageConfidence: 60 });
  expect(without.charts?.calibration.map(({ bets }) => bets)).toEqual([2]);
  const all = resultsOf(card, { ...query, countsLate: true });
  expect([all.ids, all.figures.wins, all.figures.unitsWon, all.figures.totalBets]).toEqual([[3, 2, 1], 2, 1.73, 3]);
  expect(all.charts?.calibration.map(({ bets }) => bets)).toEqual([2, 1]);
});

test("an empty card has one empty page and a record of zeros", () => {
  expect(resultsOf([], query)).toEqual({
    ids: [],
    total: 0,
    page: 1,
    pages: 1,
    sports: [],
    charts: null,
    own: null,
    figures: {
      wins: 0,
      losses: 0,
      pushes: 0,
      voids: 0,
      winPercent: 0,
      unitsWon: 0,
      roiPercent: 0,
      totalBets: 0,
      averageConfidence: 0,
    },
  });
});

test("the pages of every order show each result once", () => {
  const entries = fc.uniqueArray(
    fc.record({
      id: fc.nat(),
      sport: fc.constantFrom(...sports),
      game_date: fc.constantFrom("", "2026-11-01", "2026-11-02"),
      settled: fc.constantFrom<0 | 1>(0, 1),
    }),
    { selector: (row) => row.id },
  );
  fc.assert(
    fc.property(entries, fc.constantFrom("newest", "oldest", "sport"), (rows, sort) => {
      const card = rows.map((row) => entry(row.id, row));
      const { pages } = resultsOf(card, { ...query, sort });
      const shown = Array.from(
        { length: pages },
        (_, index) => resultsOf(card, { ...query, sort, page: index + 1 }).ids,
      ).flat();
      expect(shown.sort((left, right) => left - right)).toEqual(
        card
          .filter((row) => row.settled === 1)
          .map((row) => row.id)
          .sort((left, right) => left - right),
      );
    }),
  );
});
