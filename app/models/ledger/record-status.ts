/** Finds the status of a pick in the record at a time. Whether a pick is due is decided when it is read. Pure. */
import type { Evaluation, Result } from "./evaluation.ts";
import type { NotCountedReason } from "./not-counted.ts";
import { type LedgerState, evaluationIn } from "./fold.ts";
import type { PickHistory } from "./pick-history.ts";

/** `why` says why the pick is a loss without a verdict; '' if it has a verdict. */
export type RecordStatus =
  | { kind: "sealed" }
  | { kind: "open" }
  | { kind: "not counted"; reason: NotCountedReason }
  | { kind: "counted"; result: Result; why: "" | "not graded" | "not revealed" };

/** What a status depends on, besides the time and the largest stake. */
export type StatusFacts = Pick<Evaluation, "revealedFrom" | "notCounted" | "dueAt" | "graded" | "due" | "withheld">;

const sealed = { kind: "sealed" } as const;
const open = { kind: "open" } as const;
/** The stake of a withheld pick, in units, while no other stake is known. */
const unknownStake = 1;

/** The status of one pick. `now` is ISO, UTC, with milliseconds. */
export function recordStatusOf(state: LedgerState, history: PickHistory, now: string): RecordStatus {
  const evaluation = evaluationIn(state, history);
  const isWithheld = evaluation.withheld !== null && isPast(evaluation.dueAt, now);
  return recordStatusAt(
    evaluation,
    now,
    isWithheld
      ? largestStake(
          [...state.histories.values()].map((one) => evaluationIn(state, one)),
          now,
        )
      : 0,
  );
}

/**
 * Returns the status of a pick. A sealed pick shows only that it exists, even to a caller that knows its content.
 * `largest` is the largest stake in the record, in units.
 */
export function recordStatusAt(evaluation: StatusFacts, now: string, largest: number): RecordStatus {
  const { notCounted, due, graded, withheld } = evaluation;
  const isDue = isPast(evaluation.dueAt, now);
  if (notCounted === "from before the ledger") return { kind: "not counted", reason: notCounted };
  if (!isRevealed(evaluation, now))
    return withheld !== null && isDue
      ? { kind: "counted", result: { ...withheld, units: 0 - largest, stake: largest }, why: "not revealed" }
      : sealed;
  if (notCounted !== null) return { kind: "not counted", reason: notCounted };
  if (graded !== null) return { kind: "counted", result: graded, why: "" };
  return due !== null && isDue ? { kind: "counted", result: due, why: "not graded" } : open;
}

/** True if everybody may see what was sealed. */
export function isRevealed({ revealedFrom }: Pick<Evaluation, "revealedFrom">, now: string): boolean {
  return isPast(revealedFrom, now);
}

/** The largest stake of the revealed picks, in units. */
export function largestStake(
  picks: Iterable<Pick<Evaluation, "revealedFrom" | "notCounted" | "largestStake">>,
  now: string,
): number {
  let largest = 0;
  for (const pick of picks)
    if (pick.largestStake > largest && pick.notCounted !== "from before the ledger" && isRevealed(pick, now))
      largest = pick.largestStake;
  return largest || unknownStake;
}

function isPast(instant: string | null, now: string): boolean {
  return instant !== null && instant <= now;
}
