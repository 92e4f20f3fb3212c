/** How a pick stands at a time: what falls due by time is added when it is read. Pure. */
import type { Counting, Result } from "./counting.ts";
import type { NotCountedWord } from "./not-counted.ts";
import type { LedgerState } from "./fold.ts";
import { countingIn } from "./fold.ts";
import type { Life } from "./life.ts";

/** `why` says why it is a loss without a verdict. */
export type Standing =
  | { status: "sealed" }
  | { status: "open" }
  | { status: "not counted"; word: NotCountedWord }
  | { status: "counted"; result: Result; why: "" | "not graded" | "not revealed" };

const sealed = { status: "sealed" } as const;
const open = { status: "open" } as const;
/** The stake of a pick that is withheld while no other is known, in units. */
const unknownStake = 1;

/** Of one pick. `now` is ISO, UTC, with milliseconds. */
export function standingOf(state: LedgerState, life: Life, now: string): Standing {
  const counting = countingIn(state, life);
  const isWithheld = counting.withheld !== null && isPast(counting.dueAt, now);
  return standingAt(
    counting,
    now,
    isWithheld
      ? largestStake(
          [...state.lives.values()].map((one) => countingIn(state, one)),
          now,
        )
      : 0,
  );
}

/**
 * A sealed pick says nothing but that it is there, also to whoever knows its content. `largest` is the largest stake in the
 * record, in units.
 */
export function standingAt(counting: Counting, now: string, largest: number): Standing {
  const { word, due, graded, withheld } = counting;
  const isDue = isPast(counting.dueAt, now);
  if (counting.isImport) return { status: "not counted", word: "from before the ledger" };
  if (!isRevealed(counting, now))
    return withheld !== null && isDue
      ? { status: "counted", result: { ...withheld, units: 0 - largest, stake: largest }, why: "not revealed" }
      : sealed;
  if (word !== null) return { status: "not counted", word };
  if (graded !== null) return { status: "counted", result: graded, why: "" };
  return due !== null && isDue ? { status: "counted", result: due, why: "not graded" } : open;
}

/** Whether everybody may see what was sealed. */
export function isRevealed({ timeline }: Pick<Counting, "timeline">, now: string): boolean {
  return isPast(timeline?.revealedFrom ?? null, now);
}

/** Of the revealed picks, in units. */
export function largestStake(countings: Iterable<Counting>, now: string): number {
  let largest = 0;
  for (const counting of countings)
    if (!counting.isImport && counting.stake > largest && isRevealed(counting, now)) largest = counting.stake;
  return largest || unknownStake;
}

function isPast(instant: string | null, now: string): boolean {
  return instant !== null && instant <= now;
}
