/** Decides whether and how a pick counts. Pure. */
import { dayMs } from "../../time/durations.ts";
import { type ClosingValue, closingValueOf } from "../bets/closing-line.ts";
import { outcomes } from "../bets/outcome.ts";
import { unitsOfShare } from "../bets/units.ts";
import type { Stream } from "../bets/stream.ts";
import { readDecimal } from "./decimal.ts";
import type { GradeFields, SettledOutcome } from "./ledger-entry.ts";
import { type KnownVersion, type PickHistory, firstRevealBy, lastGrade } from "./pick-history.ts";
import { type NotCountedReason, notCountedReasons } from "./not-counted.ts";
import { type SealedContent, betOf, stakeOf } from "./sealed-content.ts";
import { type Timeline, countedVersion, timelineOf } from "./timeline.ts";
import { verifiedGradeOf } from "./verified-grade.ts";
import type { ZoneDays } from "./zone-days.ts";

/** A pick as it counts in the record. Units are exact to 2 decimals. */
export interface Result {
  stream: Stream;
  pick_id: number;
  /** '' = unknown. */
  sport: string;
  market: string;
  /** The start that counts (ISO, UTC), and its date in the ledger's zone. */
  at: string;
  date: string;
  outcome: SettledOutcome;
  units: number;
  /** The units on a stake of 1 unit. */
  flat: number;
  stake: number;
  /** Null = not revealed. */
  odds: number | null;
  /** In percent; null = unknown. */
  confidence: number | null;
  /** "time": a loss because nobody graded or revealed it. */
  by: "rule" | "hand" | "time";
  closing: ClosingValue | null;
}

/** The part of a pick's status that does not depend on the time. */
export interface Evaluation {
  isImport: boolean;
  /** Null while the content of a version is not known. */
  timeline: Timeline | null;
  /** Everybody may see the pick from this time on (ISO, UTC). */
  revealedFrom: string | null;
  /** The largest stake of its versions, in units; 0 while unknown. */
  largestStake: number;
  notCounted: NotCountedReason | null;
  /** A pick that is not graded or not revealed by this time counts as a loss. */
  dueAt: string | null;
  graded: Result | null;
  /** The loss that counts when the pick is due and revealed. */
  due: Result | null;
  /** The loss that counts when the pick is due and not revealed. Its stake is 0, since nothing of it is known. */
  withheld: Result | null;
}

const patience = 7 * dayMs;

export function evaluate(history: PickHistory, days: ZoneDays): Evaluation {
  const timeline = timelineOf(history, days);
  const revealBy = firstRevealBy(history);
  const dueAt = revealBy === null ? null : new Date(Date.parse(revealBy) + patience).toISOString();
  const { isImport } = history;
  const revealedFrom = timeline?.revealedFrom ?? null;
  const isLate = dueAt !== null && (revealedFrom === null || dueAt < revealedFrom);
  const withheld = isLate && !isImport ? unknownLoss(history, revealBy, days) : null;
  const unknown = { isImport, timeline, revealedFrom, dueAt, graded: null, due: null, withheld };
  if (timeline === null) return { ...unknown, largestStake: 0, notCounted: isImport ? notCountedReasons[0] : null };
  const largestStake = timeline.inTime.reduce((largest, { content }) => Math.max(largest, stakeOf(content)), 0);
  const version = countedVersion(timeline);
  const notCounted = notCountedReason(history, timeline, version);
  if (notCounted !== null || version === null || timeline.start === null)
    return { ...unknown, largestStake, notCounted };
  const due = lossOf(history, version.content, timeline.start.at, days);
  const grade = lastGrade(history);
  const graded = grade === null ? null : gradedResult(due, version.content, grade);
  return { ...unknown, largestStake, notCounted, graded, due };
}

function notCountedReason(
  history: PickHistory,
  timeline: Timeline,
  version: KnownVersion | null,
): NotCountedReason | null {
  const { start } = timeline;
  const published = history.versions[0]?.at ?? "";
  if (history.isImport) return "from before the ledger";
  // A pick that ever had a verdict stays in the figures, also when the verdict was taken back: its game was over.
  if (history.withdrawn !== null && history.grades.length === 0) {
    if (start === null) return "withdrawn, never had a start";
    if (history.withdrawn.at < start.at) return "withdrawn before the start";
  }
  if (start === null || (start.isDay && published >= start.at)) return "no start time";
  if (published >= start.at || version === null) return "published after the start";
  return version.content.odds === undefined ? "no price" : null;
}

function lossOf({ stream, pick_id }: PickHistory, content: SealedContent, at: string, days: ZoneDays): Result {
  const { sport = "", market = "", odds = null, sim_confidence } = content;
  const stake = stakeOf(content);
  return {
    stream,
    pick_id,
    sport,
    market,
    ...datesOf(at, days),
    outcome: "loss",
    units: unitsOfShare(-1, stake, odds) ?? 0,
    flat: -1,
    stake,
    odds,
    by: "time",
    closing: null,
    confidence: sim_confidence === undefined ? null : readDecimal(sim_confidence),
  };
}

function datesOf(at: string, days: ZoneDays): Pick<Result, "at" | "date"> {
  return { at, date: days.dateOf(at) };
}

/** The loss is dated by the time by which the pick had to be revealed. */
function unknownLoss({ stream, pick_id }: PickHistory, revealBy: string | null, days: ZoneDays): Result | null {
  if (revealBy === null) return null;
  return {
    stream,
    pick_id,
    sport: "",
    market: "",
    ...datesOf(revealBy, days),
    outcome: "loss",
    units: 0,
    flat: -1,
    stake: 0,
    odds: null,
    by: "time",
    closing: null,
    confidence: null,
  };
}

function gradedResult(loss: Result, content: SealedContent, grade: GradeFields): Result {
  const { outcome, by, units, flat } = verifiedGradeOf(content, grade);
  const { closing_line = "", closing_odds = null } = grade;
  // An unknown line is not read: that would take as long as reading a known one.
  const isKnown = closing_line !== "" || (closing_odds !== null && content.market === "moneyline");
  const closing =
    isKnown && outcomes[outcome].countsAsBet ? closingValueOf({ ...betOf(content), closing_line, closing_odds }) : null;
  return { ...loss, outcome, by, units: units ?? 0, flat: flat ?? 0, closing };
}
