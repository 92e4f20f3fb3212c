/** Computes the totals of picks that count, the chances that their prices imply, and the figures of both. Pure. */
import { breakEvenPercent } from "../../bets/units.ts";
import { wilsonInterval } from "../../figures/interval.ts";
import { type Totals, addBet, figuresOf, noTotals } from "../../figures/totals.ts";
import type { Result } from "../../ledger/evaluation.ts";

export interface Tally {
  totals: Totals;
  /** The sum of the chances that the prices of wins and losses imply, in percent, and their number. */
  impliedSum: number;
  priced: number;
}

export interface TallyFigures {
  wins: number;
  losses: number;
  pushes: number;
  voids: number;
  units_won: number;
  /** units_won / the stakes of wins and losses. This rate and the others are null while nothing is decided. */
  roi_percent: number | null;
  /** wins / (wins + losses) */
  win_percent: number | null;
  /** The 95 % interval of win_percent (Wilson 1927). */
  interval: [low: number, high: number] | null;
  /** The mean implied chance of the prices of wins and losses: to compare with win_percent. */
  break_even_percent: number | null;
}

export function newTally(): Tally {
  return { totals: { ...noTotals }, impliedSum: 0, priced: 0 };
}

/** Adds to the tally and returns it. */
export function addResult(tally: Tally, result: Result): Tally {
  const { outcome, odds } = result;
  addBet(tally.totals, result);
  if (odds === null || (outcome !== "win" && outcome !== "loss")) return tally;
  tally.impliedSum += breakEvenPercent(odds);
  tally.priced += 1;
  return tally;
}

export function figuresOfTally({ totals, impliedSum, priced }: Tally): TallyFigures {
  const { wins, losses, pushes, voids, unitsWon, roiPercent, winPercent } = figuresOf(totals);
  const decided = wins + losses;
  return {
    wins,
    losses,
    pushes,
    voids,
    units_won: unitsWon,
    roi_percent: totals.unit_size_e6 === 0 ? null : roiPercent,
    win_percent: decided === 0 ? null : winPercent,
    interval: wilsonInterval(wins, decided),
    break_even_percent: priced === 0 ? null : impliedSum / priced,
  };
}
