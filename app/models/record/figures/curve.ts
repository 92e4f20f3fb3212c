/** Computes the running sum of units, and its largest fall. Pure. */
import { inMicros, micro } from "../../figures/totals.ts";
import type { Result } from "../../ledger/evaluation.ts";

/** Units won up to the end of a day. */
export interface CurvePoint {
  /** YYYY-MM-DD, in the ledger's zone. */
  date: string;
  units: number;
  /** The units with a stake of 1 unit on every pick. */
  flat: number;
}

/** The largest fall from a peak, between the ends of days; the curve begins at 0. */
export interface Drawdown {
  units: number;
  /** The days of the peak and of the lowest point after it; '' = the beginning. */
  from: string;
  to: string;
}

/** The bets of a day, in millionths of a unit. */
export interface Day {
  date: string;
  units: number;
  flat: number;
}

/** Adds a pick that counts. Results are added in the order of their start. */
export function addToDays(days: Day[], { date, outcome, units, flat }: Result): void {
  if (outcome === "void") return;
  let day = days.at(-1);
  if (day?.date !== date) {
    day = { date, units: 0, flat: 0 };
    days.push(day);
  }
  day.units += inMicros(units);
  day.flat += inMicros(flat);
}

/** Returns one point for each day with a bet. */
export function curveOf(days: readonly Day[]): CurvePoint[] {
  let [units, flat] = [0, 0];
  return days.map((day) => {
    units += day.units;
    flat += day.flat;
    return { date: day.date, units: units / micro, flat: flat / micro };
  });
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
