/** The running sum of units, and how far it ever fell. Pure. */
import { inMicros, micro } from "../../record/record.ts";
import type { Result } from "../counting.ts";

/** Units won up to the end of a day. */
export interface CurvePoint {
  /** YYYY-MM-DD, in the ledger's zone. */
  date: string;
  units: number;
  /** With a stake of 1 unit on every pick. */
  flat: number;
}

/** The largest fall from a peak, between the ends of days; the curve begins at 0. */
export interface Drawdown {
  units: number;
  /** The days of the peak and of the lowest point after it; '' = the beginning. */
  from: string;
  to: string;
}

/** One point a day with a bet. `results` are in the order of their starts. */
export function curveOf(results: readonly Result[]): CurvePoint[] {
  const points: CurvePoint[] = [];
  let [unitsE6, flatE6] = [0, 0];
  let last: CurvePoint | undefined;
  for (const { date, units, flat, outcome } of results) {
    if (outcome === "void") continue;
    unitsE6 += inMicros(units);
    flatE6 += inMicros(flat);
    if (last?.date !== date) {
      last = { date, units: 0, flat: 0 };
      points.push(last);
    }
    last.units = unitsE6 / micro;
    last.flat = flatE6 / micro;
  }
  return points;
}

export function drawdownOf(points: readonly CurvePoint[]): Drawdown {
  let peak = { date: "", units: 0 };
  let deepest: Drawdown = { units: 0, from: "", to: "" };
  for (const { date, units } of points) {
    const fall = (inMicros(peak.units) - inMicros(units)) / micro;
    if (fall > deepest.units) deepest = { units: fall, from: peak.date, to: date };
    if (units > peak.units) peak = { date, units };
  }
  return deepest;
}
