/** Computes the running sum of units, and its largest fall. Pure. */
import { type DaySum, cumulative } from "../../figures/series.ts";
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

/** Returns one point for each day with a bet. `results` are sorted by start. */
export function curveOf(results: readonly Result[]): CurvePoint[] {
  const [units, flat] = [daySums(results, "units"), daySums(results, "flat")];
  const ofFlat = cumulative(flat).slice(1);
  return cumulative(units)
    .slice(1)
    .map((point, index) => ({ date: point.date, units: point.units, flat: ofFlat[index]?.units ?? 0 }));
}

function daySums(results: readonly Result[], name: "units" | "flat"): DaySum[] {
  const days: DaySum[] = [];
  for (const { date, outcome, [name]: units } of results) {
    if (outcome === "void") continue;
    const last = days.at(-1);
    if (last?.game_date === date) last.units_result_e6 += inMicros(units);
    else days.push({ game_date: date, bets: 1, units_result_e6: inMicros(units) });
  }
  return days;
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
