import { expect, test } from "vitest";
import type { SplitLine } from "../../../../app/models/record/figures/record-figures.ts";
import { worstMonthOf } from "../../../../app/models/record/pages/worst-month.ts";

const rates = { voids: 0, roi_percent: null, win_percent: null, interval: null, break_even_percent: null };
const month = (name: string, units_won: number): SplitLine => ({
  ...rates,
  name,
  wins: 3,
  losses: 4,
  pushes: 1,
  units_won,
});
const point = (date: string, units: number) => ({ date, units, flat: units });

test("the month that lost most is drawn from its own beginning", () => {
  const worst = worstMonthOf(
    [month("2026-01", 5), month("2026-02", -7), month("2026-03", -2)],
    [
      point("2026-01-31", 5),
      point("2026-02-01", 3),
      point("2026-02-10", -4),
      point("2026-02-20", -2),
      point("2026-03-01", -4),
    ],
  );
  expect(worst).toMatchObject({ name: "February 2026", record: "3–4–1", units: "-7.00 U", lost: 2, months: 3 });
  // From 0 to -7: the level of January is not the curve's.
  expect(worst?.curve.label).toContain("-7.00");
});

test("there is none while no month has lost", () => {
  expect(worstMonthOf([month("2026-01", 0)], [point("2026-01-31", 0)])).toBeNull();
  expect(worstMonthOf([], [])).toBeNull();
});
