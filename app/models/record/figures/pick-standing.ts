/**
 * How a pick stands in the record: all that figures, filters and lists need of it. Texts and contents are read from the
 * ledger when a page shows them. Pure.
 */
import type { Evaluation, Result } from "../../ledger/evaluation.ts";
import { type LedgerState, evaluationIn } from "../../ledger/fold.ts";
import { type Note, notes } from "../../ledger/note-names.ts";
import { hasNote } from "../../ledger/notes.ts";
import { type PickHistory, lastGrade, lastRevealBy } from "../../ledger/pick-history.ts";
import { type RecordStatus, recordStatusAt } from "../../ledger/record-status.ts";
import { gradedVersion } from "../../ledger/timeline.ts";

export const listedResults = ["win", "loss", "push", "void", "withdrawn", "open"] as const;
export type ListedResult = (typeof listedResults)[number];

/**
 * A pick that counts is its own result: that of its verdict, or without one the loss that it is when it is due. There
 * can be 100,000 of them, so all is in one object.
 */
export interface PickStanding extends Result, Pick<Evaluation, "revealedFrom" | "dueAt" | "notCounted" | "withheld"> {
  /** The entry that published the pick. */
  seq: number;
  isGraded: boolean;
  /** The largest stake of its versions, in units; 0 while unknown. */
  largestStake: number;
  /** What became of it, also if it does not count. */
  fate: ListedResult;
  /** The notes that hold from its reveal on. */
  notes: readonly Note[];
  /** The last verdict, correction or withdrawal, in milliseconds since 1970; 0 = none. */
  changedAt: number;
  /** The time by which its content had to be known; null once it is. */
  heldBackFrom: string | null;
}

/** The result of a pick that does not count. */
const noResult = {
  at: "",
  date: "",
  outcome: "void",
  units: 0,
  flat: 0,
  stake: 0,
  odds: null,
  confidence: null,
  by: "time",
  closing: null,
} as const;

export function standingOf(state: LedgerState, history: PickHistory): PickStanding {
  const evaluation = evaluationIn(state, history);
  const { timeline, revealedFrom, dueAt, notCounted, graded, due, withheld, largestStake } = evaluation;
  const content = timeline && gradedVersion(timeline)?.content;
  const changes = [history.grades.at(-1), history.withdrawn].map((entry) => (entry ? Date.parse(entry.at) : 0));
  return {
    ...(graded ?? due ?? noResult),
    seq: history.versions[0]?.seq ?? 0,
    stream: history.stream,
    pick_id: history.pick_id,
    sport: content?.sport ?? "",
    market: content?.market ?? "",
    revealedFrom,
    dueAt,
    notCounted,
    withheld,
    isGraded: graded !== null,
    largestStake,
    fate: fateOf(history),
    // At its reveal: without another entry no note changes later.
    notes: revealedFrom === null ? [] : notes.filter((note) => hasNote[note](history, evaluation, revealedFrom)),
    changedAt: Math.max(...changes),
    heldBackFrom: timeline === null ? lastRevealBy(history) : null,
  };
}

/** Returns what became of a pick: its verdict, also if it was withdrawn later. */
export function fateOf(history: PickHistory): ListedResult {
  return lastGrade(history)?.outcome ?? (history.withdrawn === null ? "open" : "withdrawn");
}

/** `now` is ISO, UTC; `largest` the largest stake in the record, in units. */
export function standingAt(pick: PickStanding, now: string, largest: number): RecordStatus {
  const { revealedFrom, dueAt, notCounted, withheld } = pick;
  const graded = pick.isGraded ? pick : null;
  return recordStatusAt({ revealedFrom, dueAt, notCounted, withheld, graded, due: pick }, now, largest);
}

/** Returns the index of the pick that the entry `seq` published, or null. `picks` are sorted by publication. */
export function placeOf(picks: readonly PickStanding[], seq: number): number | null {
  let [from, to] = [0, picks.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((picks[middle]?.seq ?? 0) < seq) from = middle + 1;
    else to = middle;
  }
  return picks[from]?.seq === seq ? from : null;
}

/** The standings of a whole ledger, in the order of publication. */
export function standingsOf(state: LedgerState): PickStanding[] {
  return [...state.histories.values()].map((history) => standingOf(state, history));
}
