import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawCurve, plot } from "../../../app/models/figures/units-curve.ts";
import { formatLevel } from "../../../app/format.ts";
import { type DayTotals, curveOf, maxPoints } from "../../../app/models/figures/series.ts";

function day(game_date: string, band: number, { units }: { units: number }): DayTotals {
  return {
    game_date,
    band,
    picks: 1,
    bets: 1,
    wins: 0,
    losses: 1,
    units_result_e6: Math.round(units * 1e6),
    unit_size_e6: 1e6,
    sim_confidence_e6: band * 1e6,
    decided_confidence_e6: band * 1e6,
  };
}

function chartOf(days: readonly DayTotals[]) {
  const curve = curveOf(days);
  return { ...curve, ...drawCurve(curve) };
}

function dateAfter(days: number): string {
  return new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10);
}

function levels(...units: number[]): string[] {
  return chartOf(units.map((value, index) => day(dateAfter(index), 60, { units: value }))).levels;
}

describe("the picture", () => {
  test("has round levels, the zero line, and its losses in an area of their own", () => {
    // -4 on the first day, +2 after the third: from -5 to 5 in steps of 5.
    const days = [-4, 0, 6].map((units, index) => day(`2026-11-1${4 + index}`, 60, { units }));
    expect(chartOf(days)).toMatchObject({
      levels: ["+2", "0", "-2", "-4"],
      zero: 53,
      end: 0,
      line: "M0 53 200 160 400 160 600 0",
      // It crosses zero two thirds of the way from -4 to +2.
      above: "M0 53 533 53 600 0V53H0z",
      below: "M0 53 200 160 400 160 533 53 600 53V53H0z",
      ticks: ["11/14", "11/15", "11/16"],
      grid: "M0 0H600M0 53H600M0 107H600M0 160H600M0 0V160M300 0V160M600 0V160",
    });
  });

  test("has no area of losses where nothing was lost, and none at all where nothing was decided", () => {
    const drawn = (units: number) => chartOf([day("2026-11-19", 60, { units })]);
    expect([drawn(24)?.below, drawn(24)?.above]).toEqual(["", "M0 160 600 32V160H0z"]);
    expect([drawn(-2)?.below, drawn(-2)?.above]).toEqual(["M0 0 600 160V0H0z", ""]);
    expect(drawn(0)).toMatchObject({ above: "", below: "", line: "M0 160 600 160", end: 160, levels: ["+0.01", "0"] });
  });

  test("has at most five levels, with the decimals that their step needs", () => {
    expect(levels(24)).toEqual(["+30", "+20", "+10", "0"]);
    expect(levels(-5, 15)).toEqual(["+10", "+5", "0", "-5"]);
    expect(levels(-4, 15.42)).toEqual(["+15", "+10", "+5", "0", "-5"]);
    expect(levels(-200)).toEqual(["0", "-50", "-100", "-150", "-200"]);
    expect(levels(0.3)).toEqual(["+0.3", "+0.2", "+0.1", "0"]);
    expect(levels(0.91, -1.41)).toEqual(["+1.0", "+0.5", "0", "-0.5"]);
    expect(levels(0.02)).toEqual(["+0.02", "+0.01", "0"]);
    expect(formatLevel(-2000, 500)).toBe("-2000");
  });

  test.each([
    [
      [day("2026-11-18", 60, { units: -2 }), day("2026-11-19", 60, { units: 5 }), day("2026-11-20", 60, { units: -1 })],
      "from 11/18/2026 to 11/20/2026: lowest -2.00 U on 11/18/2026, highest +3.00 U on 11/19/2026, +2.00 U at the end",
    ],
    [
      [day("2026-11-18", 60, { units: 1 })],
      "on 11/18/2026: lowest 0.00 U, highest +1.00 U on 11/18/2026, +1.00 U at the end",
    ],
    [
      [day("2026-11-18", 60, { units: 1 }), day("", 60, { units: -1.25 })],
      "on 11/18/2026, then of picks without a date: lowest -0.25 U, highest +1.00 U on 11/18/2026, -0.25 U at the end",
    ],
    [[day("", 60, { units: -1 })], "of picks without a date: lowest -1.00 U, highest 0.00 U, -1.00 U at the end"],
  ])("says in one sentence when the curve fell and rose", (days, sentence) => {
    expect(chartOf(days).label).toBe(`Cumulative units ${sentence}`);
  });
});

test("any curve stays inside its box, ends at its end value, and has round levels around it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), { minLength: 1, maxLength: 300 }),
      (micros) => {
        const drawing = chartOf(micros.map((micro, index) => day(dateAfter(index), 60, { units: micro / 1e6 })));
        const pairs = (drawing.line ?? "").slice(1).split(" ").map(Number);
        const heights = pairs.filter((_, index) => index % 2 === 1);
        expect(heights.length).toBeLessThanOrEqual(maxPoints);
        expect(pairs.at(-2)).toBe(plot.width);
        expect(heights.every((y) => y >= 0 && y <= plot.height)).toBe(true);
        expect(drawing.end).toBe(heights.at(-1));
        const shown = (drawing.levels ?? []).map(Number);
        expect(shown.length).toBeLessThanOrEqual(5);
        expect(shown).toContain(0);
        // Amounts have six decimals; a millionth above a level is drawn on it.
        expect(Number(shown.at(0)) + 0.001).toBeGreaterThanOrEqual(drawing.highest.units ?? Infinity);
        expect(Number(shown.at(-1)) - 0.001).toBeLessThanOrEqual(drawing.lowest.units ?? -Infinity);
      },
    ),
  );
});
