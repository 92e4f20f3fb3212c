import type { SettledPick } from "../picks/pick.ts";
import { outcomeOf } from "../picks/pick.ts";

/** The arithmetic of a record of settled picks. Pure; the one place where it stands. */

/** Millionths: sums of decimals stay exact as integers, and a total can be counted up and down for ever without drift. */
export const micro = 1_000_000;

/** Sums over settled picks; the three amounts in millionths. */
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

/** What staff did to picks after they were published, but for settling them: how often one was changed, how many were deleted. */
export interface Corrections {
  changed: number;
  deleted: number;
}

/** The same in words; '' when there were none. */
export function describeCorrections({ changed, deleted }: Corrections): string {
  const changes = changed === 0 ? [] : [`${changed} ${changed === 1 ? "change" : "changes"} to picks that were already published`];
  const deletions = deleted === 0 ? [] : [`${deleted} ${deleted === 1 ? "pick" : "picks"} deleted`];
  const all = [...changes, ...deletions];
  return all.length === 0 ? "" : `The whole record so far: ${all.join(", ")}.`;
}

/** The five figures of the stats panel. All are 0 for an empty list. */
export function recordOf(totals: Totals): RecordFigures {
  return {
    // Multiplied before it is divided: what is half a hundredth must not become a little less on the way.
    winPercent: ratio(totals.wins * 100, totals.bets),
    unitsWon: totals.units_result_e6 / micro,
    roiPercent: ratio(totals.units_result_e6 * 100, totals.unit_size_e6),
    totalBets: totals.bets,
    averageConfidence: ratio(totals.sim_confidence_e6, totals.bets * micro),
  };
}

/** What one settled pick adds to a record. */
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

/** A decimal as whole millionths; unknown counts as 0. */
export function inMicros(value: number | null): number {
  return Math.round((value ?? 0) * micro);
}

/** The lower end of a confidence's band of five percent: 62.5 is in band 60, 100 in the last, 95; unknown counts as 0. */
export function bandOf(confidence: number | null): number {
  return Math.min(Math.floor((confidence ?? 0) / 5) * 5, 95);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
