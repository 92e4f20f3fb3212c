import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawCurve, plot } from "../../../app/components/drawings/units-curve.ts";
import { formatLevel } from "../../../app/format.ts";
import type { Curve, DayTotals } from "../../../app/models/record/series.ts";
import { chartsOf, maxPoints } from "../../../app/models/record/series.ts";

function day(game_date: string, band: number, { units }: { units: number }): DayTotals {
  return {
    game_date,
    band,
    bets: 1,
    wins: 0,
    units_result_e6: Math.round(units * 1e6),
    unit_size_e6: 1e6,
    sim_confidence_e6: band * 1e6,
  };
}

function chartOf(days: readonly DayTotals[]) {
  const curve = chartsOf(days)?.curve;
  return curve && { ...curve, ...drawCurve(curve) };
}

function curveThrough(...units: number[]): Curve {
  return {
    points: units.map((value, step) => [step, value]),
    from: "",
    to: "",
    undated: false,
    lowest: Math.min(0, ...units),
    highest: Math.max(0, ...units),
  };
}

function dateAfter(days: number): string {
  return new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10);
}

describe("the path", () => {
  test("puts the highest point at the top and the lowest at the bottom", () => {
    // From -1 to 3 is 4 units on a height of 40: 10 each.
    expect(drawCurve(curveThrough(0, -1, 3, 2), { width: 30, top: 0, bottom: 40 }).path).toBe("M0 30 10 40 20 0 30 10");
  });

  test("has one decimal at most", () => {
    expect(drawCurve(curveThrough(0, 1, 3), { width: 25, top: 0, bottom: 10 }).path).toBe("M0 10 12.5 6.7 25 0");
  });

  test("is flat at the bottom when nothing was won or lost", () => {
    expect(drawCurve(curveThrough(0, 0), { width: 30, top: 0, bottom: 40 }).path).toBe("M0 40 30 40");
  });
});

describe("the picture", () => {
  test("has lines at 0, the middle and the top for a record that never was negative", () => {
    const curve = chartOf([day("2026-11-19", 60, { units: 24 })]);
    expect(curve?.levels).toEqual([
      { y: 6, units: 24 },
      { y: 47, units: 12 },
      { y: 88, units: 0 },
    ]);
    expect([curve?.zero, curve?.end, curve?.from, curve?.to, curve?.undated]).toEqual([
      88,
      6,
      "11/19/2026",
      "11/19/2026",
      false,
    ]);
  });

  test("hangs from the zero line when all bets were lost", () => {
    const curve = chartOf([day("2026-11-19", 60, { units: -2 }), day("2026-11-20", 60, { units: -2 })]);
    expect(curve?.path).toBe("M0 6 127 47 254 88");
    expect(curve?.levels).toEqual([
      { y: 88, units: -4 },
      { y: 47, units: -2 },
      { y: 6, units: 0 },
    ]);
    expect([curve?.zero, curve?.lowest, curve?.highest]).toEqual([6, -4, 0]);
  });

  test("labels both extremes when the curve crosses zero, unless the labels would overlap", () => {
    const levelsOf = (...units: number[]) =>
      chartOf(units.map((value, index) => day(`2026-11-${10 + index}`, 60, { units: value })))?.levels.map(
        (level) => level.units,
      );
    expect(levelsOf(-5, 15)).toEqual([10, 5, 0, -5]);
    expect(levelsOf(-1, 21)).toEqual([20, 10, 0]);
  });

  test("labels its lines with enough decimals to tell them apart", () => {
    expect([24.18, 12.09, 0].map((units) => formatLevel(units, 24.18))).toEqual(["+24", "+12", "0"]);
    expect([-4.5, -2.25, 0].map((units) => formatLevel(units, -4.5))).toEqual(["-4.5", "-2.3", "0"]);
    expect([0.91, 0.455, 0, -0.5].map((units) => formatLevel(units, 0.91))).toEqual(["+0.91", "+0.46", "0", "-0.50"]);
    // Rounded like the figure above the chart, although 1.005 is slightly less in binary.
    expect([1.005, -1.005, 0.995].map((units) => formatLevel(units, 1.005))).toEqual(["+1.01", "-1.01", "+1.00"]);
    expect(formatLevel(-16.35, -16.35)).toBe("-16.4");
  });

  test("ends with the picks without a date", () => {
    const curve = chartOf([day("", 60, { units: 1 }), day("2026-11-19", 60, { units: 1 })]);
    expect([curve?.from, curve?.to, curve?.undated]).toEqual(["11/19/2026", "11/19/2026", true]);
  });

  test.each([
    [
      [day("2026-11-18", 60, { units: -2 }), day("2026-11-19", 60, { units: 5 }), day("2026-11-20", 60, { units: -1 })],
      "from 11/18/2026 to 11/20/2026: starts at 0.00 U, lowest -2.00 U, highest +3.00 U, ends at +2.00 U",
    ],
    [
      [day("2026-11-18", 60, { units: 1 })],
      "on 11/18/2026: starts at 0.00 U, lowest 0.00 U, highest +1.00 U, ends at +1.00 U",
    ],
    [
      [day("2026-11-18", 60, { units: 1 }), day("", 60, { units: -0.25 })],
      "on 11/18/2026, then of picks without a date: starts at 0.00 U, lowest 0.00 U, highest +1.00 U, ends at +0.75 U",
    ],
    [
      [day("", 60, { units: -1 })],
      "of picks without a date: starts at 0.00 U, lowest -1.00 U, highest 0.00 U, ends at -1.00 U",
    ],
  ])("has a text alternative in one sentence", (days, sentence) => {
    expect(chartOf(days)?.label).toBe(`Cumulative units ${sentence}`);
  });
});

test("any curve stays inside its box and ends at its end value", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), { minLength: 1, maxLength: 300 }),
      (micros) => {
        const drawing = chartOf(micros.map((micro, index) => day(dateAfter(index), 60, { units: micro / 1e6 })));
        const pairs = (drawing?.path ?? "").slice(1).split(" ").map(Number);
        const heights = pairs.filter((_, index) => index % 2 === 1);
        expect(heights.length).toBeLessThanOrEqual(maxPoints);
        expect(pairs.at(-2)).toBe(plot.width);
        expect(heights.every((y) => y >= plot.top && y <= plot.bottom)).toBe(true);
        expect(drawing?.end).toBe(heights.at(-1));
      },
    ),
  );
});
