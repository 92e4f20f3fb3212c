/** The picks that everybody may see, in the form that the record's lists use. Pure. */
import type { Evaluation } from "../../ledger/evaluation.ts";
import { type LedgerState, evaluationIn } from "../../ledger/fold.ts";
import type { GradeFields, SettledOutcome } from "../../ledger/ledger-entry.ts";
import { type PickHistory, lastGrade } from "../../ledger/pick-history.ts";
import type { SealedContent } from "../../ledger/sealed-content.ts";
import { type RecordStatus, isRevealed, recordStatusAt } from "../../ledger/record-status.ts";
import { type Timeline, gradedVersion } from "../../ledger/timeline.ts";

export const listedResults = ["win", "loss", "push", "void", "withdrawn", "open"] as const;
export type ListedResult = (typeof listedResults)[number];

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
  const timeline = isRevealed(evaluation, now) ? evaluation.timeline : null;
  if (status.kind === "sealed" || isHidden(timeline, status)) return null;
  const version = timeline && gradedVersion(timeline);
  const grade = lastGrade(history);
  return {
    history,
    evaluation,
    status,
    timeline,
    content: version?.content ?? null,
    grade,
    result: resultOf(history, status, grade?.outcome),
  };
}

/** True while only the time of its seal may be shown. */
export function isSealed(state: LedgerState, history: PickHistory, now: string, largest: number): boolean {
  const evaluation = evaluationIn(state, history);
  const status = recordStatusAt(evaluation, now, largest);
  return status.kind === "sealed" || isHidden(isRevealed(evaluation, now) ? evaluation.timeline : null, status);
}

/**
 * True for a pick that is not revealed, unless it is withheld and counts as a loss. A pick from before the ledger has
 * the status "not counted" even before it starts.
 */
function isHidden(timeline: Timeline | null, status: RecordStatus): boolean {
  return timeline === null && status.kind !== "counted";
}

function resultOf(history: PickHistory, status: RecordStatus, outcome: SettledOutcome | undefined): ListedResult {
  if (status.kind === "counted") return status.result.outcome;
  return outcome ?? (history.withdrawn === null ? "open" : "withdrawn");
}
