/** The record at a time: the picks that count, and the numbers of the rest. Pure. */
import type { Result } from "../../ledger/evaluation.ts";
import { type NotCountedReason, notCountedReasons } from "../../ledger/not-counted.ts";
import type { Note } from "../../ledger/note-names.ts";
import { isRevealed, largestStake } from "../../ledger/record-status.ts";
import { type PickStanding, standingAt } from "./pick-standing.ts";

/** The notes count only revealed picks. */
export interface Counts extends Record<Note, number> {
  not_counted: Record<NotCountedReason, number>;
  /** Picks that count as lost because nobody graded or revealed them in time. */
  not_graded: number;
  not_revealed: number;
  /** Picks that are not revealed although the time sealed with them is over. */
  held_back: number;
  /** `sealed` are not revealed yet; `open` are revealed, but without a verdict. */
  sealed: number;
  open: number;
}

export interface RecordState {
  /** The picks that count, sorted by start. */
  results: Result[];
  counts: Counts;
  /** The state is valid until this time (ISO, UTC) or until the next entry; null = no time limit. */
  until: string | null;
  /** The largest stake of the revealed picks, in units. */
  largest: number;
}

/** `now` is ISO, UTC. */
export function recordStateAt(picks: readonly PickStanding[], now: string): RecordState {
  const largest = largestStake(picks, now);
  const counts: Counts = {
    not_counted: { ...noneNotCounted },
    not_graded: 0,
    not_revealed: 0,
    sealed: 0,
    open: 0,
    corrected: 0,
    filled_in: 0,
    moved: 0,
    amended: 0,
    last_minutes: 0,
    withdrawn_late: 0,
    long_sealed: 0,
    held_back: 0,
  };
  const results: Result[] = [];
  let until: string | null = null;
  for (const pick of picks) {
    const status = standingAt(pick, now, largest);
    if (status.kind === "not counted") counts.not_counted[status.reason] += 1;
    else if (status.kind !== "counted") counts[status.kind] += 1;
    else results.push(status.result);
    if (status.kind === "counted" && status.why !== "") counts[whyNames[status.why]] += 1;
    if (pick.heldBackFrom !== null && pick.heldBackFrom < now) counts.held_back += 1;
    if (isRevealed(pick, now)) for (const note of pick.notes) counts[note] += 1;
    for (const instant of [pick.revealedFrom, pick.dueAt])
      if (instant !== null && instant > now && (until === null || instant < until)) until = instant;
  }
  return { results: results.sort(byStart), counts, until, largest };
}

const noneNotCounted: Readonly<Record<NotCountedReason, number>> = {
  [notCountedReasons[0]]: 0,
  [notCountedReasons[1]]: 0,
  [notCountedReasons[2]]: 0,
  [notCountedReasons[3]]: 0,
  [notCountedReasons[4]]: 0,
  [notCountedReasons[5]]: 0,
};
const whyNames = { "not graded": "not_graded", "not revealed": "not_revealed" } as const;

/** The order must not depend on who reads it, or on when a pick was revealed. */
function byStart(one: Result, other: Result): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  if (one.stream !== other.stream) return one.stream < other.stream ? -1 : 1;
  return one.pick_id - other.pick_id;
}
