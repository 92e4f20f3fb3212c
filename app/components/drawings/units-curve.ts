/** Cumulative units as an SVG picture. Pure. */
import { formatResult } from "../../format.ts";
import type { Curve } from "../../models/record/series.ts";

/** Where the curve is drawn, in the picture's own units: x from 0 to `width`, y from `top` down to `bottom`. */
export interface Box {
  width: number;
  top: number;
  bottom: number;
}

/** A dashed line, and what it stands for. */
interface Level {
  y: number;
  units: number;
}

export interface CurveDrawing {
  path: string;
  /** The heights of the zero line and of the end. */
  zero: number;
  end: number;
  levels: Level[];
  /** What the picture shows, for readers who can't see it. */
  label: string;
}

export const plot: Box = { width: 254, top: 6, bottom: 88 };

const labelHeight = 12;

export function drawCurve(curve: Curve, box: Box = plot): CurveDrawing {
  const height = heightsOf(curve, box);
  return { path: pathOf(curve, box), zero: height(0), end: height(endOf(curve)), levels: levelsOf(curve, box), label: sentenceOf(curve) };
}

/** An SVG path with one decimal: the steps spread over the width, the lowest point at the bottom, the highest at the top. */
function pathOf(curve: Curve, box: Box): string {
  const steps = curve.points.at(-1)?.[0] || 1;
  const height = heightsOf(curve, box);
  return `M${curve.points.map(([step, units]) => `${oneDecimal((step / steps) * box.width)} ${height(units)}`).join(" ")}`;
}

function sentenceOf(curve: Curve): string {
  const { lowest, highest } = curve;
  const figures = [`starts at ${formatResult(0)}`, `lowest ${formatResult(lowest)}`, `highest ${formatResult(highest)}`, `ends at ${formatResult(endOf(curve))}`];
  return `Cumulative units ${daysOf(curve)}: ${figures.join(", ")}`;
}

function daysOf({ from, to, undated }: Curve): string {
  if (from === "") return "of picks without a date";
  const dates = from === to ? `on ${from}` : `from ${from} to ${to}`;
  return undated ? `${dates}, then of picks without a date` : dates;
}

/** At the point farthest from zero, half way there, at zero, and at the other end where there is room for a label. */
function levelsOf(curve: Curve, box: Box): Level[] {
  const { lowest, highest } = curve;
  const [near, far] = highest >= -lowest ? [lowest, highest] : [highest, lowest];
  const height = heightsOf(curve, box);
  const values = Math.abs(height(near) - height(0)) < labelHeight ? [far, far / 2, 0] : [far, far / 2, 0, near];
  return [...new Set(values)].map((units) => ({ y: height(units), units }));
}

function heightsOf({ lowest, highest }: Curve, box: Box): (units: number) => number {
  const perUnit = (box.bottom - box.top) / (highest - lowest || 1);
  return (units) => oneDecimal(box.bottom - (units - lowest) * perUnit);
}

function endOf({ points }: Curve): number {
  return points.at(-1)?.[1] ?? 0;
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
