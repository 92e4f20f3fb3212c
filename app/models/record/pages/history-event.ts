/** The events of a pick's history, oldest first, in words. Pure. */
import { formatResult } from "../../../format.ts";
import { formatInstant } from "../../../time/instant-text.ts";
import type { OddsFormat } from "../../odds-format.ts";
import { gradeBet, reasonByHand } from "../../bets/grade.ts";
import { canonicalJson } from "../../ledger/canonical.ts";
import { labelOf, valueText } from "../../ledger/change-text.ts";
import { readDecimal } from "../../ledger/decimal.ts";
import { type LedgerState, evaluationIn } from "../../ledger/fold.ts";
import type { Changes, CorrectEntry, GradeFields, SettledOutcome, SettleEntry } from "../../ledger/ledger-entry.ts";
import { type PickHistory, type Version, hasVerdict, isFilledIn } from "../../ledger/pick-history.ts";
import { type SealedContent, betOf, sealedFields } from "../../ledger/sealed-content.ts";
import { type Timeline, countedVersion, gradedVersion, timelineOf } from "../../ledger/timeline.ts";
import { type Reading, distanceText, stakeText, titleOf } from "./row-text.ts";

/** An empty text or list means that there is none. */
export interface HistoryEvent {
  title: string;
  /** ISO, UTC; `time` is the same in words. */
  at: string;
  time: string;
  /** The number of the entry; null for an event without one. */
  entry: number | null;
  seal: { version: number; digest: string } | null;
  facts: { label: string; text: string }[];
  changes: { label: string; before: string; after: string }[];
  verdict: { outcome: SettledOutcome; units: string } | null;
  note: string;
  /** The reason that staff gave. */
  reason: string;
  /** The sealed contents, as they were hashed. */
  opened: { version: number; salt: string; content: string }[];
}

/**
 * `timeline` is null while the pick is sealed or withheld: then the events show only its seals and its withdrawal.
 */
export function historyEvents(
  state: LedgerState,
  history: PickHistory,
  timeline: Timeline | null,
  reading: Reading,
): HistoryEvent[] {
  const { zone } = reading;
  const told = [
    ...history.versions.map((version, index) => sealed(history, version, index, timeline, reading)),
    ...(history.withdrawn === null ? [] : [blank("Withdrawn", history.withdrawn, zone)]),
    ...(timeline === null ? [] : history.grades.map((entry) => graded(state, history, entry, zone))),
  ].sort((one, other) => (one.entry ?? 0) - (other.entry ?? 0));
  if (timeline?.revealedFrom == null) return told;
  const opening = opened(history, timeline, timeline.revealedFrom, zone);
  const later = told.findIndex(({ at }) => at >= opening.at);
  return later === -1 ? [...told, opening] : told.toSpliced(later, 0, opening);
}

/** Returns the event of a loss without a verdict; null for every other pick. */
export function overdueEvent(state: LedgerState, history: PickHistory, why: string, zone: string): HistoryEvent | null {
  const { dueAt } = evaluationIn(state, history);
  if (why === "" || dueAt === null) return null;
  return {
    ...blank("Counted as a loss", { at: dueAt, seq: null }, zone),
    note: `It was ${why} within 7 days after it should have become public. Until it is graded, it counts as a loss of its stake.`,
  };
}

function blank(title: string, { at, seq }: { at: string; seq: number | null }, zone: string): HistoryEvent {
  return {
    title,
    at,
    time: formatInstant(at, zone),
    entry: seq,
    seal: null,
    facts: [],
    changes: [],
    verdict: null,
    note: "",
    reason: "",
    opened: [],
  };
}

function sealed(
  history: PickHistory,
  version: Version,
  index: number,
  timeline: Timeline | null,
  { zone, odds }: Reading,
): HistoryEvent {
  const isFirst = index === 0;
  const content = timeline === null ? null : (version.reveal?.content ?? null);
  const before = history.versions[index - 1]?.reveal?.content ?? null;
  const counts = timeline !== null && countedVersion(timeline)?.seq === version.seq;
  return {
    ...blank(isFirst ? firstTitle(history) : "Amended before the start", version, zone),
    // Only the version and the digest are shown: the rest is secret.
    seal: { version: version.version, digest: version.digest },
    facts:
      content === null ? revealFacts(version, zone) : isFirst ? contentFacts(history, content, timeline, odds) : [],
    changes: content === null || before === null ? [] : changesOf(differences(before, content), zone),
    note: counts && !history.isImport && history.versions.length > 1 ? countsNote : "",
  };
}

const countsNote = "This version counts: it was the last one sealed before the start.";

function firstTitle({ isImport }: PickHistory): string {
  return isImport ? "From before the record began, sealed as is" : "Published, sealed";
}

function revealFacts({ reveal_by }: Version, zone: string) {
  return reveal_by === null ? [] : [{ label: "Public by", text: formatInstant(reveal_by, zone) }];
}

function contentFacts(history: PickHistory, content: SealedContent, timeline: Timeline | null, odds: OddsFormat) {
  const at = history.versions[0]?.at ?? "";
  const distance = history.isImport ? "" : distanceText(at, timeline?.start ?? null);
  const book = content.book === undefined ? "" : ` at ${content.book}`;
  return [
    { label: "What was sealed", text: `${titleOf(content, odds)}${book}, ${stakeText(content)}` },
    ...(distance === "" ? [] : [{ label: "When", text: distance }]),
  ];
}

function opened(history: PickHistory, timeline: Timeline, at: string, zone: string): HistoryEvent {
  const isStart = timeline.foreseen === at;
  const versions = history.versions.flatMap(({ version, reveal }) => (reveal === null ? [] : [{ version, ...reveal }]));
  const count = versions.length === 1 ? "what was sealed and check it against the seal" : "all versions and check them";
  return {
    ...blank(isStart ? "Game started: pick made public" : "Pick made public", { at, seq: null }, zone),
    note: `From here on, anyone can read ${count}.`,
    opened: versions.map(({ version, salt, content }) => ({ version, salt, content: canonicalJson(content) })),
  };
}

function graded(
  state: LedgerState,
  history: PickHistory,
  entry: SettleEntry | CorrectEntry,
  zone: string,
): HistoryEvent {
  const verdict = hasVerdict(entry) ? entry : null;
  const timeline = timelineOf(history, state.days, entry.seq);
  const content = (timeline && gradedVersion(timeline))?.content ?? null;
  const shared = {
    ...blank(titleOfGrade(entry), entry, zone),
    verdict: verdict && { outcome: verdict.outcome, units: unitsText(verdict) },
    note: verdict === null || content === null ? "" : workingsOf(content, verdict),
  };
  if (entry.type === "settle") return shared;
  return { ...shared, changes: changesOf(entry.changes, zone), reason: entry.reason ?? "" };
}

function titleOfGrade(entry: SettleEntry | CorrectEntry): string {
  if (entry.type === "settle") return entry.by === "rule" ? "Settled by the rules" : "Settled by hand";
  if (entry.changes.verdict?.[1] === "") return "Reopened";
  return isFilledIn(entry) ? "Missing details added after the start" : "Corrected after the start";
}

function unitsText({ units }: GradeFields): string {
  return units === undefined ? "" : formatResult(readDecimal(units));
}

/** "Hawks 106, Magic 109: margin -3, line +4.5 → win, +0.93u" */
function workingsOf(content: SealedContent, { by, outcome, away_score, home_score }: GradeFields): string {
  if (outcome === "void") return "No action: the stake was returned.";
  const bet = betOf(content);
  if (by === "hand") return reasonByHand(bet) ?? "";
  if (away_score === undefined || home_score === undefined) return "";
  const scores = { away_score: Number(away_score), home_score: Number(home_score) };
  const grade = gradeBet(bet, { ...scores, status: "final" });
  return "reason" in grade ? `${grade.reason}.` : "";
}

function differences(before: SealedContent, after: SealedContent): Changes {
  const text = (content: SealedContent, field: (typeof sealedFields)[number]) => String(content[field] ?? "");
  return Object.fromEntries(
    sealedFields
      .map((field) => [field, [text(before, field), text(after, field)] as const] as const)
      .filter(([, [old, now]]) => old !== now),
  );
}

function changesOf(changes: Changes, zone: string): HistoryEvent["changes"] {
  return Object.entries(changes).map(([field, [before, after]]) => ({
    label: labelOf(field),
    before: valueText(field, before, zone),
    after: valueText(field, after, zone),
  }));
}
