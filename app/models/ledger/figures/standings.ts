/** How all picks stand at a time: what counts, and the numbers of the rest. Pure. */
import type { Counting, Result } from "../counting.ts";
import type { NotCountedWord } from "../not-counted.ts";
import { notCountedWords } from "../not-counted.ts";
import type { LedgerState } from "../fold.ts";
import { countingIn } from "../fold.ts";
import type { Life } from "../life.ts";
import { lastRevealBy } from "../life.ts";
import type { Note } from "../note-names.ts";
import { notes } from "../note-names.ts";
import { hasNote } from "../notes.ts";
import { isRevealed, largestStake, standingAt } from "../standing.ts";

/** Notes are of revealed picks. */
export interface Counts extends Record<Note, number> {
  not_counted: Record<NotCountedWord, number>;
  /** Of those that count: lost because nobody graded or revealed them in time. */
  not_graded: number;
  not_revealed: number;
  /** Not revealed although the time that was sealed with them is over. */
  held_back: number;
  /** Not revealed yet; revealed, but without a verdict. */
  sealed: number;
  open: number;
  /** When the ledger began (ISO, UTC). */
  since: string | null;
}

export interface Standings {
  /** The picks that count, by their start. */
  results: Result[];
  counts: Counts;
  /** Until when they stand so, unless an entry comes first (ISO, UTC); null = for ever. */
  until: string | null;
  /** The largest stake of the revealed picks, in units. */
  largest: number;
}

export function standingsAt(state: LedgerState, at: Date): Standings {
  const now = at.toISOString();
  const lives = [...state.lives.values()];
  const countings = lives.map((life) => countingIn(state, life));
  const largest = largestStake(countings, now);
  const counts: Counts = {
    ...{ not_counted: { ...noneNotCounted }, not_graded: 0, not_revealed: 0, sealed: 0, open: 0 },
    ...{ corrected: 0, filled_in: 0, moved: 0, amended: 0, last_minutes: 0, withdrawn_late: 0, long_sealed: 0 },
    held_back: 0,
    since: state.since,
  };
  const results: Result[] = [];
  let until: string | null = null;
  for (const [index, counting] of countings.entries()) {
    const life = lives[index];
    const standing = standingAt(counting, now, largest);
    if (standing.status === "not counted") counts.not_counted[standing.word] += 1;
    else if (standing.status !== "counted") counts[standing.status] += 1;
    else results.push(standing.result);
    if (standing.status === "counted" && standing.why !== "") counts[whyNames[standing.why]] += 1;
    if (life !== undefined) countLife(counts, life, counting, now);
    for (const instant of [counting.timeline?.revealedFrom, counting.dueAt])
      if (instant != null && instant > now && (until === null || instant < until)) until = instant;
  }
  return { results: results.sort(byStart), counts, until, largest };
}

function countLife(counts: Counts, life: Life, counting: Counting, now: string): void {
  const revealBy = lastRevealBy(life);
  if (counting.timeline === null && revealBy !== null && revealBy < now) counts.held_back += 1;
  if (isRevealed(counting, now)) for (const note of notes) if (hasNote[note](life, counting, now)) counts[note] += 1;
}

const noneNotCounted: Readonly<Record<NotCountedWord, number>> = {
  [notCountedWords[0]]: 0,
  [notCountedWords[1]]: 0,
  [notCountedWords[2]]: 0,
  [notCountedWords[3]]: 0,
  [notCountedWords[4]]: 0,
  [notCountedWords[5]]: 0,
};
const whyNames = { "not graded": "not_graded", "not revealed": "not_revealed" } as const;

/** By what does not depend on who reads it, or when it was revealed. */
function byStart(one: Result, other: Result): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  if (one.stream !== other.stream) return one.stream < other.stream ? -1 : 1;
  return one.pick_id - other.pick_id;
}
