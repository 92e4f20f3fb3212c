/** The geometry of the cumulative units chart. Pure. */
import { formatResult } from "../../format.ts";
import type { Curve } from "../../models/record/series.ts";

/** The drawing area in SVG units: x from 0 to `width`, y from `top` down to `bottom`. */
export interface Box {
  width: number;
  top: number;
  bottom: number;
}

interface Level {
  y: number;
  units: number;
}

export interface CurveDrawing {
  path: string;
  zero: number;
  end: number;
  levels: Level[];
  /** Text alternative for screen readers. */
  label: string;
}

export const plot: Box = { width: 254, top: 6, bottom: 88 };

const labelHeight = 12;

export function drawCurve(curve: Curve, box: Box = plot): CurveDrawing {
  const yOf = scaleOf(curve, box);
  return {
    path: pathOf(curve, box),
    zero: yOf(0),
    end: yOf(endOf(curve)),
    levels: levelsOf(curve, box),
    label: textAlternative(curve),
  };
}

function pathOf(curve: Curve, box: Box): string {
  const steps = curve.points.at(-1)?.[0] || 1;
  const yOf = scaleOf(curve, box);
  return `M${curve.points.map(([step, units]) => `${oneDecimal((step / steps) * box.width)} ${yOf(units)}`).join(" ")}`;
}

function textAlternative(curve: Curve): string {
  const { lowest, highest } = curve;
  const figures = [
    `starts at ${formatResult(0)}`,
    `lowest ${formatResult(lowest)}`,
    `highest ${formatResult(highest)}`,
    `ends at ${formatResult(endOf(curve))}`,
  ];
  return `Cumulative units ${daysOf(curve)}: ${figures.join(", ")}`;
}

function daysOf({ from, to, undated }: Curve): string {
  if (from === "") return "of picks without a date";
  const dates = from === to ? `on ${from}` : `from ${from} to ${to}`;
  return undated ? `${dates}, then of picks without a date` : dates;
}

/** At the value farthest from zero, at half of it, at zero, and at the other end if its label has room. */
function levelsOf(curve: Curve, box: Box): Level[] {
  const { lowest, highest } = curve;
  const [near, far] = highest >= -lowest ? [lowest, highest] : [highest, lowest];
  const yOf = scaleOf(curve, box);
  const values = Math.abs(yOf(near) - yOf(0)) < labelHeight ? [far, far / 2, 0] : [far, far / 2, 0, near];
  return [...new Set(values)].map((units) => ({ y: yOf(units), units }));
}

function scaleOf({ lowest, highest }: Curve, box: Box): (units: number) => number {
  const perUnit = (box.bottom - box.top) / (highest - lowest || 1);
  return (units) => oneDecimal(box.bottom - (units - lowest) * perUnit);
}

function endOf({ points }: Curve): number {
  return points.at(-1)?.[1] ?? 0;
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
