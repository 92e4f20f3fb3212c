/** The geometry of the cumulative units chart. Pure. */
import { formatResult, formatLevel } from "../../format.ts";

/** The drawing area; its coordinates are whole numbers, and text stands outside of it. */
export const plot = { width: 600, height: 160 } as const;
const mostIntervals = 4;

export interface Curve {
  points: [at: number, units: number][];
  /** The first and last game day, MM/DD/YYYY; '' when every pick is undated. */
  from: string;
  to: string;
  undated: boolean;
  /** Days at equal intervals from the left edge to the right one: "11/14", or "11/14/25" over several years. */
  ticks: string[];
  /** `lowest.units` is at most 0 and `highest.units` is at least 0, because the curve starts at 0. */
  lowest: Extreme;
  highest: Extreme;
}

export interface Extreme {
  units: number;
  /** MM/DD/YYYY; '' before the first bet and for picks without a date. */
  on: string;
}

interface Point {
  x: number;
  units: number;
  /** True where a straight line between two points of the curve crosses zero. */
  crosses?: true;
}

export interface CurveDrawing {
  line: string;
  /** The areas over and under the zero line; '' = none. */
  above: string;
  below: string;
  zero: number;
  end: number;
  /** Another curve on the same scale; '' = none. */
  second: string;
  /** The grid lines at the round levels and at the days below the chart. */
  grid: string;
  /** The levels' labels from the top to the bottom, at equal intervals. */
  levels: string[];
  /** Days at equal intervals, from the left edge to the right one. */
  ticks: string[];
  /** Text alternative for screen readers. */
  label: string;
}

/** `other` covers the same days. */
export function drawCurve(curve: Curve, other: Curve = curve): CurveDrawing {
  const { step, lowest, highest } = levelsOf(
    Math.min(curve.lowest.units, other.lowest.units),
    Math.max(curve.highest.units, other.highest.units),
  );
  const count = highest - lowest;
  // Adding 0 turns -0 into 0.
  const yOf = (units: number) => Math.round((plot.height * (highest - units / step)) / count) + 0;
  const points = pointsOf(curve);
  const text = (shown: readonly Point[]) => shown.map(({ x, units }) => `${Math.round(x)} ${yOf(units)}`).join(" ");
  const area = (clamp: (units: number) => number) => {
    const shown = points.map(({ x, units }) => ({ x, units: clamp(units) }));
    const outline = shown.filter((point, index) => !isBetweenZeros(shown, index));
    return shown.some(({ units }) => units !== 0) ? `M${text(outline)}V${yOf(0)}H0z` : "";
  };
  const lineOf = (shown: readonly Point[]) => `M${text(shown.filter(({ crosses }) => !crosses))}`;
  return {
    line: lineOf(points),
    second: other === curve ? "" : lineOf(pointsOf(other)),
    above: area((units) => Math.max(units, 0)),
    below: area((units) => Math.min(units, 0)),
    zero: yOf(0),
    end: yOf(curve.points.at(-1)?.[1] ?? 0),
    grid: gridOf(curve.ticks.length, count),
    levels: Array.from({ length: count + 1 }, (_, index) => formatLevel((highest - index) * step, step)),
    ticks: curve.ticks,
    label: textAlternative(curve),
  };
}

/** Adds a point wherever the curve crosses zero. */
function pointsOf({ points }: Curve): Point[] {
  const days = points.at(-1)?.[0] || 1;
  const all: Point[] = [];
  for (const [at, units] of points) {
    const last = all.at(-1);
    const x = (at / days) * plot.width;
    if (last && last.units * units < 0)
      all.push({ x: last.x + ((x - last.x) * last.units) / (last.units - units), units: 0, crosses: true });
    all.push({ x, units });
  }
  return all;
}

function isBetweenZeros(points: readonly Point[], index: number): boolean {
  return [index - 1, index, index + 1].every((at) => points[at]?.units === 0);
}

/**
 * Finds the smallest round step with which the curve fits into `mostIntervals`, and the curve's ends as multiples of
 * the step.
 */
function levelsOf(low: number, high: number): { step: number; lowest: number; highest: number } {
  for (let exponent = -2; ; exponent += 1)
    for (const digit of [1, 2, 5]) {
      const step = Number(`${digit}e${exponent}`);
      // steps() rounds first: 0.3 / 0.1 is slightly less than 3.
      const [lowest, highest] = [Math.floor(steps(low, step)), Math.ceil(steps(high, step))];
      if (highest - lowest <= mostIntervals) return { step, lowest, highest: Math.max(highest, lowest + 1) };
    }
}

function steps(units: number, step: number): number {
  return Math.round((units / step) * 1e6) / 1e6;
}

function gridOf(ticks: number, intervals: number): string {
  const rows = Array.from({ length: intervals + 1 }, (_, index) => Math.round((plot.height * index) / intervals));
  const columns = Array.from({ length: Math.max(ticks, 2) }, (_, index) =>
    Math.round((plot.width * index) / (Math.max(ticks, 2) - 1)),
  );
  return [...rows.map((y) => `M0 ${y}H${plot.width}`), ...columns.map((x) => `M${x} 0V${plot.height}`)].join("");
}

/** Says when the curve fell and when it rose. */
function textAlternative(curve: Curve): string {
  const extremes = [
    { name: "lowest", ...curve.lowest },
    { name: "highest", ...curve.highest },
  ].map(({ name, units, on }) => `${name} ${formatResult(units)}${on && ` on ${on}`}`);
  const end = formatResult(curve.points.at(-1)?.[1] ?? 0);
  return `Cumulative units ${daysOf(curve)}: ${extremes.join(", ")}, ${end} at the end`;
}

function daysOf({ from, to, undated }: Curve): string {
  if (from === "") return "of picks without a date";
  const dates = from === to ? `on ${from}` : `from ${from} to ${to}`;
  return undated ? `${dates}, then of picks without a date` : dates;
}
