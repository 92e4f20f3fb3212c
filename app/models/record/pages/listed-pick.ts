/** The picks that everybody may see, in the form that the record's lists use. Pure. */
import type { Evaluation } from "../../ledger/evaluation.ts";
import { type LedgerState, evaluationIn } from "../../ledger/fold.ts";
import { type ListedResult, fateOf } from "../figures/pick-standing.ts";
import type { GradeFields } from "../../ledger/ledger-entry.ts";
import { type PickHistory, lastGrade } from "../../ledger/pick-history.ts";
import type { SealedContent } from "../../ledger/sealed-content.ts";
import { type RecordStatus, isRevealed, recordStatusAt } from "../../ledger/record-status.ts";
import { type Timeline, gradedVersion } from "../../ledger/timeline.ts";

export interface ListedPick {
  history: PickHistory;
  evaluation: Evaluation;
  status: Exclude<RecordStatus, { kind: "sealed" }>;
  /** Null while the pick is withheld, like its content. */
  timeline: Timeline | null;
  /** The version that counts, else the last one that was sealed in time. */
  content: SealedContent | null;
  /** The current verdict, also for a pick that does not count. */
  grade: GradeFields | null;
  result: ListedResult;
}

/**
 * Returns null while the pick is sealed at `now` (ISO, UTC). `largest` is the largest stake in the record, in units.
 */
export function listedPick(state: LedgerState, history: PickHistory, now: string, largest: number): ListedPick | null {
  const evaluation = evaluationIn(state, history);
  const status = recordStatusAt(evaluation, now, largest);
  if (!isListed(status, evaluation, now)) return null;
  const timeline = isRevealed(evaluation, now) ? evaluation.timeline : null;
  const version = timeline && gradedVersion(timeline);
  const grade = lastGrade(history);
  return {
    history,
    evaluation,
    status,
    timeline,
    content: version?.content ?? null,
    grade,
    result: resultOf(status, fateOf(history)),
  };
}

/**
 * False while only the time of a pick's seal may be shown: it is not revealed, and not withheld and counted as a loss
 * either. A pick from before the ledger has the status "not counted" even before it starts.
 */
export function isListed(
  status: RecordStatus,
  pick: Pick<Evaluation, "revealedFrom">,
  now: string,
): status is ListedPick["status"] {
  return status.kind !== "sealed" && (status.kind === "counted" || isRevealed(pick, now));
}

/** `fate` is shown of a pick that does not count. */
export function resultOf(status: RecordStatus, fate: ListedResult): ListedResult {
  return status.kind === "counted" ? status.result.outcome : fate;
}
