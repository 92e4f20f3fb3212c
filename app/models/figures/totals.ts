/** The sums of settled bets and the figures that follow from them, for the history and for the public record. Pure. */
import type { PickRow } from "../../db.server.ts";
import { rounded } from "../../format.ts";
import { type Outcome, outcomeOf, outcomes } from "../bets/outcome.ts";

/** Amounts are summed as integer millionths, so that totals stay exact and never drift. */
export const micro = 1_000_000;

export interface Totals {
  /** All settled picks, voids too. */
  picks: number;
  /** Wins, losses and pushes. */
  bets: number;
  wins: number;
  losses: number;
  /** Summed over all picks. */
  units_result_e6: number;
  /** Summed over wins and losses: the stake of a push or void came back. */
  unit_size_e6: number;
  /** Summed over bets. */
  sim_confidence_e6: number;
  /** Summed over wins and losses. */
  decided_confidence_e6: number;
}

export const noTotals: Totals = {
  picks: 0,
  bets: 0,
  wins: 0,
  losses: 0,
  units_result_e6: 0,
  unit_size_e6: 0,
  sim_confidence_e6: 0,
  decided_confidence_e6: 0,
};

export const totalNames = [
  "picks",
  "bets",
  "wins",
  "losses",
  "units_result_e6",
  "unit_size_e6",
  "sim_confidence_e6",
  "decided_confidence_e6",
] as const;

export interface Figures {
  wins: number;
  losses: number;
  pushes: number;
  voids: number;
  /** wins / (wins + losses) * 100 */
  winPercent: number;
  /** sum of units_result, in units */
  unitsWon: number;
  /** sum of units_result / sum of unit_size of wins and losses * 100; 0 when nothing was staked */
  roiPercent: number;
  /** wins + losses + pushes */
  totalBets: number;
  /** mean of sim_confidence over the bets, unknown ones as 0, in percent */
  averageConfidence: number;
}

/** "29-15-2": wins, losses and pushes. */
export function recordText({ wins, losses, pushes }: Pick<Figures, "wins" | "losses" | "pushes">): string {
  return `${wins}-${losses}-${pushes}`;
}

/** Staff's changes after publishing, other than settling: how many changes, and how many deleted picks. */
export interface StaffChanges {
  changed: number;
  deleted: number;
}

export function describeStaffChanges({ changed, deleted }: StaffChanges): string {
  const changes =
    changed === 0 ? [] : [`${changed} ${changed === 1 ? "change" : "changes"} to picks that were already published`];
  const deletions = deleted === 0 ? [] : [`${deleted} ${deleted === 1 ? "pick" : "picks"} deleted`];
  const all = [...changes, ...deletions];
  return all.length === 0 ? "" : `The whole record so far: ${all.join(", ")}.`;
}

export function figuresOf(totals: Totals): Figures {
  const { picks, bets, wins, losses } = totals;
  return {
    wins,
    losses,
    pushes: bets - wins - losses,
    voids: picks - bets,
    // Multiply before dividing: otherwise an exact half can come out slightly lower and round down.
    winPercent: ratio(wins * 100, wins + losses),
    unitsWon: totals.units_result_e6 / micro,
    roiPercent: ratio(totals.units_result_e6 * 100, totals.unit_size_e6),
    totalBets: bets,
    averageConfidence: ratio(totals.sim_confidence_e6, bets * micro),
  };
}

/** With the two decimals that pages show: more digits are not sent. */
export function shownFigures(figures: Figures): Figures {
  return {
    ...figures,
    winPercent: rounded(figures.winPercent, 2),
    roiPercent: rounded(figures.roiPercent, 2),
    averageConfidence: rounded(figures.averageConfidence, 2),
  };
}

/** Amounts are in units, the confidence is in percent; null = unknown. */
export interface SettledBet {
  outcome: Exclude<Outcome, "open">;
  units: number | null;
  stake: number | null;
  confidence: number | null;
}

/** Adds to `totals` in place: there can be 100,000 bets. */
export function addBet(totals: Totals, { outcome, units, stake, confidence }: SettledBet): void {
  totals.picks += 1;
  totals.units_result_e6 += inMicros(units);
  const { countsAsBet, returnsStake } = outcomes[outcome];
  if (!countsAsBet) return;
  const confidenceE6 = inMicros(confidence);
  totals.bets += 1;
  totals.sim_confidence_e6 += confidenceE6;
  if (returnsStake) return;
  if (outcome === "win") totals.wins += 1;
  else totals.losses += 1;
  totals.unit_size_e6 += inMicros(stake);
  totals.decided_confidence_e6 += confidenceE6;
}

export function totalsOf(pick: Pick<PickRow, "verdict" | "units_result" | "unit_size" | "sim_confidence">): Totals {
  const totals = { ...noTotals };
  const outcome = outcomeOf(pick.verdict);
  if (outcome !== "open")
    addBet(totals, {
      outcome,
      units: pick.units_result,
      stake: pick.unit_size,
      confidence: pick.sim_confidence,
    });
  return totals;
}

export function addTotals(left: Totals, right: Totals): Totals {
  const sum = { ...left };
  for (const name of totalNames) sum[name] += right[name];
  return sum;
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
