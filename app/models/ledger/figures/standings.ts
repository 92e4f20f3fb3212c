/** How all picks stand at a time: what counts, and the numbers of the rest. Pure. */
import type { Counting, NotCountedWord, Result } from "../counting.ts";
import { notCountedWords } from "../counting.ts";
import type { LedgerState } from "../fold.ts";
import { countingIn } from "../fold.ts";
import { largestStake, standingAt } from "../standing.ts";

export interface Counts {
  not_counted: Record<NotCountedWord, number>;
  /** Of those that count: lost because nobody graded or revealed them in time. */
  not_graded: number;
  not_revealed: number;
  /** Revealed picks of the ledger whose start or date was changed. */
  moved: number;
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
}

export function standingsAt(state: LedgerState, at: Date): Standings {
  const now = at.toISOString();
  const countings = [...state.lives.values()].map((life) => countingIn(state, life));
  const largest = largestStake(countings, now);
  const counts: Counts = {
    ...{ not_counted: { ...noneNotCounted }, not_graded: 0, not_revealed: 0, moved: 0, sealed: 0, open: 0 },
    since: state.since,
  };
  const results: Result[] = [];
  let until: string | null = null;
  for (const counting of countings) {
    const standing = standingAt(counting, now, largest);
    if (standing.status === "not counted") counts.not_counted[standing.word] += 1;
    else if (standing.status !== "counted") counts[standing.status] += 1;
    else results.push(standing.result);
    if (standing.status === "counted" && standing.why !== "") counts[whyNames[standing.why]] += 1;
    if (standing.status !== "sealed" && isMoved(counting)) counts.moved += 1;
    for (const instant of [counting.timeline?.revealedFrom, counting.dueAt])
      if (instant != null && instant > now && (until === null || instant < until)) until = instant;
  }
  return { results: results.sort(byStart), counts, until };
}

const noneNotCounted: Readonly<Record<NotCountedWord, number>> = {
  [notCountedWords[0]]: 0,
  [notCountedWords[1]]: 0,
  [notCountedWords[2]]: 0,
  [notCountedWords[3]]: 0,
  [notCountedWords[4]]: 0,
};
const whyNames = { "not graded": "not_graded", "not revealed": "not_revealed" } as const;

function isMoved({ isImport, timeline }: Counting): boolean {
  return !isImport && timeline !== null && timeline.isMoved;
}

/** By what does not depend on who reads it, or when it was revealed. */
function byStart(one: Result, other: Result): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  if (one.stream !== other.stream) return one.stream < other.stream ? -1 : 1;
  return one.pick_id - other.pick_id;
}
