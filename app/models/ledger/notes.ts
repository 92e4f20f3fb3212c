/**
 * The notes about a revealed pick beside its status. Each note is shown as a number and a list, since it can hide a
 * lie. Pure.
 */
import { dayMs, minuteMs } from "../../time/durations.ts";
import type { Evaluation } from "./evaluation.ts";
import { type KnownVersion, type PickHistory, isAmended, isCorrectedInRecord, isFilledIn } from "./pick-history.ts";
import type { NotCountedReason } from "./not-counted.ts";
import type { Note } from "./note-names.ts";
import { type Timeline, countedVersion } from "./timeline.ts";

const longSealedMs = 30 * dayMs;
const lastMinutesMs = 5 * minuteMs;

/** `now` is ISO, UTC. */
export const hasNote: Readonly<Record<Note, (history: PickHistory, evaluation: Evaluation, now: string) => boolean>> = {
  corrected: isCorrectedInRecord,
  filled_in: ({ grades }) => grades.some((entry) => entry.type === "correct" && isFilledIn(entry)),
  moved: (_, evaluation) => isMoved(evaluation),
  amended: isAmended,
  last_minutes: (_, evaluation) => lastMinuteVersion(evaluation) !== null,
  withdrawn_late: ({ withdrawn }, { isImport, notCounted }) =>
    withdrawn !== null && !isImport && !isWithdrawnEarly(notCounted),
  long_sealed: (history, { timeline }, now) => isLongSealed(history, timeline, now),
};

/** A pick from before the ledger is not counted as moved. */
export function isMoved({ isImport, timeline }: Pick<Evaluation, "isImport" | "timeline">): boolean {
  return !isImport && timeline !== null && timeline.isMoved;
}

/** Returns the version that counts if it was sealed in the last five minutes before the start, else null. */
export function lastMinuteVersion({
  isImport,
  timeline,
}: Pick<Evaluation, "isImport" | "timeline">): KnownVersion | null {
  const version = timeline && countedVersion(timeline);
  const start = timeline?.start ?? null;
  if (isImport || version === null || start === null || start.isDay) return null;
  return Date.parse(start.at) - Date.parse(version.at) < lastMinutesMs ? version : null;
}

/** True if the pick was sealed for more than 30 days, until its reveal or until now. */
export function isLongSealed({ versions }: PickHistory, timeline: Timeline | null, now: string): boolean {
  const revealedFrom = timeline?.revealedFrom ?? null;
  const until = revealedFrom === null || revealedFrom > now ? now : revealedFrom;
  return Date.parse(until) - Date.parse(versions[0]?.at ?? until) > longSealedMs;
}

function isWithdrawnEarly(reason: NotCountedReason | null): boolean {
  return reason === "withdrawn before the start" || reason === "withdrawn, never had a start";
}
