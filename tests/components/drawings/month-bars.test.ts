import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { monthChartOf, monthPlot } from "../../../app/components/drawings/month-bars.ts";

const monthsOf = (...sums: number[]) =>
  sums.map((commission_cents, index) => ({ month: `2026-${String(index + 1).padStart(2, "0")}`, commission_cents }));

describe("the chart of months", () => {
  test("draws a bar from zero for every month with a sum", () => {
    expect(monthChartOf(monthsOf(980, 0, 490, 0))).toMatchObject({
      above: "M12.2 88V7.6h36.6V88zM134.2 88V47.8h36.6V88z",
      below: "",
    });
  });

  test("draws a month with more refunds than earnings below zero, in a separate path", () => {
    const chart = monthChartOf(monthsOf(1000, -1000));
    expect(chart).toMatchObject({ above: "M24.4 47V6h73.2V47z", below: "M146.4 47V88h73.2V47z" });
    expect(chart?.levels).toEqual([
      { y: 47, cents: 0 },
      { y: 6, cents: 1000 },
      { y: 88, cents: -1000 },
      { y: 26.5, cents: 500 },
      { y: 67.5, cents: -500 },
    ]);
  });

  test.each([
    [49, [0, 100, 50]],
    [110, [0, 150, 75]],
    [160, [0, 200, 100]],
    [250, [0, 300, 150]],
    [300, [0, 300, 150]],
    [350, [0, 400, 200]],
    [700, [0, 800, 400]],
    [980, [0, 1000, 500]],
    [5880, [0, 6000, 3000]],
    [12_740, [0, 15_000, 7500]],
    [100_001, [0, 150_000, 75_000]],
    [-98, [0, -100, -50]],
  ])("with a maximum of %i cents has its lines at round sums", (cents, levels) => {
    expect(monthChartOf(monthsOf(cents))?.levels.map((level) => level.cents)).toEqual(levels);
  });

  test("names the best and the worst month, the first one when several are equal", () => {
    expect(monthChartOf(monthsOf(0, 980, 980, -490, 0))).toMatchObject({
      best: { month: "2026-02", commission_cents: 980 },
      worst: { month: "2026-04", commission_cents: -490 },
    });
  });

  test("is null when nothing was earned", () =>
    expect([monthChartOf([]), monthChartOf(monthsOf(0, 0, 0))]).toEqual([null, null]));

  test("stays inside its box and leaves room for the labels, for any sums", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -2_000_000, max: 2_000_000 }), { minLength: 1, maxLength: 12 }),
        (sums) => {
          const chart = monthChartOf(monthsOf(...sums));
          if (chart === null) return sums.every((sum) => sum === 0);
          const heights = [...`${chart.above}${chart.below}`.matchAll(/V([\d.]+)/g)]
            .map(([, y]) => Number(y))
            .concat(chart.levels.map(({ y }) => y));
          const ys = chart.levels.map(({ y }) => y).sort((a, b) => a - b);
          return (
            heights.every((y) => y >= monthPlot.top && y <= monthPlot.bottom) &&
            ys.every((y, index) => index === 0 || y - (ys[index - 1] ?? 0) >= 12) &&
            chart.levels[0]?.cents === 0
          );
        },
      ),
    );
  });
});
