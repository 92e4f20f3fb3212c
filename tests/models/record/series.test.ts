import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Totals } from "../../../app/models/record/record.ts";
import { addTotals, noTotals, recordOf } from "../../../app/models/record/record.ts";
import type { CurvePoint, DayTotals } from "../../../app/models/record/series.ts";
import {
  calibrationOf,
  chartsOf,
  cumulative,
  maxPoints,
  rangeText,
  thinned,
} from "../../../app/models/record/series.ts";

function day(
  game_date: string,
  band: number,
  figures: { bets?: number; wins?: number; units?: number; confidence?: number } = {},
): DayTotals {
  const { bets = 1, wins = 0, units = 0, confidence = band } = figures;
  return {
    game_date,
    band,
    bets,
    wins,
    units_result_e6: Math.round(units * 1e6),
    unit_size_e6: bets * 1e6,
    sim_confidence_e6: Math.round(bets * confidence * 1e6),
  };
}

function pointsAt(...units: number[]): CurvePoint[] {
  return units.map((value, step) => ({ step, date: "2026-11-20", units: value }));
}

const anyDay: fc.Arbitrary<DayTotals> = fc
  .record({
    game_date: fc.constantFrom("", "2025-12-31", "2026-01-01", "2026-02-28", "2026-11-19", "2026-11-20"),
    band: fc.integer({ min: 0, max: 19 }).map((step) => step * 5),
    bets: fc.integer({ min: 1, max: 50 }),
    lost: fc.integer({ min: 0, max: 50 }),
    units: fc.integer({ min: -50_000_000, max: 50_000_000 }),
  })
  .map(({ lost, units, bets, ...key }) => ({
    ...key,
    ...day(key.game_date, key.band, { bets, wins: Math.max(0, bets - lost) }),
    units_result_e6: units,
  }));

describe("the cumulative units", () => {
  test("are sorted by date, with undated picks last, for any order of the rows", () => {
    const days = [
      day("", 0, { units: -0.25 }),
      day("2026-11-19", 60, { units: 0.5 }),
      day("2026-11-19", 70, { units: 1.82 }),
      day("2025-12-31", 55, { units: -1 }),
    ];
    const expected = [
      { step: 0, date: "2025-12-31", units: 0 },
      { step: 1, date: "2025-12-31", units: -1 },
      { step: 2, date: "2026-11-19", units: 1.32 },
      { step: 3, date: "", units: 1.07 },
    ];
    expect(cumulative(days)).toEqual(expected);
    expect(cumulative(days.toReversed())).toEqual(expected);
  });

  test("add up exactly, without floating-point drift", () => {
    const days = Array.from({ length: 10 }, (_, index) => day(`2026-11-${10 + index}`, 60, { units: 0.1 }));
    expect(cumulative(days).at(-1)?.units).toBe(1);
  });

  test("are reduced to 60 points, including the first, the last, the lowest and the highest", () => {
    const points = pointsAt(
      ...Array.from({ length: 1000 }, (_, step) =>
        step === 0 ? 0 : step === 501 ? -40 : step === 502 ? 90 : step % 7,
      ),
    );
    const remaining = thinned(points);
    expect(remaining).toHaveLength(maxPoints);
    expect([remaining.at(0)?.step, remaining.at(-1)?.step]).toEqual([0, 999]);
    expect(remaining.filter((point) => point.step === 501 || point.step === 502).map((point) => point.units)).toEqual([
      -40, 90,
    ]);
    const [few, atLimit] = [pointsAt(0, 1, 2), pointsAt(0, 1, 2, 3, 4)];
    expect([thinned(few), thinned(atLimit, 5), thinned(atLimit, 4).length]).toEqual([few, atLimit, 2]);
  });
});

test("there are no charts without bets", () => {
  expect([chartsOf([]), chartsOf([day("2026-11-19", 60, { bets: 0 })])]).toEqual([null, null]);
});

describe("the calibration", () => {
  test("has named ranges", () => {
    const days = [10, 50, 55, 60, 65, 70, 95].map((band) => day("2026-11-19", band));
    expect(calibrationOf(days).map((range) => rangeText({ ...range, won: 0, expected: 0 }))).toEqual([
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

  test.each([
    [[20, 20, 20], ""],
    [[19, 20, 19], " Fewer than 20 bets in Under 50, 70+: too few to judge."],
    [[20, 1, 300], " Fewer than 20 bets in 60–65: too few to judge."],
    [[19, 19, 19], " Fewer than 20 bets in every range: too few to judge."],
  ])("of %j bets names the ranges with too few bets", (bets, note) => {
    const days = [45, 60, 95].map((band, index) => day("2026-11-19", band, { bets: bets[index] }));
    expect(chartsOf(days)?.note).toBe(note);
  });
});

test("the charts of any record agree with its figures", () => {
  fc.assert(
    fc.property(fc.array(anyDay, { maxLength: 120 }), (days) => {
      const record = recordOf(days.reduce<Totals>(addTotals, noTotals));
      const calibration = calibrationOf(days);
      expect(cumulative(days).at(-1)?.units).toBe(record.unitsWon);
      expect(calibration.reduce((sum, range) => sum + range.bets, 0)).toBe(record.totalBets);
      expect(calibration.reduce((sum, range) => sum + range.wins, 0)).toBe(
        days.reduce((sum, { wins }) => sum + wins, 0),
      );
      for (const range of calibration) expect(range.averageConfidence).toBeGreaterThanOrEqual(range.from);
    }),
  );
});
