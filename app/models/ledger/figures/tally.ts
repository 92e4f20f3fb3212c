/** The sums of a set of picks that count, and their figures. Pure. */
import { breakEvenPercent } from "../../bets/units.ts";
import { inMicros, micro } from "../../record/record.ts";
import type { Result } from "../counting.ts";
import { wilsonInterval } from "./interval.ts";

/** Units in millionths, so that sums stay exact. */
export interface Tally {
  win: number;
  loss: number;
  push: number;
  void: number;
  unitsE6: number;
  /** Of wins and losses: the stake of a push or void came back. */
  stakedE6: number;
  /** Of the prices of wins and losses, in percent. */
  impliedSum: number;
  priced: number;
}

export interface TallyFigures {
  wins: number;
  losses: number;
  pushes: number;
  voids: number;
  units_won: number;
  /** Of units_won / the stakes of wins and losses; null like the other rates while nothing is decided. */
  roi_percent: number | null;
  /** wins / (wins + losses) */
  win_percent: number | null;
  /** Of win_percent: 95 %, Wilson 1927. */
  interval: [low: number, high: number] | null;
  /** The mean implied chance of the prices of wins and losses: to compare with win_percent. */
  break_even_percent: number | null;
}

export function newTally(): Tally {
  return { win: 0, loss: 0, push: 0, void: 0, unitsE6: 0, stakedE6: 0, impliedSum: 0, priced: 0 };
}

/** Into the tally, which it returns. */
export function addResult(tally: Tally, { outcome, units, stake, odds }: Result): Tally {
  tally[outcome] += 1;
  tally.unitsE6 += inMicros(units);
  if (outcome !== "win" && outcome !== "loss") return tally;
  tally.stakedE6 += inMicros(stake);
  if (odds === null) return tally;
  tally.impliedSum += breakEvenPercent(odds);
  tally.priced += 1;
  return tally;
}

export function figuresOfTally(tally: Tally): TallyFigures {
  const { win: wins, loss: losses, push: pushes, void: voids } = tally;
  return {
    ...{ wins, losses, pushes, voids, units_won: tally.unitsE6 / micro },
    // Multiplied first: else an exact half can come out slightly lower.
    roi_percent: ratio(tally.unitsE6 * 100, tally.stakedE6),
    win_percent: ratio(wins * 100, wins + losses),
    interval: wilsonInterval(wins, wins + losses),
    break_even_percent: ratio(tally.impliedSum, tally.priced),
  };
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
