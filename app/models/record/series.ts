/** The charts of a record: cumulative units and calibration. Pure. */
import { formatCalendarDate } from "../calendar-date.ts";
import type { Totals } from "./record.ts";
import { addTotals, micro, noTotals, recordOf } from "./record.ts";

/** Totals of one game day ('' = unknown) and one band, its lower end in percent. Unordered; days can repeat. */
export interface DayTotals extends Totals {
  game_date: string;
  band: number;
}

export interface CurvePoint {
  /** 0 = before the first bet, then one per game day, regardless of gaps. */
  step: number;
  date: string;
  units: number;
}

export interface Curve {
  points: [step: number, units: number][];
  /** The first and last game day, MM/DD/YYYY; '' when every pick is undated. */
  from: string;
  to: string;
  undated: boolean;
  /** In units. `lowest` is at most 0 and `highest` at least 0, because the curve starts at 0. */
  lowest: number;
  highest: number;
}

/** Bets with a sim confidence from `from` to below `to` percent. */
export interface CalibrationRange {
  from: number;
  to: number;
  bets: number;
  wins: number;
  winPercent: number;
  /** Mean confidence in percent, unknown ones as 0: the win rate that the simulation expected. */
  averageConfidence: number;
}

export interface CalibrationBar {
  from: number;
  to: number;
  bets: number;
  won: number;
  expected: number;
}

export interface Charts {
  curve: Curve;
  calibration: CalibrationBar[];
  /** Names the ranges with too few bets, starting with a space; '' = none. */
  note: string;
}

export const maxPoints = 60;
/** Fewer bets say little: one time in 24, even 20 fair coins show less than 30 % or more than 70 % heads. */
export const smallSample = 20;

const rangeStarts = [0, 50, 55, 60, 65, 70] as const;

/** The curve comes from `days`, the calibration from `bands`; null without bets. */
export function chartsOf(days: readonly DayTotals[], bands = days): Charts | null {
  if (!days.some((day) => day.bets > 0)) return null;
  const calibration = calibrationOf(bands).map(barOf);
  return { curve: curveOf(cumulative(days)), calibration, note: smallSampleNote(calibration) };
}

/** Starts at 0. Undated picks are the last step, so that the curve ends at the record's units won, exactly. */
export function cumulative(days: readonly DayTotals[]): CurvePoint[] {
  const results = new Map<string, number>();
  for (const day of days) results.set(day.game_date, (results.get(day.game_date) ?? 0) + day.units_result_e6);
  const dated = [...results.keys()].filter((date) => date !== "").sort();
  const dates = results.has("") ? [...dated, ""] : dated;
  let sum = 0;
  const points = dates.map((date, index) => {
    sum += results.get(date) ?? 0;
    return { step: index + 1, date, units: sum / micro };
  });
  return [{ step: 0, date: dates[0] ?? "", units: 0 }, ...points];
}

/** At most `max` points (4 or more), evenly spaced, always with the first, last, lowest and highest. */
export function thinned(points: readonly CurvePoint[], max = maxPoints): CurvePoint[] {
  if (points.length <= max) return [...points];
  const { lowest, highest } = extremesOf(points);
  const even = max - 2;
  const selected = new Set(
    Array.from({ length: even }, (_, index) => Math.round((index * (points.length - 1)) / (even - 1))),
  );
  selected
    .add(points.findIndex((point) => point.units === lowest))
    .add(points.findIndex((point) => point.units === highest));
  return points.filter((_, index) => selected.has(index));
}

export function calibrationOf(days: readonly DayTotals[]): CalibrationRange[] {
  const sums = rangeStarts.map(() => noTotals);
  // One pass: a long record has tens of thousands of rows.
  for (const day of days) {
    const range = rangeStarts.findLastIndex((start) => day.band >= start);
    sums[range] = addTotals(sums[range] ?? noTotals, day);
  }
  const ranges = sums.map((totals, index) => rangeOf(rangeStarts[index] ?? 0, rangeStarts[index + 1] ?? 100, totals));
  return ranges.filter((range) => range.bets > 0);
}

export function rangeText({ from, to }: CalibrationBar): string {
  if (from === 0) return `Under ${to}`;
  return to === 100 ? `${from}+` : `${from}–${to}`;
}

function rangeOf(from: number, to: number, totals: Totals): CalibrationRange {
  const { winPercent, averageConfidence } = recordOf(totals);
  return { from, to, bets: totals.bets, wins: totals.wins, winPercent, averageConfidence };
}

function curveOf(points: readonly CurvePoint[]): Curve {
  const dated = points.filter((point) => point.date !== "");
  return {
    points: thinned(points).map(({ step, units }) => [step, units]),
    from: formatCalendarDate(dated.at(0)?.date ?? ""),
    to: formatCalendarDate(dated.at(-1)?.date ?? ""),
    undated: points.at(-1)?.date === "",
    ...extremesOf(points),
  };
}

function smallSampleNote(bars: readonly CalibrationBar[]): string {
  const small = bars.filter((bar) => bar.bets < smallSample);
  if (small.length === 0) return "";
  const where = small.length === bars.length ? "in every range" : `in ${small.map(rangeText).join(", ")}`;
  return ` Fewer than ${smallSample} bets ${where}: too few to judge.`;
}

function extremesOf(points: readonly CurvePoint[]): { lowest: number; highest: number } {
  let [lowest, highest] = [0, 0];
  for (const { units } of points) {
    if (units < lowest) lowest = units;
    if (units > highest) highest = units;
  }
  return { lowest, highest };
}

function barOf({ from, to, bets, winPercent, averageConfidence }: CalibrationRange): CalibrationBar {
  return { from, to, bets, won: Math.round(winPercent), expected: Math.round(averageConfidence) };
}
