/** Whether and how a pick counts. Pure. */
import { dayMs } from "../../durations.ts";
import type { ClosingValue } from "../bets/closing-line.ts";
import { closingValueOf } from "../bets/closing-line.ts";
import { outcomes } from "../bets/outcome.ts";
import { unitsOfShare } from "../bets/units.ts";
import type { Stream } from "../picks/pick.ts";
import { readDecimal } from "./decimal.ts";
import type { CorrectEntry, GradeFields, SettledOutcome, SettleEntry } from "./ledger-entry.ts";
import type { KnownVersion, Life } from "./life.ts";
import { lastRevealBy } from "./life.ts";
import type { NotCountedWord } from "./not-counted.ts";
import { notCountedWords } from "./not-counted.ts";
import type { SealedContent } from "./sealed-content.ts";
import { betOf, stakeOf } from "./sealed-content.ts";
import type { Timeline } from "./timeline.ts";
import { countingVersion, timelineOf } from "./timeline.ts";
import { verifiedGradeOf } from "./verified-grade.ts";
import type { ZoneDays } from "./zone-days.ts";

/** A pick as it counts. Units are exact to 2 decimals. */
export interface Result {
  stream: Stream;
  pick_id: number;
  /** '' = unknown. */
  sport: string;
  market: string;
  /** The start that counts (ISO, UTC), and its date and month (YYYY-MM) in the ledger's zone. */
  at: string;
  date: string;
  month: string;
  outcome: SettledOutcome;
  units: number;
  /** On a stake of 1 unit. */
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

/** All that can be said of a pick whatever time it is. */
export interface Counting {
  isImport: boolean;
  /** Null while the content of a version is not known. */
  timeline: Timeline | null;
  /** The largest of its versions, in units; 0 while unknown. */
  stake: number;
  word: NotCountedWord | null;
  /** When it counts as a loss if it is not graded or not revealed by then. */
  dueAt: string | null;
  graded: Result | null;
  /** The loss that it is when due; of a stake of 0 while its content is not known. */
  due: Result | null;
}

const patience = 7 * dayMs;

export function countingOf(life: Life, days: ZoneDays): Counting {
  const timeline = timelineOf(life, days);
  const revealBy = lastRevealBy(life);
  const dueAt = revealBy === null ? null : new Date(Date.parse(revealBy) + patience).toISOString();
  const { isImport } = life;
  if (timeline === null) {
    const word = isImport ? notCountedWords[0] : null;
    return { isImport, timeline, stake: 0, word, dueAt, graded: null, due: unknownLoss(life, revealBy, days) };
  }
  const stake = timeline.inTime.reduce((largest, { content }) => Math.max(largest, stakeOf(content)), 0);
  const version = countingVersion(timeline);
  const word = wordOf(life, timeline, version);
  if (word !== null || version === null || timeline.start === null)
    return { isImport, timeline, stake, word, dueAt, graded: null, due: null };
  const due = lossOf(life, version.content, timeline.start.at, days);
  const grade = lastGrade(life);
  const graded = grade === null ? null : gradedResult(due, version.content, grade);
  return { isImport, timeline, stake, word, dueAt, graded, due };
}

/** The verdict that a pick has now; null while it is open. */
export function lastGrade({ grades }: Pick<Life, "grades">): GradeFields | null {
  const last = grades.at(-1);
  return last !== undefined && hasVerdict(last) ? last : null;
}

export function hasVerdict(entry: SettleEntry | CorrectEntry): entry is (SettleEntry | CorrectEntry) & GradeFields {
  return entry.outcome !== undefined && entry.by !== undefined;
}

function wordOf(life: Life, timeline: Timeline, version: KnownVersion | null): NotCountedWord | null {
  const { start, startedFrom } = timeline;
  const published = life.versions[0]?.at ?? "";
  if (life.isImport) return "from before the ledger";
  // With a verdict the game was over, whatever start was sealed: a loser does not go out by a late one.
  const isUngraded = lastGrade(life) === null;
  if (isUngraded && life.withdrawn !== null && life.withdrawn.at < (start?.at ?? startedFrom ?? ""))
    return "withdrawn before the start";
  if (start === null || (start.isDay && published >= start.at)) return "no start time";
  if (published >= start.at || version === null) return "published after the start";
  return version.content.odds === undefined ? "no price" : null;
}

function lossOf({ stream, pick_id }: Life, content: SealedContent, at: string, days: ZoneDays): Result {
  const { sport = "", market = "", odds = null, sim_confidence } = content;
  const stake = stakeOf(content);
  return {
    ...{ stream, pick_id, sport, market, ...datesOf(at, days) },
    ...{ outcome: "loss", units: unitsOfShare(-1, stake, odds) ?? 0, flat: -1, stake, odds, by: "time", closing: null },
    confidence: sim_confidence === undefined ? null : readDecimal(sim_confidence),
  };
}

function datesOf(at: string, days: ZoneDays): Pick<Result, "at" | "date" | "month"> {
  const date = days.dateOf(at);
  return { at, date, month: date.slice(0, 7) };
}

/** It is dated by the time until which it had to be revealed. */
function unknownLoss({ stream, pick_id }: Life, revealBy: string | null, days: ZoneDays): Result | null {
  if (revealBy === null) return null;
  return {
    ...{ stream, pick_id, sport: "", market: "", ...datesOf(revealBy, days) },
    ...{ outcome: "loss", units: 0, flat: -1, stake: 0, odds: null, by: "time", closing: null, confidence: null },
  };
}

function gradedResult(loss: Result, content: SealedContent, grade: GradeFields): Result {
  const { outcome, by, units, flat } = verifiedGradeOf(content, grade);
  const { closing_line = "", closing_odds = null } = grade;
  // Reading nothing would take as long as reading a line.
  const isKnown = closing_line !== "" || (closing_odds !== null && content.market === "moneyline");
  const closing =
    isKnown && outcomes[outcome].countsAsBet ? closingValueOf({ ...betOf(content), closing_line, closing_odds }) : null;
  return { ...loss, outcome, by, units: units ?? 0, flat: flat ?? 0, closing };
}
