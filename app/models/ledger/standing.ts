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
  const isWithheld = counting.timeline === null && isPast(counting.dueAt, now);
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

/** A sealed pick says nothing but that it is there. `largest` is the largest stake in the record, in units. */
export function standingAt(counting: Counting, now: string, largest: number): Standing {
  const { timeline, word, due, graded, dueAt } = counting;
  if (counting.isImport) return { status: "not counted", word: "from before the ledger" };
  if (timeline === null)
    return due !== null && isPast(dueAt, now)
      ? { status: "counted", result: { ...due, units: 0 - largest, stake: largest }, why: "not revealed" }
      : sealed;
  if (!isPast(timeline.revealedFrom, now)) return sealed;
  if (word !== null) return { status: "not counted", word };
  if (graded !== null) return { status: "counted", result: graded, why: "" };
  return due !== null && isPast(dueAt, now) ? { status: "counted", result: due, why: "not graded" } : open;
}

/** Of the revealed picks, in units. */
export function largestStake(countings: Iterable<Counting>, now: string): number {
  let largest = 0;
  for (const { isImport, timeline, stake } of countings)
    if (!isImport && stake > largest && isPast(timeline?.revealedFrom ?? null, now)) largest = stake;
  return largest || unknownStake;
}

function isPast(instant: string | null, now: string): boolean {
  return instant !== null && instant <= now;
}
