/** The figures of the public record: one arithmetic for pages, panels and the API. Pure. */
import type { DayTotals } from "../../record/series.ts";
import { calibrationOf } from "../../record/series.ts";
import { bandOf, inMicros, noTotals } from "../../record/record.ts";
import type { Counting, NotCountedWord, Result } from "../counting.ts";
import { notCountedWords } from "../counting.ts";
import type { CurvePoint, Drawdown } from "./curve.ts";
import { curveOf, drawdownOf } from "./curve.ts";
import type { LedgerState } from "../fold.ts";
import { countingIn } from "../fold.ts";
import { wilsonInterval } from "./interval.ts";
import { largestStake, standingAt } from "../standing.ts";
import type { TallyFigures, Tally } from "./tally.ts";
import { addResult, figuresOfTally, newTally } from "./tally.ts";

/** Null of no bets. */
export interface Mean {
  mean: number | null;
  bets: number;
}

export interface CalibrationLine {
  /** Confidence in percent, from `from` to below `to`. */
  from: number;
  to: number;
  /** Wins and losses with a confidence. */
  bets: number;
  wins: number;
  win_percent: number;
  interval: [low: number, high: number] | null;
  /** The mean confidence. */
  expected_percent: number;
}

export interface SplitLine extends TallyFigures {
  /** '' = unknown. A month is YYYY-MM of the start that counts. */
  name: string;
}

export const splitNames = ["stream", "sport", "market", "month"] as const;

export interface LedgerFigures extends TallyFigures {
  /** Mean closing-line values: of spreads and totals in points, of moneylines in percent. See bets/closing-line.ts. */
  clv: { points: Mean; percent: Mean };
  drawdown: Drawdown;
  curve: CurvePoint[];
  calibration: CalibrationLine[];
  splits: Record<(typeof splitNames)[number], SplitLine[]>;
  not_counted: Record<NotCountedWord, number>;
  /** Of those that count: graded by people, and lost because nobody graded or revealed them in time. */
  by_hand: number;
  not_graded: number;
  not_revealed: number;
  /** Revealed picks of the ledger whose start or date was changed. */
  moved: number;
  /** Not revealed yet; revealed, but without a verdict. */
  sealed: number;
  open: number;
  /** When the ledger began (ISO, UTC). */
  since: string | null;
}

/** Percentages and means are not rounded. Nothing in them depends on a content that is not revealed at `now`. */
export function figuresAt(state: LedgerState, now: Date): LedgerFigures {
  const { results, ...counts } = standingsAt(state, now.toISOString());
  const total = newTally();
  for (const result of results) addResult(total, result);
  const curve = curveOf(results);
  return {
    ...figuresOfTally(total),
    ...counts,
    clv: {
      points: meanOf(results, ({ closing }) => (closing !== null && "points" in closing ? closing.points : null)),
      percent: meanOf(results, ({ closing }) => (closing !== null && "percent" in closing ? closing.percent : null)),
    },
    ...{ curve, drawdown: drawdownOf(curve), calibration: calibrationLines(results) },
    splits: {
      stream: splitBy(results, ({ stream }) => stream),
      sport: splitBy(results, ({ sport }) => sport),
      market: splitBy(results, ({ market }) => market),
      month: splitBy(results, ({ date }) => date.slice(0, 7)),
    },
    by_hand: results.filter(({ by }) => by === "hand").length,
    since: state.since,
  };
}

/** The picks that count, by their start, and the numbers of the others. */
function standingsAt(state: LedgerState, now: string) {
  const countings = [...state.lives.values()].map((life) => countingIn(state, life));
  const largest = largestStake(countings, now);
  const not_counted = { ...noneNotCounted };
  const counts = { not_counted, not_graded: 0, not_revealed: 0, moved: 0, sealed: 0, open: 0 };
  const results: Result[] = [];
  for (const counting of countings) {
    const standing = standingAt(counting, now, largest);
    if (standing.status === "not counted") not_counted[standing.word] += 1;
    else if (standing.status !== "counted") counts[standing.status] += 1;
    else results.push(standing.result);
    if (standing.status === "counted" && standing.why !== "") counts[whyNames[standing.why]] += 1;
    if (standing.status !== "sealed" && isMoved(counting)) counts.moved += 1;
  }
  return { ...counts, results: results.sort(byStart) };
}

const noneNotCounted: Readonly<Record<NotCountedWord, number>> = {
  [notCountedWords[0]]: 0,
  [notCountedWords[1]]: 0,
  [notCountedWords[2]]: 0,
  [notCountedWords[3]]: 0,
  [notCountedWords[4]]: 0,
};
const whyNames = { "not graded": "not_graded", "not revealed": "not_revealed" } as const;

function isMoved({ isImport, timeline }: Counting): boolean {
  return !isImport && timeline !== null && timeline.isMoved;
}

/** By what does not depend on who reads it, or when it was revealed. */
function byStart(one: Result, other: Result): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  if (one.stream !== other.stream) return one.stream < other.stream ? -1 : 1;
  return one.pick_id - other.pick_id;
}

function meanOf(results: readonly Result[], valueOf: (result: Result) => number | null): Mean {
  const values = results.map(valueOf).filter((value) => value !== null);
  const sum = values.reduce((total, value) => total + value, 0);
  return { mean: values.length === 0 ? null : sum / values.length, bets: values.length };
}

function splitBy(results: readonly Result[], nameOf: (result: Result) => string): SplitLine[] {
  const tallies = new Map<string, Tally>();
  for (const result of results) {
    const name = nameOf(result);
    const tally = tallies.get(name) ?? newTally();
    tallies.set(name, tally);
    addResult(tally, result);
  }
  const names = [...tallies.keys()].sort();
  return names.map((name) => ({ name, ...figuresOfTally(tallies.get(name) ?? newTally()) }));
}

/** A pick without a confidence says nothing about the simulation. */
function calibrationLines(results: readonly Result[]): CalibrationLine[] {
  const bands = new Map<number, DayTotals>();
  for (const { outcome, confidence } of results) {
    if (confidence === null || (outcome !== "win" && outcome !== "loss")) continue;
    const band = bandOf(confidence);
    const totals = bands.get(band) ?? { ...noTotals, game_date: "", band };
    bands.set(band, totals);
    totals.picks += 1;
    totals.bets += 1;
    totals[outcome === "win" ? "wins" : "losses"] += 1;
    totals.decided_confidence_e6 += inMicros(confidence);
  }
  return calibrationOf([...bands.values()]).map(({ from, to, bets, wins, winPercent, averageConfidence }) => ({
    ...{ from, to, bets, wins, win_percent: winPercent, expected_percent: averageConfidence },
    interval: wilsonInterval(wins, bets),
  }));
}
