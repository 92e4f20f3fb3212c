/** How all picks stand at a time: what counts, and the numbers of the rest. Pure. */
import type { Counting, Result } from "../counting.ts";
import type { NotCountedWord } from "../not-counted.ts";
import { notCountedWords } from "../not-counted.ts";
import type { LedgerState } from "../fold.ts";
import { countingIn } from "../fold.ts";
import type { Life } from "../life.ts";
import { isAmended, isCorrected, lastRevealBy } from "../life.ts";
import { largestStake, standingAt } from "../standing.ts";

export interface Counts {
  not_counted: Record<NotCountedWord, number>;
  /** Of those that count: lost because nobody graded or revealed them in time. */
  not_graded: number;
  not_revealed: number;
  /** Revealed picks of the ledger whose start or date was changed. */
  moved: number;
  /** Revealed picks that were amended before their start, or corrected after it. */
  amended: number;
  corrected: number;
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
    ...{ moved: 0, amended: 0, corrected: 0, held_back: 0 },
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
    if (life !== undefined) countLife(counts, life, counting, standing.status !== "sealed", now);
    for (const instant of [counting.timeline?.revealedFrom, counting.dueAt])
      if (instant != null && instant > now && (until === null || instant < until)) until = instant;
  }
  return { results: results.sort(byStart), counts, until, largest };
}

function countLife(counts: Counts, life: Life, counting: Counting, isListed: boolean, now: string): void {
  const revealBy = lastRevealBy(life);
  if (counting.timeline === null && revealBy !== null && revealBy < now) counts.held_back += 1;
  if (!isListed) return;
  if (isMoved(counting)) counts.moved += 1;
  if (isAmended(life)) counts.amended += 1;
  if (isCorrected(life)) counts.corrected += 1;
}

const noneNotCounted: Readonly<Record<NotCountedWord, number>> = {
  [notCountedWords[0]]: 0,
  [notCountedWords[1]]: 0,
  [notCountedWords[2]]: 0,
  [notCountedWords[3]]: 0,
  [notCountedWords[4]]: 0,
};
const whyNames = { "not graded": "not_graded", "not revealed": "not_revealed" } as const;

/** What was there before the ledger is not counted as moved. */
export function isMoved({ isImport, timeline }: Pick<Counting, "isImport" | "timeline">): boolean {
  return !isImport && timeline !== null && timeline.isMoved;
}

/** By what does not depend on who reads it, or when it was revealed. */
function byStart(one: Result, other: Result): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  if (one.stream !== other.stream) return one.stream < other.stream ? -1 : 1;
  return one.pick_id - other.pick_id;
}
