/** The rules of grading. Pure. */
import { formatNumber } from "../../format.ts";
import type { BetReading } from "./bet.ts";
import { hasWinnerOnly } from "./final-text.ts";
import type { Outcome } from "./outcome.ts";
import { unitsOfShare } from "./units.ts";

export const resultStatuses = ["final", "postponed", "cancelled", "suspended", "shortened"] as const;
export type ResultStatus = (typeof resultStatuses)[number];

/** The highest score of a side. */
export const maxScore = 1000;

/** The result of a game. In UFC and Tennis the winner has 1 and the loser 0. */
export interface GameResult {
  /** Null when the game was not played. */
  away_score: number | null;
  home_score: number | null;
  status: ResultStatus;
}

export interface GradedBet extends BetReading {
  sport: string;
  away: string;
  home: string;
  /** In units. */
  unit_size: number;
}

/** The part of the stake that is won (above 0) or lost (below 0). A quarter line pays halves. */
export type Share = 1 | 0.5 | 0 | -0.5 | -1;

export interface Grade {
  outcome: Exclude<Outcome, "open">;
  /** Null for a win without a price. */
  units_result: number | null;
  /** "Boston Celtics 112, Los Angeles Lakers 104: margin +8, line -3.5" */
  workings: string;
  /** The workings and the grade that follows from them: "… → win, +0.91u". */
  reason: string;
}

/** `byHand` says why only a person can set the verdict. */
export type Graded = Grade | { byHand: string };

const sportsByHand: readonly string[] = ["Golf", "Horses"];

/** Explains why no rule can grade this bet, whatever the result is; null when a rule can. */
export function reasonByHand({ sport, market, side, line, away, home }: GradedBet): string | null {
  if (sportsByHand.includes(sport)) return `${sport} is graded by hand.`;
  if (away === "" || home === "") return "The game's two sides could not be read.";
  if (market === "") return "The bet could not be read.";
  if (market === "other") return "Props, parlays and parts of a game are graded by hand.";
  if (side === "") return "The side could not be read.";
  if (market === "moneyline") return null;
  if (hasWinnerOnly(sport)) return `A ${market} in ${sport} is graded by hand.`;
  return line === null ? "The line could not be read." : null;
}

/**
 * Moneyline: the higher score wins. When the scores are level, a draw wins; a side loses in MLS and is a push
 * elsewhere. Spread: own score - the other's + line. Total: the sum against the line. Above 0 is a win, 0 a push, below
 * 0 a loss. Overtime counts. A quarter line is half of each neighbour line. A game that isn't final is a void.
 */
export function gradeBet(bet: GradedBet, result: GameResult): Graded {
  const byHand = reasonByHand(bet);
  if (byHand !== null) return { byHand };
  const { away_score: away, home_score: home, status } = result;
  if (status !== "final") return voided(`The game was ${status}`);
  if (away === null || home === null) return { byHand: "The scores are not known." };
  const share = shareOf(bet, away, home);
  if (share === null) return { byHand: "Level: nobody knows the rules of this sport." };
  const outcome = outcomeOfShare(share);
  const units_result = unitsOfShare(share, bet.unit_size, bet.odds);
  const working = workings(bet, away, home);
  return {
    outcome,
    units_result,
    workings: working,
    reason: `${working} → ${verdictOf(share)}, ${unitsText(units_result)}`,
  };
}

/** Gives the share that the rules decide for the final scores; null when only a person can grade this bet. */
export function shareByRule(bet: GradedBet, away: number, home: number): Share | null {
  return reasonByHand(bet) === null ? shareOf(bet, away, home) : null;
}

function voided(working: string): Grade {
  return { outcome: "void", units_result: 0, workings: working, reason: `${working} → void, 0u` };
}

function shareOf({ market, side, line, sport }: GradedBet, away: number, home: number): Share | null {
  if (market === "moneyline") return moneylineShare(side, sport, away, home);
  const ahead =
    market === "total" ? pointsOver(side, away + home) : (points: number) => marginOf(side, away, home) + points;
  return lineShare(ahead, line ?? 0);
}

function moneylineShare(side: GradedBet["side"], sport: string, away: number, home: number): Share | null {
  if (side === "draw") return away === home ? 1 : -1;
  const margin = marginOf(side, away, home);
  if (margin !== 0) return margin > 0 ? 1 : -1;
  if (sport === "Other") return null;
  return sport === "MLS" ? -1 : 0;
}

/** Computes how many points the total is ahead of a line, for the side taken. */
function pointsOver(side: GradedBet["side"], sum: number): (line: number) => number {
  return (line) => (side === "over" ? sum - line : line - sum);
}

function marginOf(side: GradedBet["side"], away: number, home: number): number {
  return side === "home" ? home - away : away - home;
}

/** A quarter line lies between two lines half a point apart, with half of the stake on each. */
function lineShare(ahead: (line: number) => number, line: number): Share {
  const whole = (each: number) => shareAt(ahead(each));
  if (Number.isInteger(line * 2)) return whole(line);
  return mean(whole(line - 0.25), whole(line + 0.25));
}

function shareAt(points: number): 1 | 0 | -1 {
  if (points === 0) return 0;
  return points > 0 ? 1 : -1;
}

function mean(one: 1 | 0 | -1, other: 1 | 0 | -1): Share {
  const sum = one + other;
  if (sum === 0) return 0;
  if (Math.abs(sum) === 2) return sum > 0 ? 1 : -1;
  return sum > 0 ? 0.5 : -0.5;
}

/** Gives the outcome of a share, for a game that was played. */
export function outcomeOfShare(share: Share): Grade["outcome"] {
  if (share === 0) return "push";
  return share > 0 ? "win" : "loss";
}

function verdictOf(share: Share): string {
  const outcome = outcomeOfShare(share);
  return Math.abs(share) === 0.5 ? `half a ${outcome}` : outcome;
}

function unitsText(units: number | null): string {
  return units === null ? "the price is not known" : `${signed(units)}u`;
}

/** Names the side taken first: "Boston Celtics 112, Los Angeles Lakers 104: margin +8, line -3.5". */
function workings(bet: GradedBet, away: number, home: number): string {
  const { market, side, line, sport } = bet;
  const scores = [`${bet.away} ${away}`, `${bet.home} ${home}`];
  const shown = (side === "home" ? scores.toReversed() : scores).join(", ");
  if (hasWinnerOnly(sport)) return winnerText(bet, away, home);
  if (market === "total") return `${shown}: total ${away + home}, ${side} ${formatNumber(line)}`;
  const margin = `${shown}: margin ${signed(marginOf(side === "draw" ? "home" : side, away, home))}`;
  return line === null ? margin : `${margin}, line ${signed(line)}`;
}

function winnerText(bet: GradedBet, away: number, home: number): string {
  if (away === home) return "A draw";
  return `${home > away ? bet.home : bet.away} won`;
}

/** "+8", "-3.5", "0". */
function signed(figure: number): string {
  return figure > 0 ? `+${formatNumber(figure)}` : formatNumber(figure);
}
