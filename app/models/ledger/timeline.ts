/** Finds when a pick starts, for its seal and for the figures, and which of its versions were sealed in time. Pure. */
import { minuteMs } from "../../time/durations.ts";
import { addDays } from "../../time/calendar-date.ts";
import {
  type KnownVersion,
  type PickHistory,
  earliest,
  firstSettled,
  hasVerdict,
  knownVersions,
} from "./pick-history.ts";
import type { SealedContent } from "./sealed-content.ts";
import type { ZoneDays } from "./zone-days.ts";

/** `isDay`: no start was sealed, so `at` is the beginning of the game date. */
export interface Start {
  at: string;
  isDay: boolean;
}

export interface Timeline {
  /** The first version, and the amendments that were allowed when they were made. */
  inTime: KnownVersion[];
  /**
   * The start that was foreseen before the pick started: it locks and reveals the pick. Null when there is neither a
   * start nor a date.
   */
  foreseen: string | null;
  /** Everybody may see the pick from this time on. */
  revealedFrom: string | null;
  /**
   * A version that is sealed at or after this start does not count. Null if the first version has neither a start nor a
   * date.
   */
  start: Start | null;
  /** True if the start was changed, or given only later. */
  isMoved: boolean;
}

export type AmendProblem =
  "amended after its verdict" | "amended after it had to be revealed" | "amended after the start";

/** A forgotten start can be added within this time. */
const afterthoughtMs = 10 * minuteMs;

/**
 * Computes the timeline from the entries before `seq`, or from all; null while the content of one of these versions is
 * not known.
 */
export function timelineOf(history: PickHistory, days: ZoneDays, seq = Infinity): Timeline | null {
  const before = seq === Infinity ? history : historyBefore(history, seq);
  const versions = knownVersions(before);
  if (versions === null) return null;
  const { inTime, foreseen } = versionsInTime(before, versions, days);
  const starts = startsOf(inTime, days);
  return {
    inTime,
    foreseen,
    start: startThatCounts(starts),
    revealedFrom: earliest(
      foreseen,
      firstSettled(before)?.at,
      foreseen === null ? before.withdrawn?.at : null,
      inTime.at(-1)?.reveal_by,
    ),
    isMoved: new Set(starts.map((start) => start?.at)).size > 1 || isMovedAfterwards(before),
  };
}

/** Returns why a version sealed at `at` can't amend the versions before it; null when it can. */
export function amendProblemOf(
  { versions, grades }: Pick<PickHistory, "versions" | "grades">,
  foreseen: string | null,
  at: string,
): AmendProblem | null {
  if (grades.some(hasVerdict)) return "amended after its verdict";
  if (versions.some(({ reveal_by }) => reveal_by !== null && reveal_by <= at))
    return "amended after it had to be revealed";
  return foreseen !== null && foreseen <= at ? "amended after the start" : null;
}

/** The same for the next entry of a pick. While the content of a version is not known, the start is not checked. */
export function nextAmendProblem(history: PickHistory, days: ZoneDays, at: string): AmendProblem | null {
  return amendProblemOf(history, timelineOf(history, days)?.foreseen ?? null, at);
}

/**
 * True if the pick's fields are locked at `now` (ISO, UTC): its foreseen start has passed; without one, it is revealed.
 */
export function isLockedByStart(history: PickHistory, days: ZoneDays, now: string): boolean {
  const timeline = timelineOf(history, days);
  const from = timeline && (timeline.foreseen ?? timeline.revealedFrom);
  return from !== null && from <= now;
}

/** Returns the version that counts: the last one that was sealed before the start. Null when there is none. */
export function countedVersion({ inTime, start }: Timeline): KnownVersion | null {
  return start === null ? null : (inTime.findLast(({ at }) => at < start.at) ?? null);
}

/** The version that a verdict is about: the one that counts, else the last one that was sealed in time. */
export function gradedVersion(timeline: Timeline): KnownVersion | null {
  return countedVersion(timeline) ?? timeline.inTime.at(-1) ?? null;
}

function historyBefore(history: PickHistory, seq: number): PickHistory {
  const isBefore = (entry: { seq: number }) => entry.seq < seq;
  return {
    ...history,
    versions: history.versions.filter(isBefore),
    grades: history.grades.filter(isBefore),
    withdrawn: history.withdrawn && isBefore(history.withdrawn) ? history.withdrawn : null,
  };
}

/** Finds the versions that were sealed in time, and the start that the last of them foresees. */
function versionsInTime(history: PickHistory, versions: readonly KnownVersion[], days: ZoneDays) {
  const inTime: KnownVersion[] = [];
  let foreseen: string | null = null;
  for (const version of versions) {
    const isFirst = inTime.length === 0;
    const before = { versions: inTime, grades: history.grades.filter(({ seq }) => seq < version.seq) };
    if (!isFirst && amendProblemOf(before, foreseen, version.at) !== null) continue;
    inTime.push(version);
    foreseen = foreseenBy(version.content, days);
  }
  return { inTime, foreseen };
}

/** Returns the start of a content; without one, the end of its game date. */
function foreseenBy({ starts_at, game_date }: SealedContent, days: ZoneDays): string | null {
  return starts_at ?? (game_date === undefined ? null : days.startOf(addDays(game_date, 1)));
}

/**
 * Returns the start that each version says. Without a start it is the beginning of the game date: whoever seals the day
 * before needs no time of day. A start that is added within 10 minutes of the first version, and before that start,
 * counts as given with the first version.
 */
function startsOf(inTime: readonly KnownVersion[], days: ZoneDays): (Start | null)[] {
  const [first] = inTime;
  const until = first === undefined ? "" : new Date(Date.parse(first.at) + afterthoughtMs).toISOString();
  const isGivenWithFirst = ({ at, content }: KnownVersion) => at <= until && at < (content.starts_at ?? "");
  const given = first?.content.starts_at === undefined ? inTime.find(isGivenWithFirst) : undefined;
  return inTime.map(({ at, content: { starts_at, game_date } }) => {
    const start = starts_at ?? (given !== undefined && at <= until ? given.content.starts_at : undefined);
    if (start !== undefined) return { at: start, isDay: false };
    return game_date === undefined ? null : { at: days.startOf(game_date), isDay: true };
  });
}

/**
 * Returns the earliest start: neither a moved start nor one that is given later makes up for a version that was sealed
 * too late.
 */
function startThatCounts(starts: readonly (Start | null)[]): Start | null {
  const [first = null] = starts;
  if (first === null) return null;
  return starts.reduce((found: Start, start) => (start !== null && start.at < found.at ? start : found), first);
}

function isMovedAfterwards({ grades }: PickHistory): boolean {
  return grades.some(
    (entry) => entry.type === "correct" && ("starts_at" in entry.changes || "game_date" in entry.changes),
  );
}
