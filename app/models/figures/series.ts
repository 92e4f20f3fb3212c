/** The charts of a record: cumulative units and calibration. Pure. */
import { type CalendarDate, addDays, daysBetween, formatCalendarDate } from "../../time/calendar-date.ts";
import { type Totals, addTotals, micro, noTotals, figuresOf } from "./totals.ts";
import { type Curve, type CurveDrawing, type Extreme, drawCurve } from "./units-curve.ts";

/**
 * Totals of one game day ('' = unknown) and one band (its lower end in percent). Lists of them are unordered, and days
 * can repeat.
 */
export interface DayTotals extends Totals {
  game_date: string;
  band: number;
}

/** The columns of a day that a curve needs. */
export type DaySum = Pick<DayTotals, "game_date" | "bets" | "units_result_e6">;

export interface CurvePoint {
  /** The end of a game day, in days from the start of the first one; 0 = before the first bet. */
  at: number;
  date: CalendarDate | "";
  units: number;
}

/** Wins and losses with a sim confidence from `from` to below `to` percent. */
export interface CalibrationRange {
  from: number;
  to: number;
  /** Wins and losses: a push says nothing about a probability. */
  bets: number;
  wins: number;
  winPercent: number;
  /** Mean confidence in percent, unknown ones as 0: the win rate that the simulation expected. */
  averageConfidence: number;
}

/** A range of confidence as it is drawn, in whole percent. */
export interface CalibrationBar {
  from: number;
  to: number;
  bets: number;
  won: number;
  expected: number;
}

export interface Charts {
  curve: CurveDrawing;
  calibration: CalibrationBar[];
}

/** More points would cost more bytes without showing more of the shape. */
export const maxPoints = 25;
const maxTicks = 4;
/** Fewer bets say little: even 20 tosses of a fair coin show less than 30 % or more than 70 % heads one time in 24. */
export const smallSample = 20;

const rangeStarts = [0, 50, 55, 60, 65, 70] as const;

/** The curve comes from `days`, the calibration from `bands`; null without bets. */
export function chartsOf(days: readonly DayTotals[], bands = days): Charts | null {
  if (!days.some((day) => day.bets > 0)) return null;
  return { curve: drawCurve(curveOf(days)), calibration: calibrationOf(bands).map(calibrationBar) };
}

/**
 * The curve starts at 0. A day with only voids adds no point. Undated picks are placed on the day after the last, so
 * that the curve ends exactly at the record's units won.
 */
export function cumulative(days: readonly DaySum[]): CurvePoint[] {
  const results = new Map<string, number>();
  for (const day of days)
    if (day.bets > 0) results.set(day.game_date, (results.get(day.game_date) ?? 0) + day.units_result_e6);
  const dated = [...results.keys()].filter((date) => date !== "").sort();
  const dates = results.has("") ? [...dated, ""] : dated;
  let sum = 0;
  const [first = "", last = first] = [dated.at(0), dated.at(-1)];
  const points = dates.map((date) => {
    sum += results.get(date) ?? 0;
    return { at: dayAfter(first, date || last) + (date === "" && last !== "" ? 1 : 0), date, units: sum / micro };
  });
  return [{ at: 0, date: first, units: 0 }, ...points];
}

/** Picks at most `max` points (4 or more), evenly spaced, always with the first, last, lowest and highest. */
export function thinned(points: readonly CurvePoint[], max = maxPoints): CurvePoint[] {
  if (points.length <= max) return [...points];
  const { lowest, highest } = extremesOf(points);
  const even = max - 2;
  const selected = new Set(
    Array.from({ length: even }, (_, index) => Math.round((index * (points.length - 1)) / (even - 1))),
  );
  selected.add(points.indexOf(lowest)).add(points.indexOf(highest));
  return points.filter((_, index) => selected.has(index));
}

export function calibrationOf(days: readonly DayTotals[]): CalibrationRange[] {
  const sums = rangeStarts.map(() => noTotals);
  // The rows are read in one pass: a long record has tens of thousands of them.
  for (const day of days) {
    const range = rangeStarts.findLastIndex((start) => day.band >= start);
    sums[range] = addTotals(sums[range] ?? noTotals, day);
  }
  const ranges = sums.map((totals, index) => rangeOf(rangeStarts[index] ?? 0, rangeStarts[index + 1] ?? 100, totals));
  return ranges.filter((range) => range.bets > 0);
}

export function calibrationBar({
  from,
  to,
  bets,
  winPercent,
  averageConfidence,
}: Readonly<Omit<CalibrationRange, "wins">>): CalibrationBar {
  return { from, to, bets, won: Math.round(winPercent), expected: Math.round(averageConfidence) };
}

export function rangeText({ from, to }: Pick<CalibrationBar, "from" | "to">): string {
  if (from === 0) return `Under ${to}`;
  return to === 100 ? `${from}+` : `${from}–${to}`;
}

function rangeOf(from: number, to: number, totals: Totals): CalibrationRange {
  const { wins, losses, winPercent } = figuresOf(totals);
  const bets = wins + losses;
  const averageConfidence = bets === 0 ? 0 : totals.decided_confidence_e6 / (bets * micro);
  return { from, to, bets, wins, winPercent, averageConfidence };
}

export function curveOf(days: readonly DayTotals[]): Curve {
  return curveOfPoints(cumulative(days));
}

/** Builds the curve of points that begin at 0, with at most `max` of them. */
export function curveOfPoints(points: readonly CurvePoint[], max = maxPoints): Curve {
  const dated = points.filter((point) => point.date !== "");
  const [from = "", to = ""] = [dated.at(0)?.date, dated.at(-1)?.date];
  const undated = points.at(-1)?.date === "";
  const { lowest, highest } = extremesOf(points);
  return {
    points: thinned(points, max).map(({ at, units }) => [at, units]),
    from: formatCalendarDate(from),
    to: formatCalendarDate(to),
    undated,
    ticks: ticksOf(from, to, undated),
    lowest: extremeAt(lowest),
    highest: extremeAt(highest),
  };
}

function ticksOf(from: CalendarDate | "", to: CalendarDate | "", undated: boolean): string[] {
  if (from === "" || to === "") return [];
  const days = dayAfter(from, to) + (undated ? 1 : 0);
  const count = Math.min(maxTicks, days);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return Array.from({ length: count }, (_, index) => {
    if (undated && index > 0 && index === count - 1) return "no date";
    const offset = count === 1 ? 0 : Math.min(Math.floor((index * days) / (count - 1)), days - 1);
    const [year = "", month, day] = addDays(from, offset).split("-");
    return isOneYear ? `${month}/${day}` : `${month}/${day}/${year.slice(2)}`;
  });
}

/** The first point with the lowest units and the first with the highest. */
function extremesOf(points: readonly CurvePoint[]) {
  const start: CurvePoint = points[0] ?? { at: 0, date: "", units: 0 };
  let [lowest, highest] = [start, start];
  for (const point of points) {
    if (point.units < lowest.units) lowest = point;
    if (point.units > highest.units) highest = point;
  }
  return { lowest, highest };
}

function extremeAt({ at, date, units }: CurvePoint): Extreme {
  return { units, on: at > 0 ? formatCalendarDate(date) : "" };
}

/** The end of a day, in days from the start of the first one. */
function dayAfter(first: CalendarDate | "", date: CalendarDate | ""): number {
  return first === "" || date === "" ? 1 : daysBetween(first, date) + 1;
}
