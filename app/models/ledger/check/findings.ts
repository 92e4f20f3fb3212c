/** The findings of a check of the ledger. Pure. */
import type { ChangeProblem } from "../grade-changes.ts";
import { type CorrectEntry, refOf } from "../ledger-entry.ts";
import { type LedgerState, evaluationIn } from "../fold.ts";
import { type PickHistory, firstSettled, hasVerdict, isFilledIn, lastGrade, lastRevealBy } from "../pick-history.ts";
import { isLongSealed, isMoved, lastMinuteVersion } from "../notes.ts";
import { type AmendProblem, gradedVersion, timelineOf } from "../timeline.ts";
import { gradeProblemOf } from "../verified-grade.ts";
import type { SavedHead } from "../saved-head.ts";
import type { PlaceProblem } from "./place.ts";

export type BrokenReason =
  | ("gap" | "hash" | "digest" | "order of time" | "a time in the future" | "grade" | "units" | "format" | "backdated")
  | PlaceProblem
  | AmendProblem
  | ChangeProblem;

export interface Broken {
  /** The number of the entry. */
  seq: number;
  reason: BrokenReason;
}

/** An entry: its number, and the pick that it is about. */
export interface Noted {
  seq: number;
  ref: string;
}

export interface PickFindings {
  broken: Broken[];
  /** Sealing entries that are not revealed although their time is over, or their pick has a verdict. */
  heldBack: Noted[];
  /** Sorted by pick, like the other lists. */
  amended: Noted[];
  corrected: CorrectEntry[];
  /** The corrections that only added an unknown part of a grade. */
  filledIn: CorrectEntry[];
  publishedLate: Noted[];
  /** The entries that changed the start of a pick, or gave it later. */
  moved: Noted[];
  /** Verdicts that people set. */
  byHand: Noted[];
  withdrawn: Noted[];
  longSealed: Noted[];
  /** The counted versions that were sealed less than five minutes before their start. */
  lastMinutes: Noted[];
}

export interface Findings extends PickFindings {
  verdict: "intact" | "held back" | "broken";
  entries: number;
  picks: number;
  /** The last entry that was read whole; null without one. */
  head: { seq: number; hash: string; at: string } | null;
  /** The first kept head that is missing, or has another hash now. */
  rewritten: SavedHead | null;
  /** The entries at which the ledger began again from a backup. */
  restored: number[];
  /**
   * All rules apply from this entry on; null = from the first. An earlier version of the program wrote the entries
   * before it.
   */
  rulesFrom: number | null;
  /** Corrections by that version that name something else than what they change. */
  unnamed: Noted[];
}

/**
 * Finds what can be said about the picks once all entries are read. `now` is when the reading began (ISO, UTC). Before
 * `rulesFrom` a verdict may be about any version that was sealed in time.
 */
export function pickFindings(state: LedgerState, now: string, rulesFrom: number | null): PickFindings {
  const found: PickFindings = {
    broken: [],
    heldBack: [],
    amended: [],
    corrected: [],
    filledIn: [],
    publishedLate: [],
    moved: [],
    byHand: [],
    withdrawn: [],
    longSealed: [],
    lastMinutes: [],
  };
  for (const history of state.histories.values()) addPick(found, state, history, now, rulesFrom ?? 0);
  return found;
}

function addPick(found: PickFindings, state: LedgerState, history: PickHistory, now: string, rulesFrom: number): void {
  const [first, ...amendments] = history.versions.map(({ seq, version }) => ({
    seq,
    ref: refOf({ ...history, version }),
  }));
  const evaluation = evaluationIn(state, history);
  const { timeline, notCounted } = evaluation;
  const { withdrawn } = history;
  const inTime = timeline && new Set(timeline.inTime.map(({ seq }) => seq));
  found.broken.push(...brokenGrades(state, history, rulesFrom));
  found.amended.push(...amendments.filter(({ seq }) => inTime?.has(seq) ?? true));
  for (const entry of history.grades)
    if (entry.type === "correct") found[isFilledIn(entry) ? "filledIn" : "corrected"].push(entry);
  found.heldBack.push(...heldBack(history, now));
  if (withdrawn !== null) found.withdrawn.push({ seq: withdrawn.seq, ref: refOf(history) });
  const verdict = lastGrade(history)?.by === "hand" ? history.grades.at(-1) : undefined;
  if (verdict !== undefined) found.byHand.push(verdict);
  if (first === undefined) return;
  if (notCounted === "published after the start") found.publishedLate.push(first);
  if (isLongSealed(history, timeline, now)) found.longSealed.push(first);
  if (isMoved(evaluation)) found.moved.push(amendments[0] ?? moveIn(history) ?? first);
  const late = lastMinuteVersion(evaluation);
  if (late !== null) found.lastMinutes.push({ seq: late.seq, ref: refOf(late.content) });
}

function moveIn({ grades }: PickHistory): Noted | undefined {
  return grades.find(
    (entry) => entry.type === "correct" && ("starts_at" in entry.changes || "game_date" in entry.changes),
  );
}

function brokenGrades(state: LedgerState, history: PickHistory, rulesFrom: number): Broken[] {
  return history.grades.flatMap((entry) => {
    if (!hasVerdict(entry)) return [];
    const isLast = (history.versions.at(-1)?.seq ?? 0) < entry.seq;
    const timeline = isLast ? evaluationIn(state, history).timeline : timelineOf(history, state.days, entry.seq);
    const version = timeline && gradedVersion(timeline);
    const reason = version && gradeProblemOf(version.content, entry);
    if (!reason) return [];
    const isEarlier = entry.seq < rulesFrom && timeline?.inTime.some(({ content }) => !gradeProblemOf(content, entry));
    return isEarlier ? [] : [{ seq: entry.seq, reason }];
  });
}

function heldBack(history: PickHistory, now: string): Noted[] {
  const revealBy = lastRevealBy(history);
  const settledAt = firstSettled(history)?.at ?? null;
  const isDue = (revealBy !== null && revealBy < now) || (settledAt !== null && settledAt < now);
  if (!isDue) return [];
  const missing = history.versions.filter(({ reveal }) => reveal === null);
  return missing.map(({ seq, version }) => ({ seq, ref: refOf({ ...history, version }) }));
}
