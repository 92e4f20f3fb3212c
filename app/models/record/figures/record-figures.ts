/** The figures of the public record: one arithmetic for pages, panels and the API. Pure. */
import { type DayTotals, calibrationOf } from "../../figures/series.ts";
import { addBet, bandOf, noTotals } from "../../figures/totals.ts";
import type { Result } from "../../ledger/evaluation.ts";
import { type CurvePoint, type Day, type Drawdown, addToDays, curveOf, drawdownOf } from "./curve.ts";
import type { LedgerState } from "../../ledger/fold.ts";
import { wilsonInterval } from "../../figures/interval.ts";
import { standingsOf } from "./pick-standing.ts";
import { type Counts, recordStateAt } from "./record-state.ts";
import { type TallyFigures, type Tally, addResult, figuresOfTally, newTally } from "./tally.ts";

/** `mean` is null without bets. */
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
export type SplitName = (typeof splitNames)[number];

export interface ResultSums extends TallyFigures {
  /**
   * Mean closing-line values: in points for spreads and totals, in percent for moneylines. See bets/closing-line.ts.
   */
  clv: { points: Mean; percent: Mean };
  drawdown: Drawdown;
  curve: CurvePoint[];
  calibration: CalibrationLine[];
  splits: Record<SplitName, SplitLine[]>;
  /** The number of picks that people graded. */
  by_hand: number;
}

export interface LedgerFigures extends ResultSums, Counts {
  /** The time when the ledger began (ISO, UTC). */
  since: string | null;
}

/** The sums of the picks that count, while they are added. */
export interface Sums {
  total: Tally;
  points: { sum: number; bets: number };
  percent: { sum: number; bets: number };
  days: Day[];
  bands: Map<number, DayTotals>;
  splits: Record<SplitName, Map<string, Tally>>;
  byHand: number;
}

/** Percentages and means are not rounded. Nothing in them depends on a content that is not revealed at `now`. */
export function figuresAt(state: LedgerState, now: Date): LedgerFigures {
  const { results, counts } = recordStateAt(standingsOf(state), now.toISOString());
  const sums = newSums();
  for (const result of results) addToSums(sums, result);
  return { ...figuresOfSums(sums), ...counts, since: state.since };
}

export function newSums(): Sums {
  return {
    total: newTally(),
    points: { sum: 0, bets: 0 },
    percent: { sum: 0, bets: 0 },
    days: [],
    bands: new Map(),
    splits: { stream: new Map(), sport: new Map(), market: new Map(), month: new Map() },
    byHand: 0,
  };
}

/** Adds a pick that counts. Results are added in the order of their start. */
export function addToSums(sums: Sums, result: Result): void {
  addResult(sums.total, result);
  addClosing(sums, result);
  addToDays(sums.days, result);
  addToBand(sums.bands, result);
  addToSplit(sums.splits.stream, result.stream, result);
  addToSplit(sums.splits.sport, result.sport, result);
  addToSplit(sums.splits.market, result.market, result);
  addToSplit(sums.splits.month, result.date.slice(0, 7), result);
  if (result.by === "hand") sums.byHand += 1;
}

export function figuresOfSums({ total, points, percent, days, bands, splits, byHand }: Sums): ResultSums {
  const curve = curveOf(days);
  return {
    ...figuresOfTally(total),
    clv: { points: meanOf(points), percent: meanOf(percent) },
    curve,
    drawdown: drawdownOf(curve),
    calibration: calibrationLines(bands),
    splits: {
      stream: linesOf(splits.stream),
      sport: linesOf(splits.sport),
      market: linesOf(splits.market),
      month: linesOf(splits.month),
    },
    by_hand: byHand,
  };
}

function addClosing(sums: Sums, { closing }: Result): void {
  if (closing === null) return;
  const [mean, value] = "points" in closing ? [sums.points, closing.points] : [sums.percent, closing.percent];
  mean.sum += value;
  mean.bets += 1;
}

function meanOf({ sum, bets }: Sums["points"]): Mean {
  return { mean: bets === 0 ? null : sum / bets, bets };
}

function addToSplit(tallies: Map<string, Tally>, name: string, result: Result): void {
  const tally = tallies.get(name);
  if (tally === undefined) tallies.set(name, addResult(newTally(), result));
  else addResult(tally, result);
}

function linesOf(tallies: ReadonlyMap<string, Tally>): SplitLine[] {
  return [...tallies].map(([name, tally]) => ({ name, ...figuresOfTally(tally) })).sort(byName);
}

function byName(one: SplitLine, other: SplitLine): number {
  return one.name < other.name ? -1 : 1;
}

/** Picks without a confidence are left out: they say nothing about the simulation. */
function addToBand(bands: Map<number, DayTotals>, result: Result): void {
  if (result.confidence === null) return;
  const band = bandOf(result.confidence);
  const totals = bands.get(band) ?? { ...noTotals, game_date: "", band };
  bands.set(band, totals);
  addBet(totals, result);
}

function calibrationLines(bands: ReadonlyMap<number, DayTotals>): CalibrationLine[] {
  return calibrationOf([...bands.values()]).map(({ from, to, bets, wins, winPercent, averageConfidence }) => ({
    from,
    to,
    bets,
    wins,
    win_percent: winPercent,
    expected_percent: averageConfidence,
    interval: wilsonInterval(wins, bets),
  }));
}
