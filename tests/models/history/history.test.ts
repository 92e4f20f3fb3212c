import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type DayCount,
  allDates,
  dayList,
  describeSpan,
  isBackwards,
  isUnbounded,
  pageOfDays,
  quickRangeLabels,
  quickRanges,
  spanOf,
} from "../../../app/models/history/history.ts";

describe("spanOf", () => {
  it.each([
    ["today", "2026-11-21", "2026-11-21", "2026-11-21"],
    ["yesterday", "2026-11-21", "2026-11-20", "2026-11-20"],
    ["last7", "2026-11-21", "2026-11-15", "2026-11-21"],
    ["last30", "2026-11-21", "2026-10-23", "2026-11-21"],
    ["yesterday", "2027-01-01", "2026-12-31", "2026-12-31"],
    ["last7", "2028-03-02", "2028-02-25", "2028-03-02"],
    ["last30", "2026-03-09", "2026-02-08", "2026-03-09"],
  ] as const)("%s on %s is %s to %s", (range, today, from, to) => expect(spanOf(range, today)).toEqual({ from, to }));

  it("has the four labels of the specification", () => {
    expect(quickRanges.map((range) => quickRangeLabels[range])).toEqual([
      "Today",
      "Yesterday",
      "Last 7 Days",
      "Last 30 Days",
    ]);
  });
});

it.each([
  ["", "", "All dates"],
  ["2026-11-21", "2026-11-21", "11/21/2026"],
  ["2026-11-01", "2026-11-21", "11/01/2026 to 11/21/2026"],
  ["2026-11-01", "", "from 11/01/2026"],
  ["", "2026-11-21", "up to 11/21/2026"],
])("describes the span %j to %j as %s", (from, to, text) => expect(describeSpan({ from, to })).toBe(text));

it("isUnbounded is true only for a span without bounds", () => {
  expect(isUnbounded(allDates)).toBe(true);
  expect(
    [
      { from: "2026-11-21", to: "" },
      { from: "", to: "2026-11-21" },
    ].map(isUnbounded),
  ).toEqual([false, false]);
});

/** Display order: dates newest or oldest first, the undated day last. */
const someDays = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { maxLength: 12 }),
    fc.boolean(),
    fc.array(fc.integer({ min: 0, max: 13 }), { minLength: 13, maxLength: 13 }),
    fc.boolean(),
  )
  .map(([dates, newestFirst, bets, withUndated]): DayCount[] => {
    const sorted = dates
      .toSorted((left, right) => (newestFirst ? right - left : left - right))
      .map((day) => `2026-11-${String(day).padStart(2, "0")}`);
    return [...sorted, ...(withUndated ? [""] : [])].map((game_date, index) => ({
      game_date,
      picks: bets[index] ?? 1,
    }));
  });

/** Every pick of the days as "date#n", in display order. */
function listed(days: DayCount[]): string[] {
  return days.flatMap(({ game_date, picks }) => Array.from({ length: picks }, (_, index) => `${game_date}#${index}`));
}

function read(days: DayCount[], requested: number, size: number): string[] {
  return pageOfDays(dayList(days), requested, size).stretches.flatMap(({ from, to, skip, take }) =>
    listed(days.filter((day) => day.game_date >= from && day.game_date <= to)).slice(skip, skip + take),
  );
}

describe("pageOfDays", () => {
  const days = dayList([
    { game_date: "2026-11-21", picks: 3 },
    { game_date: "2026-11-20", picks: 4 },
    { game_date: "", picks: 2 },
  ]);

  it("finds the stretch that holds a page", () => {
    expect(pageOfDays(days, 1, 5)).toEqual({
      page: 1,
      pages: 2,
      stretches: [{ from: "2026-11-20", to: "2026-11-21", skip: 0, take: 5 }],
    });
  });

  it("puts undated picks in a separate stretch", () => {
    expect(pageOfDays(days, 2, 5).stretches).toEqual([
      { from: "2026-11-20", to: "2026-11-20", skip: 2, take: 2 },
      { from: "", to: "", skip: 0, take: 2 },
    ]);
  });

  it.each([
    [0, 1],
    [-7, 1],
    [3, 2],
    [Number.MAX_SAFE_INTEGER, 2],
  ])("clamps page %i to %i", (requested, page) => {
    expect(pageOfDays(days, requested, 5)).toEqual(pageOfDays(days, page, 5));
    expect(pageOfDays(days, requested, 5).page).toBe(page);
  });

  it("has one empty page for an empty list", () =>
    expect(pageOfDays(dayList([]), 4, 5)).toEqual({ page: 1, pages: 1, stretches: [] }));

  it("skips a day without picks", () => {
    const list = dayList([
      { game_date: "2026-11-22", picks: 0 },
      ...days.days.slice(0, 1),
      { game_date: "2026-11-20", picks: 0 },
      { game_date: "2026-11-19", picks: 1 },
      { game_date: "", picks: 0 },
    ]);
    expect([1, 2].map((page) => pageOfDays(list, page, 3).stretches)).toEqual([
      [{ from: "2026-11-21", to: "2026-11-21", skip: 0, take: 3 }],
      [{ from: "2026-11-19", to: "2026-11-19", skip: 0, take: 1 }],
    ]);
  });

  it("has no empty page after a full one", () =>
    expect(pageOfDays(dayList([{ game_date: "2026-11-21", picks: 10 }]), 3, 5).pages).toBe(2));

  it("shows each pick on exactly one page, in the order of the list", () => {
    fc.assert(
      fc.property(someDays, fc.integer({ min: 1, max: 9 }), (list, size) => {
        const { pages } = pageOfDays(dayList(list), 1, size);
        const shown = Array.from({ length: pages }, (_, index) => read(list, index + 1, size));
        expect(shown.flat()).toEqual(listed(list));
        expect(shown.slice(0, -1).every((page) => page.length === size)).toBe(true);
      }),
    );
  });

  it("needs at most two stretches", () => {
    fc.assert(
      fc.property(
        someDays,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 30 }),
        (list, size, page) => pageOfDays(dayList(list), page, size).stretches.length <= 2,
      ),
    );
  });
});

it.each([
  ["2026-11-21", "2026-11-20", true],
  ["2026-11-20", "2026-11-20", false],
  ["2026-11-20", "2026-11-21", false],
  ["2026-11-20", "", false],
  ["", "2026-11-20", false],
  ["", "", false],
] as const)("a span from %j to %j is backwards: %s", (from, to, none) => expect(isBackwards({ from, to })).toBe(none));
