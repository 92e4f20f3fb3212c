/** The month that lost most units, drawn. Pure. */
import { formatResult } from "../../../format.ts";
import { curveOfPoints } from "../../figures/series.ts";
import { type CurveDrawing, drawCurve } from "../../figures/units-curve.ts";
import { daysBetween } from "../../../time/calendar-date.ts";
import type { CurvePoint } from "../figures/curve.ts";
import type { SplitLine } from "../figures/record-figures.ts";
import { splitLabel, tallyText } from "./record-summary.ts";

export interface WorstMonth {
  /** "March 2026". */
  name: string;
  record: string;
  units: string;
  curve: CurveDrawing;
  /** How many of all months lost units. */
  lost: number;
  months: number;
}

/** Null while no month has lost. */
export function worstMonthOf(byMonth: readonly SplitLine[], curve: readonly CurvePoint[]): WorstMonth | null {
  const months = byMonth.filter(({ name }) => name !== "");
  const [first, ...others] = months;
  if (!first) return null;
  const worst = others.reduce((lowest, month) => (month.units_won < lowest.units_won ? month : lowest), first);
  if (worst.units_won >= 0) return null;
  const before = curve.findLast(({ date }) => date.slice(0, 7) < worst.name)?.units ?? 0;
  const days = curve.filter(({ date }) => date.startsWith(worst.name));
  const start = days[0]?.date ?? "";
  const points = days.map(({ date, units }) => ({ at: daysBetween(start, date) + 1, date, units: units - before }));
  return {
    name: splitLabel(worst.name, "month"),
    record: tallyText(worst),
    units: formatResult(worst.units_won),
    lost: months.filter(({ units_won }) => units_won < 0).length,
    months: months.length,
    curve: drawCurve(curveOfPoints([{ at: 0, date: start, units: 0 }, ...points])),
  };
}
