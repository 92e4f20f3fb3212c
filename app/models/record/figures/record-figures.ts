/** The figures of the public record: one arithmetic for pages, panels and the API. Pure. */
import { type DayTotals, calibrationOf } from "../../figures/series.ts";
import { addBet, bandOf, noTotals } from "../../figures/totals.ts";
import type { Result } from "../../ledger/evaluation.ts";
import { type CurvePoint, type Drawdown, curveOf, drawdownOf } from "./curve.ts";
import type { LedgerState } from "../../ledger/fold.ts";
import { wilsonInterval } from "../../figures/interval.ts";
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

export type LedgerFigures = ResultSums & Counts;

/** Percentages and means are not rounded. Nothing in them depends on a content that is not revealed at `now`. */
export function figuresAt(state: LedgerState, now: Date): LedgerFigures {
  const { results, counts } = recordStateAt(state, now);
  return { ...sumsOf(results), ...counts };
}

/** Sums the picks that count. `results` are sorted by start. */
export function sumsOf(results: readonly Result[]): ResultSums {
  const total = newTally();
  for (const result of results) addResult(total, result);
  const curve = curveOf(results);
  return {
    ...figuresOfTally(total),
    clv: {
      points: meanOf(results, ({ closing }) => (closing !== null && "points" in closing ? closing.points : null)),
      percent: meanOf(results, ({ closing }) => (closing !== null && "percent" in closing ? closing.percent : null)),
    },
    curve,
    drawdown: drawdownOf(curve),
    calibration: calibrationLines(results),
    splits: {
      stream: splitBy(results, "stream"),
      sport: splitBy(results, "sport"),
      market: splitBy(results, "market"),
      month: splitBy(results, "month"),
    },
    by_hand: results.filter(({ by }) => by === "hand").length,
  };
}

function byName(one: SplitLine, other: SplitLine): number {
  return one.name < other.name ? -1 : 1;
}

function meanOf(results: readonly Result[], valueOf: (result: Result) => number | null): Mean {
  const values = results.map(valueOf).filter((value) => value !== null);
  const sum = values.reduce((total, value) => total + value, 0);
  return { mean: values.length === 0 ? null : sum / values.length, bets: values.length };
}

function splitBy(results: readonly Result[], by: SplitName): SplitLine[] {
  const tallies = new Map<string, Tally>();
  for (const result of results) {
    const tally = tallies.get(result[by]);
    if (tally === undefined) tallies.set(result[by], addResult(newTally(), result));
    else addResult(tally, result);
  }
  return [...tallies].map(([name, tally]) => ({ name, ...figuresOfTally(tally) })).sort(byName);
}

/** Picks without a confidence are left out: they say nothing about the simulation. */
function calibrationLines(results: readonly Result[]): CalibrationLine[] {
  const bands = new Map<number, DayTotals>();
  for (const result of results) {
    if (result.confidence === null) continue;
    const band = bandOf(result.confidence);
    const totals = bands.get(band) ?? { ...noTotals, game_date: "", band };
    bands.set(band, totals);
    addBet(totals, result);
  }
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
