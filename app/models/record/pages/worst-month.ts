/** The month that lost most units, drawn. Pure. */
import { formatResult } from "../../../format.ts";
import { curveOfPoints } from "../../figures/series.ts";
import { type CurveDrawing, drawCurve } from "../../figures/units-curve.ts";
import { daysBetween } from "../../../time/calendar-date.ts";
import type { LedgerFigures } from "../figures/record-figures.ts";
import { splitLabel, tallyText } from "./record-summary.ts";

export interface WorstMonth {
  /** "March 2026". */
  name: string;
  record: string;
  units: string;
  curve: CurveDrawing;
}

/** Null while no month has lost. */
export function worstMonthOf({ curve, splits }: Pick<LedgerFigures, "curve" | "splits">): WorstMonth | null {
  const [first, ...others] = splits.month.filter(({ name }) => name !== "");
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
    curve: drawCurve(curveOfPoints([{ at: 0, date: start, units: 0 }, ...points])),
  };
}
