/** The drawings of the record: units and calibration. Pure. */
import { formatResult, rounded } from "../../../format.ts";
import { daysBetween } from "../../calendar-date.ts";
import { curveOfPoints, rangeText } from "../../record/series.ts";
import type { CurveDrawing } from "../../record/units-curve.ts";
import { drawCurve } from "../../record/units-curve.ts";
import type { CurvePoint } from "../figures/curve.ts";
import type { CalibrationLine, LedgerFigures } from "../figures/figures.ts";
import { recordText, splitLabel } from "./board.ts";

/** A curve a page wide needs more points than one beside a list. */
const mostPoints = 60;

/** The staked units, and as the second line those of flat stakes. Null without a bet. */
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

/** In whole percent. */
export interface CalibrationMarks {
  range: string;
  won: number;
  low: number;
  high: number;
  expected: number;
  bets: number;
}

export function marksOf({
  from,
  to,
  bets,
  win_percent,
  interval,
  expected_percent,
}: CalibrationLine): CalibrationMarks {
  const whole = (figure: number) => rounded(figure, 0);
  const [low, high] = interval ?? [0, 100];
  const bar = { bets, won: whole(win_percent), expected: whole(expected_percent) };
  return { ...bar, range: rangeText({ from, to, ...bar }), low: whole(low), high: whole(high) };
}

export interface MonthRow {
  /** To the end of this month. */
  month: string;
  record: string;
  units: string;
  flat: string;
}

/** The curve as a table, month by month. */
export function monthRows({ curve, splits }: Pick<LedgerFigures, "curve" | "splits">): MonthRow[] {
  return splits.month.map((line) => {
    const last = curve.findLast(({ date }) => date.slice(0, 7) <= line.name);
    return {
      month: splitLabel(line.name, "month"),
      record: recordText(line),
      units: formatResult(last?.units ?? 0),
      flat: formatResult(last?.flat ?? 0),
    };
  });
}
