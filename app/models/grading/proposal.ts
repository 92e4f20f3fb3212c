/** Proposes what a result does with a pick. Pure. */
import type { PickRow } from "../../db.server.ts";
import { formatNumber, rounded } from "../../format.ts";
import { closingMarkOf } from "../bets/closing-line.ts";
import { outcomeOf, outcomes } from "../bets/outcome.ts";
import type { Stream } from "../bets/stream.ts";
import type { GameResult, Grade, GradedBet } from "../bets/grade.ts";
import { gradeBet } from "../bets/grade.ts";

/** "" = only a person can set the verdict. */
export const proposedOutcomes = ["", "win", "loss", "push", "void"] as const;

export interface Proposal {
  stream: Stream;
  pick_id: number;
  version: number;
  outcome: (typeof proposedOutcomes)[number];
  /** Null when unknown. */
  units_result: number | null;
  /** '✅', '❌', or '' when unknown or equal. */
  beat_clv: string;
  reason: string;
  applied: boolean;
  /** Says why the proposal is not applied. */
  left_out?: string;
}

/**
 * `settle`: the pick is open. `fill`: only the scores are new. `correct`: it is settled differently. `none`: nothing to
 * do.
 */
export type Change = "settle" | "fill" | "correct" | "none";

export interface Planned {
  proposal: Proposal;
  change: Change;
  /** Says how the pick was graded, without the outcome; for a correction also what it was before. */
  workings: string;
}

interface PlannedPick {
  row: PickRow;
  bet: GradedBet;
}

/**
 * Plans what a result does with a pick. `isStillToCome`: its game can't be over yet. `isOfTwo`: the pick could be on
 * another game of the same teams that day.
 */
export function plan(
  { row, bet }: PlannedPick,
  result: GameResult,
  { isStillToCome, isOfTwo }: { isStillToCome: boolean; isOfTwo: boolean },
): Planned {
  const start = {
    stream: row.stream,
    pick_id: row.id,
    version: row.version,
    beat_clv: markOf(row, bet),
    applied: false,
  };
  const leaveOut = (reason: string): Planned => ({
    proposal: { ...start, outcome: "", units_result: null, reason, left_out: reason },
    change: "none",
    workings: reason,
  });
  if (row.corrected_after_start === 1) return leaveOut("It was corrected after its start: a person sets its verdict.");
  if (isOfTwo) return leaveOut("There are two games on that day, and it names neither: a person sets its verdict.");
  if (isStillToCome && row.verdict === "" && result.status === "final") return leaveOut("Its game has not started.");
  const graded = gradeBet(bet, result);
  if ("byHand" in graded) return leaveOut(graded.byHand);
  const { outcome, units_result, reason, workings } = graded;
  const proposal = { ...start, outcome, units_result, reason };
  if (units_result === null) {
    const left_out = "Its price is not known: a person sets its units.";
    return { proposal: { ...proposal, left_out }, change: "none", workings: `${workings}. ${left_out}` };
  }
  const change = changeOf(row, graded, result);
  if (change === "none")
    return {
      proposal: { ...proposal, left_out: "It is settled so already." },
      change,
      workings: "It is settled so already.",
    };
  if (change !== "correct") return { proposal, change, workings };
  const was = ` (was ${settledText(row)})`;
  return { proposal: { ...proposal, reason: `${reason}${was}` }, change, workings: `${workings}${was}` };
}

/** Computes the closing mark as the pick's next save will. */
function markOf({ closing_line, closing_odds, beat_clv }: PickRow, bet: GradedBet): string {
  return closingMarkOf({ ...bet, closing_line, closing_odds }) ?? beat_clv;
}

function changeOf(row: PickRow, { outcome, units_result }: Grade, { away_score, home_score }: GameResult): Change {
  if (row.verdict === "") return "settle";
  const units = row.units_result === null ? null : rounded(row.units_result, 2);
  if (outcomeOf(row.verdict) !== outcome || units !== units_result) return "correct";
  if (outcome === "void" || (row.away_score === away_score && row.home_score === home_score)) return "none";
  return row.away_score === null && row.home_score === null ? "fill" : "correct";
}

/** "loss, -1u, scores 104-112" */
function settledText(row: PickRow): string {
  const units = row.units_result === null ? "" : `${formatNumber(row.units_result)}u`;
  const scores = row.away_score === null ? "" : `scores ${row.away_score}-${row.home_score ?? ""}`;
  return [outcomes[outcomeOf(row.verdict)].label.toLowerCase(), units, scores].filter(Boolean).join(", ");
}
