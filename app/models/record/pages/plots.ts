/** The drawings of the record: units and calibration. Pure. */
import { formatResult } from "../../../format.ts";
import { daysBetween } from "../../../time/calendar-date.ts";
import { type CalibrationBar, calibrationBar, curveOfPoints } from "../../figures/series.ts";
import { type CurveDrawing, drawCurve } from "../../figures/units-curve.ts";
import type { CurvePoint } from "../figures/curve.ts";
import type { CalibrationLine, LedgerFigures } from "../figures/record-figures.ts";
import type { TallyFigures } from "../figures/tally.ts";
import { tallyText, splitLabel } from "./record-summary.ts";

/** A curve as wide as the page needs more points than one beside a list. */
const mostPoints = 60;
/** The most months in the table: the page of a record of ten years must not be larger than that of a young one. */
const mostMonths = 24;

/** Draws the units at the real stakes, and as the second line those at flat stakes. Null without a bet. */
export function curvesOf(curve: readonly CurvePoint[]): CurveDrawing | null {
  const first = curve[0];
  if (first === undefined) return null;
  const of = (name: "units" | "flat") =>
    curveOfPoints(
      [
        { at: 0, date: first.date, units: 0 },
        ...curve.map((point) => ({
          at: daysBetween(first.date, point.date) + 1,
          date: point.date,
          units: point[name],
        })),
      ],
      mostPoints,
    );
  return drawCurve(of("units"), of("flat"));
}

/** Returns the range as it is drawn. */
export function barOf(line: CalibrationLine): CalibrationBar {
  return calibrationBar({ ...line, winPercent: line.win_percent, averageConfidence: line.expected_percent });
}

export interface PeriodRow {
  /** The figures run to the end of this month or year. */
  period: string;
  record: string;
  units: string;
  flat: string;
}

interface Period extends Pick<TallyFigures, "wins" | "losses" | "pushes"> {
  name: string;
  /** The units won up to the end of the period. */
  units: number;
  flat: number;
}

/** The curve as a table: the newest months, and the years before them. */
export function periodRows({ curve, splits }: Pick<LedgerFigures, "curve" | "splits">): PeriodRow[] {
  const months = splits.month;
  const firstYear = yearOfMonths(months);
  const periods: Period[] = [];
  let [day, units, flat] = [0, 0, 0];
  for (const { name: month, wins, losses, pushes } of months) {
    for (let point = curve[day]; point !== undefined && point.date.slice(0, 7) <= month; point = curve[day]) {
      ({ units, flat } = point);
      day += 1;
    }
    const year = month.slice(0, 4);
    const name = year < firstYear ? year : month;
    const before = periods.at(-1)?.name === name ? periods.pop() : undefined;
    periods.push({
      name,
      units,
      flat,
      wins: wins + (before?.wins ?? 0),
      losses: losses + (before?.losses ?? 0),
      pushes: pushes + (before?.pushes ?? 0),
    });
  }
  return periods.map((period) => ({
    period: period.name.length === 4 ? period.name : splitLabel(period.name, "month"),
    record: tallyText(period),
    units: formatResult(period.units),
    flat: formatResult(period.flat),
  }));
}

/** Returns the first year that is shown by its months: no year is shown both by months and as a whole. */
function yearOfMonths(months: readonly { name: string }[]): string {
  const [older = "", newest = ""] = months.slice(-mostMonths - 1).map(({ name }) => name.slice(0, 4));
  if (months.length <= mostMonths) return older;
  return older === newest ? String(Number(newest) + 1) : newest;
}
