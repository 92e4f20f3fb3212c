import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Totals, addTotals, noTotals, figuresOf } from "../../../app/models/figures/totals.ts";
import {
  type CurvePoint,
  type DayTotals,
  calibrationOf,
  chartsOf,
  cumulative,
  curveOf,
  maxPoints,
  rangeText,
  thinned,
} from "../../../app/models/figures/series.ts";

function day(
  game_date: string,
  band: number,
  figures: { bets?: number; wins?: number; pushes?: number; voids?: number; units?: number; confidence?: number } = {},
): DayTotals {
  const { bets = 1, wins = 0, pushes = 0, voids = 0, units = 0, confidence = band } = figures;
  const decided = bets - pushes;
  return {
    game_date,
    band,
    picks: bets + voids,
    bets,
    wins,
    losses: decided - wins,
    units_result_e6: Math.round(units * 1e6),
    unit_size_e6: decided * 1e6,
    sim_confidence_e6: Math.round(bets * confidence * 1e6),
    decided_confidence_e6: Math.round(decided * confidence * 1e6),
  };
}

function pointsAt(...units: number[]): CurvePoint[] {
  return units.map((value, at) => ({ at, date: "2026-11-20", units: value }));
}

const anyDay: fc.Arbitrary<DayTotals> = fc
  .record({
    game_date: fc.constantFrom("", "2025-12-31", "2026-01-01", "2026-02-28", "2026-11-19", "2026-11-20"),
    band: fc.integer({ min: 0, max: 19 }).map((step) => step * 5),
    bets: fc.integer({ min: 1, max: 50 }),
    lost: fc.integer({ min: 0, max: 50 }),
    pushed: fc.integer({ min: 0, max: 50 }),
    voids: fc.integer({ min: 0, max: 5 }),
    units: fc.integer({ min: -50_000_000, max: 50_000_000 }),
  })
  .map(({ lost, pushed, voids, units, bets, ...key }) => {
    const pushes = Math.min(pushed, bets);
    return {
      ...key,
      ...day(key.game_date, key.band, { bets, pushes, voids, wins: Math.max(0, bets - pushes - lost) }),
      units_result_e6: units,
    };
  });

describe("the cumulative units", () => {
  test("are sorted by date, with undated picks last, for any order of the rows", () => {
    const days = [
      day("", 0, { units: -0.25 }),
      day("2026-11-19", 60, { units: 0.5 }),
      day("2026-11-19", 70, { units: 1.82 }),
      day("2025-12-31", 55, { units: -1 }),
    ];
    const expected = [
      { at: 0, date: "2025-12-31", units: 0 },
      { at: 1, date: "2025-12-31", units: -1 },
      // The end of the 324th day.
      { at: 324, date: "2026-11-19", units: 1.32 },
      { at: 325, date: "", units: 1.07 },
    ];
    expect(cumulative(days)).toEqual(expected);
    expect(cumulative(days.toReversed())).toEqual(expected);
  });

  test("add up exactly, without floating-point drift", () => {
    const days = Array.from({ length: 10 }, (_, index) => day(`2026-11-${10 + index}`, 60, { units: 0.1 }));
    expect(cumulative(days).at(-1)?.units).toBe(1);
  });

  test("are reduced to 25 points, including the first, the last, the lowest and the highest", () => {
    const points = pointsAt(
      ...Array.from({ length: 1000 }, (_, at) => (at === 0 ? 0 : at === 501 ? -40 : at === 502 ? 90 : at % 7)),
    );
    const remaining = thinned(points);
    expect(remaining).toHaveLength(maxPoints);
    expect([remaining.at(0)?.at, remaining.at(-1)?.at]).toEqual([0, 999]);
    expect(remaining.filter((point) => point.at === 501 || point.at === 502).map((point) => point.units)).toEqual([
      -40, 90,
    ]);
    const [few, atLimit] = [pointsAt(0, 1, 2), pointsAt(0, 1, 2, 3, 4)];
    expect([thinned(few), thinned(atLimit, 5), thinned(atLimit, 4).length]).toEqual([few, atLimit, 2]);
  });
});

test.each([
  [
    ["2026-11-14", "2026-11-20"],
    ["11/14", "11/16", "11/18", "11/20"],
  ],
  [["2026-11-14"], ["11/14"]],
  [
    ["2026-11-14", "2026-11-16"],
    ["11/14", "11/15", "11/16"],
  ],
  [
    ["2025-12-31", "2026-01-01"],
    ["12/31/25", "01/01/26"],
  ],
  [
    ["2026-11-14", "2026-11-20", ""],
    ["11/14", "11/16", "11/19", "no date"],
  ],
  [
    ["2026-11-14", ""],
    ["11/14", "no date"],
  ],
  [[""], []],
])("the chart of %j names days at equal intervals: %j", (dates, ticks) => {
  expect(curveOf(dates.map((date) => day(date, 60))).ticks).toEqual(ticks);
});

test("there are no charts without bets", () => {
  const [none, onlyVoids] = [day("2026-11-19", 60, { bets: 0 }), day("2026-11-19", 60, { bets: 0, voids: 3 })];
  expect([[], [none], [onlyVoids]].map((days) => chartsOf(days))).toEqual([null, null, null]);
});

describe("the calibration", () => {
  test("has named ranges", () => {
    const days = [10, 50, 55, 60, 65, 70, 95].map((band) => day("2026-11-19", band));
    expect(calibrationOf(days).map((range) => rangeText(range))).toEqual([
      "Under 50",
      "50–55",
      "55–60",
      "60–65",
      "65–70",
      "70+",
    ]);
  });

  test("merges the bands below 50 and from 70, and omits ranges without bets", () => {
    const days = [
      day("2026-11-18", 60, { bets: 2, wins: 1, confidence: 62 }),
      day("2026-11-19", 60, { bets: 1, wins: 1, confidence: 63.5 }),
      day("2026-11-19", 70, { bets: 1, wins: 1, confidence: 72 }),
      day("2026-11-19", 95, { bets: 1, wins: 0, confidence: 100 }),
      day("2026-11-19", 45, { bets: 4, wins: 1, confidence: 48 }),
    ];
    expect(calibrationOf(days)).toEqual([
      { from: 0, to: 50, bets: 4, wins: 1, winPercent: 25, averageConfidence: 48 },
      // (2 * 62 + 63.5) / 3 = 62.5
      { from: 60, to: 65, bets: 3, wins: 2, winPercent: 200 / 3, averageConfidence: 62.5 },
      { from: 70, to: 100, bets: 2, wins: 1, winPercent: 50, averageConfidence: 86 },
    ]);
    expect(chartsOf(days)?.calibration.at(1)).toEqual({ from: 60, to: 65, bets: 3, won: 67, expected: 63 });
  });

  test("is of wins and losses alone, also in its mean", () => {
    const days = [
      day("2026-11-18", 60, { bets: 3, wins: 1, pushes: 1, confidence: 61 }),
      day("2026-11-18", 60, { bets: 1, pushes: 1, voids: 2, confidence: 64 }),
      day("2026-11-19", 60, { bets: 1, wins: 1, confidence: 64 }),
      day("2026-11-19", 70, { bets: 2, pushes: 2, confidence: 72 }),
      day("2026-11-19", 50, { bets: 0, voids: 1, confidence: 52 }),
    ];
    // (2 * 61 + 64) / 3 = 62; ranges of pushes or voids alone are omitted.
    expect(calibrationOf(days)).toEqual([
      { from: 60, to: 65, bets: 3, wins: 2, winPercent: 200 / 3, averageConfidence: 62 },
    ]);
  });

  test("is empty for pushes alone, while the curve is flat", () => {
    const days = [day("2026-11-19", 60, { bets: 2, pushes: 2 })];
    expect([chartsOf(days)?.calibration, curveOf(days).points]).toEqual([
      [],
      [
        [0, 0],
        [1, 0],
      ],
    ]);
  });
});

test("the charts of any record agree with its figures", () => {
  fc.assert(
    fc.property(fc.array(anyDay, { maxLength: 120 }), (days) => {
      const record = figuresOf(days.reduce<Totals>(addTotals, noTotals));
      const calibration = calibrationOf(days);
      expect(cumulative(days).at(-1)?.units).toBe(record.unitsWon);
      expect(calibration.reduce((sum, range) => sum + range.bets, 0)).toBe(record.totalBets - record.pushes);
      expect(calibration.reduce((sum, range) => sum + range.wins, 0)).toBe(
        days.reduce((sum, { wins }) => sum + wins, 0),
      );
      for (const range of calibration) expect(range.averageConfidence).toBeGreaterThanOrEqual(range.from);
    }),
  );
});
