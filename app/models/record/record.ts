import type { SettledPick } from "../picks/pick.ts";
import { outcomeOf } from "../picks/pick.ts";

/** All arithmetic of a record is here. Pure. */

/** Amounts are summed as integer millionths, so that totals stay exact and never drift. */
export const micro = 1_000_000;

export interface Totals {
  bets: number;
  wins: number;
  units_result_e6: number;
  unit_size_e6: number;
  sim_confidence_e6: number;
}

export const noTotals: Totals = { bets: 0, wins: 0, units_result_e6: 0, unit_size_e6: 0, sim_confidence_e6: 0 };

export interface RecordFigures {
  /** wins / bets * 100 */
  winPercent: number;
  /** sum of units_result, in units */
  unitsWon: number;
  /** sum of units_result / sum of unit_size * 100; 0 when nothing was staked */
  roiPercent: number;
  totalBets: number;
  /** mean of sim_confidence, unknown ones as 0, in percent */
  averageConfidence: number;
}

/** Staff's changes after publishing, other than settling: how many changes, and how many deleted picks. */
export interface Corrections {
  changed: number;
  deleted: number;
}

export function describeCorrections({ changed, deleted }: Corrections): string {
  const changes =
    changed === 0 ? [] : [`${changed} ${changed === 1 ? "change" : "changes"} to picks that were already published`];
  const deletions = deleted === 0 ? [] : [`${deleted} ${deleted === 1 ? "pick" : "picks"} deleted`];
  const all = [...changes, ...deletions];
  return all.length === 0 ? "" : `The whole record so far: ${all.join(", ")}.`;
}

export function recordOf(totals: Totals): RecordFigures {
  return {
    // Multiply before dividing: otherwise an exact half can come out slightly lower and round down.
    winPercent: ratio(totals.wins * 100, totals.bets),
    unitsWon: totals.units_result_e6 / micro,
    roiPercent: ratio(totals.units_result_e6 * 100, totals.unit_size_e6),
    totalBets: totals.bets,
    averageConfidence: ratio(totals.sim_confidence_e6, totals.bets * micro),
  };
}

export function totalsOf(pick: Pick<SettledPick, "verdict" | "units_result" | "unit_size" | "sim_confidence">): Totals {
  return {
    bets: 1,
    wins: outcomeOf(pick.verdict) === "win" ? 1 : 0,
    units_result_e6: inMicros(pick.units_result),
    unit_size_e6: inMicros(pick.unit_size),
    sim_confidence_e6: inMicros(pick.sim_confidence),
  };
}

export function addTotals(left: Totals, right: Totals): Totals {
  return {
    bets: left.bets + right.bets,
    wins: left.wins + right.wins,
    units_result_e6: left.units_result_e6 + right.units_result_e6,
    unit_size_e6: left.unit_size_e6 + right.unit_size_e6,
    sim_confidence_e6: left.sim_confidence_e6 + right.sim_confidence_e6,
  };
}

export function inMicros(value: number | null): number {
  return Math.round((value ?? 0) * micro);
}

/** The lower end of the band of five percent: 62.5 is in band 60, 100 in band 95. Unknown counts as 0. */
export function bandOf(confidence: number | null): number {
  return Math.min(Math.floor((confidence ?? 0) / 5) * 5, 95);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
