/** When a pick started, and which of its versions were sealed before that. Pure. */
import { addDays } from "../calendar-date.ts";
import type { CorrectEntry } from "./ledger-entry.ts";
import type { KnownVersion, Life } from "./life.ts";
import { earliest, firstSettled, knownVersions, lastRevealBy } from "./life.ts";
import { isCalendarDate, isInstant } from "./value-forms.ts";
import type { ZoneDays } from "./zone-days.ts";

/** `isDay`: nobody sealed a start, so that it is the beginning of the game date. */
export interface Start {
  at: string;
  isDay: boolean;
}

export interface Timeline {
  /** Sealed before the pick had started. */
  inTime: KnownVersion[];
  /** Amended after it had started, which no honest ledger has. */
  late: KnownVersion[];
  /** For locks: from when on it has started. Null for an undated import that nobody settled. */
  startedFrom: string | null;
  /** From when on everybody may see it. */
  revealedFrom: string | null;
  /** What is sealed from then on does not count. Null without a start and a date. */
  start: Start | null;
  /** Versions or corrections name different starts or dates. */
  isMoved: boolean;
}

/** What a version or a correction says of the time of the game. */
interface Claim {
  seq: number;
  at: string;
  starts_at: string | null;
  game_date: string | null;
  version: KnownVersion | null;
}

/** Of the entries before `seq`, or of all; null while the content of one of these versions is not known. */
export function timelineOf(life: Life, days: ZoneDays, seq = Infinity): Timeline | null {
  const before = seq === Infinity ? life : lifeBefore(life, seq);
  const versions = knownVersions(before);
  if (versions === null) return null;
  const claims = claimsOf(before, versions);
  const [inTime, late]: [KnownVersion[], KnownVersion[]] = [[], []];
  claims.forEach(({ version, at }, index) => {
    if (version === null) return;
    const started = index === 0 ? null : startOfLocks(lifeBefore(before, version.seq), claims.slice(0, index), days);
    if (started !== null && started <= at) late.push(version);
    else inTime.push(version);
  });
  const startedFrom = startOfLocks(before, claims, days);
  return {
    ...{ inTime, late, startedFrom, start: startThatCounts(claims, inTime, days) },
    revealedFrom: earliest(
      startedFrom,
      firstSettled(before)?.at,
      isDated(claims) ? null : before.withdrawn?.at,
      lastRevealBy(before),
    ),
    isMoved: differ(claims.map(({ starts_at }) => starts_at)) || differ(claims.map(({ game_date }) => game_date)),
  };
}

/** Whether its fields are locked at `now` (ISO, UTC). False while a content is not known. */
export function hasBegun(life: Life, days: ZoneDays, now: string): boolean {
  const from = timelineOf(life, days)?.startedFrom ?? null;
  return from !== null && from <= now;
}

/** The version that counts: sealed last before the start. Null when all were sealed after it. */
export function countingVersion({ inTime, start }: Timeline): KnownVersion | null {
  return start === null ? null : (inTime.findLast(({ at }) => at < start.at) ?? null);
}

/** The version that a verdict is about: the one that counts, else the last one that was sealed in time. */
export function gradedVersion(timeline: Timeline): KnownVersion | null {
  return countingVersion(timeline) ?? timeline.inTime.at(-1) ?? null;
}

function lifeBefore(life: Life, seq: number): Life {
  const isBefore = (entry: { seq: number }) => entry.seq < seq;
  return {
    ...life,
    versions: life.versions.filter(isBefore),
    grades: life.grades.filter(isBefore),
    withdrawn: life.withdrawn && isBefore(life.withdrawn) ? life.withdrawn : null,
  };
}

function claimsOf({ grades }: Life, versions: readonly KnownVersion[]): Claim[] {
  const sealed = versions.map((version) => {
    const { starts_at = null, game_date = null } = version.content;
    return { seq: version.seq, at: version.at, starts_at, game_date, version };
  });
  const corrections = grades.filter((entry) => entry.type === "correct");
  if (corrections.length === 0) return sealed;
  return [...sealed, ...corrections.map(claimOfCorrection)].sort((one, other) => one.seq - other.seq);
}

function claimOfCorrection({ seq, at, changes }: CorrectEntry): Claim {
  const [starts_at, game_date] = [changes.starts_at?.[1], changes.game_date?.[1]];
  return {
    ...{ seq, at, version: null },
    starts_at: isInstant(starts_at) ? starts_at : null,
    game_date: isCalendarDate(game_date) ? game_date : null,
  };
}

/** The earliest start; without one, the end of the earliest game date; without a date, when it is revealed. */
function startOfLocks(life: Life, claims: readonly Claim[], days: ZoneDays): string | null {
  const starts_at = earliest(...claims.map((claim) => claim.starts_at));
  if (starts_at !== null) return starts_at;
  const game_date = earliest(...claims.map((claim) => claim.game_date));
  if (game_date !== null) return days.startOf(addDays(game_date, 1));
  return earliest(firstSettled(life)?.at, lastRevealBy(life));
}

/**
 * The earliest start of the versions sealed in time; where none has one, the beginning of the earliest game date. What a
 * later version says in hindsight only makes it earlier: else a start could be filled in for winners alone.
 */
function startThatCounts(claims: readonly Claim[], inTime: readonly KnownVersion[], days: ZoneDays): Start | null {
  const first = inTime[0];
  const sealed = claims.flatMap(({ version, at, starts_at, game_date }) =>
    version === null || !inTime.includes(version)
      ? []
      : [{ at, isFirst: version === first, starts_at, day: game_date && days.startOf(game_date) }],
  );
  const foreseen = (name: "starts_at" | "day") =>
    earliest(...sealed.map((one) => (one.isFirst || one.at < (one[name] ?? "") ? one[name] : null)));
  const all = (name: "starts_at" | "day") => earliest(...sealed.map((one) => one[name]));
  const [start, day] = [foreseen("starts_at"), foreseen("day")];
  if (start !== null) return { at: earliest(start, all("starts_at")) ?? start, isDay: false };
  if (day === null) return null;
  const at = earliest(day, all("day"), all("starts_at")) ?? day;
  return { at, isDay: at !== all("starts_at") };
}

function isDated(claims: readonly Claim[]): boolean {
  return claims.some(({ starts_at, game_date }) => starts_at !== null || game_date !== null);
}

function differ(values: readonly (string | null)[]): boolean {
  return new Set(values.filter((value) => value !== null)).size > 1;
}
