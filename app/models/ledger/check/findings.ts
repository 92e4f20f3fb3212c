/** What a check of the ledger found. Pure. */
import { dayMs } from "../../../durations.ts";
import { hasVerdict } from "../counting.ts";
import type { CorrectEntry } from "../ledger-entry.ts";
import { refOf } from "../ledger-entry.ts";
import type { LedgerState } from "../fold.ts";
import { countingIn } from "../fold.ts";
import type { Life } from "../life.ts";
import { isFilledIn, lastRevealBy } from "../life.ts";
import { gradedVersion, timelineOf } from "../timeline.ts";
import { gradeProblemOf } from "../verified-grade.ts";
import type { KeptHead } from "./kept-head.ts";

export const brokenReasons = [
  ...["gap", "predecessor", "hash", "digest", "order of time", "grade", "units", "amended after the start"],
  ...["import out of place", "format", "backdated"],
] as const;
export type BrokenReason = (typeof brokenReasons)[number];

export interface Broken {
  /** The entry. */
  seq: number;
  reason: BrokenReason;
}

/** Of one entry: its number, and what it is about. */
export interface Noted {
  seq: number;
  ref: string;
}

export interface PickFindings {
  broken: Broken[];
  /** Sealing entries that are not revealed although their time is over. */
  heldBack: Noted[];
  /** In the order of the picks, like the others. */
  amended: Noted[];
  corrected: CorrectEntry[];
  /** Only what was unknown of a grade was added. */
  filledIn: CorrectEntry[];
  publishedLate: Noted[];
  longSealed: Noted[];
}

export interface Findings extends PickFindings {
  verdict: "intact" | "held back" | "broken";
  entries: number;
  picks: number;
  /** The last entry that was read whole; null without one. */
  head: { seq: number; hash: string; at: string } | null;
  /** The first kept head that is gone, or another one now. */
  rewritten: KeptHead | null;
  /** Entries that began again from a backup. */
  restored: number[];
}

const longSealedMs = 30 * dayMs;

/** What can be said of the picks once all entries are read. `now` is when the reading began (ISO, UTC). */
export function pickFindings(state: LedgerState, now: string): PickFindings {
  const found: PickFindings = {
    broken: [],
    heldBack: [],
    amended: [],
    corrected: [],
    filledIn: [],
    publishedLate: [],
    longSealed: [],
  };
  for (const life of state.lives.values()) addPick(found, state, life, now);
  return found;
}

function addPick(found: PickFindings, state: LedgerState, life: Life, now: string): void {
  const [first, ...amendments] = life.versions.map(({ seq, version }) => ({ seq, ref: refOf({ ...life, version }) }));
  const { timeline, word } = countingIn(state, life);
  const late = new Set(timeline?.late.map(({ seq }) => seq));
  found.broken.push(...[...late].map((seq) => ({ seq, reason: "amended after the start" as const })));
  found.broken.push(...brokenGrades(state, life));
  found.amended.push(...amendments.filter(({ seq }) => !late.has(seq)));
  for (const entry of life.grades)
    if (entry.type === "correct") found[isFilledIn(entry) ? "filledIn" : "corrected"].push(entry);
  found.heldBack.push(...heldBack(life, now));
  if (first === undefined) return;
  if (word === "published after the start") found.publishedLate.push(first);
  if (isLongSealed(life, timeline?.revealedFrom ?? null, now)) found.longSealed.push(first);
}

function brokenGrades(state: LedgerState, life: Life): Broken[] {
  return life.grades.flatMap((entry) => {
    if (!hasVerdict(entry)) return [];
    const isLast = (life.versions.at(-1)?.seq ?? 0) < entry.seq;
    const timeline = isLast ? countingIn(state, life).timeline : timelineOf(life, state.days, entry.seq);
    const version = timeline && gradedVersion(timeline);
    const reason = version && gradeProblemOf(version.content, entry);
    return reason ? [{ seq: entry.seq, reason }] : [];
  });
}

function heldBack(life: Life, now: string): Noted[] {
  const revealBy = lastRevealBy(life);
  if (revealBy === null || revealBy >= now) return [];
  const missing = life.versions.filter(({ reveal }) => reveal === null);
  return missing.map(({ seq, version }) => ({ seq, ref: refOf({ ...life, version }) }));
}

function isLongSealed({ versions }: Life, revealedFrom: string | null, now: string): boolean {
  const until = revealedFrom === null || revealedFrom > now ? now : revealedFrom;
  return Date.parse(until) - Date.parse(versions[0]?.at ?? until) > longSealedMs;
}
