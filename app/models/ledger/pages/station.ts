/** The stations of one pick's life, oldest first, in words. Pure. */
import { formatInstant, formatResult } from "../../../format.ts";
import { gradeBet, reasonByHand } from "../../grading/grade.ts";
import { canonicalJson } from "../canonical.ts";
import { labelOf, valueText } from "../change-text.ts";
import { readDecimal } from "../decimal.ts";
import type { LedgerState } from "../fold.ts";
import { countingIn } from "../fold.ts";
import type { Changes, CorrectEntry, GradeFields, SettledOutcome, SettleEntry } from "../ledger-entry.ts";
import type { Life, Version } from "../life.ts";
import type { SealedContent } from "../sealed-content.ts";
import { betOf, sealedFields } from "../sealed-content.ts";
import type { Timeline } from "../timeline.ts";
import { countingVersion, gradedVersion, timelineOf } from "../timeline.ts";
import { hasVerdict, isFilledIn } from "../life.ts";
import { distanceText, stakeText, titleOf } from "./row-text.ts";

/** Empty texts and lists stand for nothing. */
export interface Station {
  title: string;
  /** ISO, UTC, and in words. */
  at: string;
  time: string;
  /** Null where no entry is needed. */
  entry: number | null;
  seal: { version: number; digest: string } | null;
  facts: { label: string; text: string }[];
  changes: { label: string; before: string; after: string }[];
  verdict: { outcome: SettledOutcome; units: string } | null;
  note: string;
  /** What staff gave. */
  reason: string;
  /** What was sealed, as it was hashed. */
  opened: { version: number; salt: string; content: string }[];
}

/** `timeline` is null while the pick is sealed or withheld: then only its seals are told. `zone` is that of the times. */
export function stationsOf(state: LedgerState, life: Life, timeline: Timeline | null, zone: string): Station[] {
  const told = [
    ...life.versions.map((version, index) => sealed(life, version, index, timeline, zone)),
    ...(life.withdrawn === null ? [] : [blank("Withdrawn", life.withdrawn, zone)]),
    ...(timeline === null ? [] : life.grades.map((entry) => graded(state, life, entry, zone))),
  ].sort((one, other) => (one.entry ?? 0) - (other.entry ?? 0));
  if (timeline?.revealedFrom == null) return told;
  const opening = opened(life, timeline, timeline.revealedFrom, zone);
  const later = told.findIndex(({ at }) => at >= opening.at);
  return later === -1 ? [...told, opening] : told.toSpliced(later, 0, opening);
}

/** The loss that nobody set: null for every other pick. `now` is ISO, UTC. */
export function overdueStation(state: LedgerState, life: Life, why: string, zone: string): Station | null {
  const { dueAt } = countingIn(state, life);
  if (why === "" || dueAt === null) return null;
  return {
    ...blank("Counted as a loss", { at: dueAt, seq: null }, zone),
    note: `It was ${why} within 7 days after it had to be revealed. Until somebody grades it, it is a loss of its stake.`,
  };
}

function blank(title: string, { at, seq }: { at: string; seq: number | null }, zone: string): Station {
  return {
    ...{ title, at, time: formatInstant(at, zone), entry: seq, seal: null },
    ...{ facts: [], changes: [], verdict: null, note: "", reason: "", opened: [] },
  };
}

function sealed(life: Life, version: Version, index: number, timeline: Timeline | null, zone: string): Station {
  const isFirst = index === 0;
  const content = timeline === null ? null : (version.reveal?.content ?? null);
  const before = life.versions[index - 1]?.reveal?.content ?? null;
  const counts = timeline !== null && countingVersion(timeline)?.seq === version.seq;
  return {
    ...blank(isFirst ? firstTitle(life) : "Amended before the start", version, zone),
    // Nothing else of it: the rest is secret.
    seal: { version: version.version, digest: version.digest },
    facts: content === null ? revealFacts(version, zone) : isFirst ? contentFacts(life, content, timeline) : [],
    changes: content === null || before === null ? [] : changesOf(differences(before, content), zone),
    note: counts && !life.isImport && life.versions.length > 1 ? countsNote : "",
  };
}

const countsNote = "This version counts: it was sealed last before the start.";

function firstTitle({ isImport }: Life): string {
  return isImport ? "From before the ledger, sealed as it was" : "Published, sealed";
}

function revealFacts({ reveal_by }: Version, zone: string) {
  return reveal_by === null ? [] : [{ label: "Revealed by", text: formatInstant(reveal_by, zone) }];
}

function contentFacts(life: Life, content: SealedContent, timeline: Timeline | null) {
  const at = life.versions[0]?.at ?? "";
  const distance = life.isImport ? "" : distanceText(at, timeline?.start ?? null);
  const book = content.book === undefined ? "" : ` at ${content.book}`;
  return [
    { label: "What was sealed", text: `${titleOf(content)}${book}, ${stakeText(content)}` },
    ...(distance === "" ? [] : [{ label: "When", text: distance }]),
  ];
}

function opened(life: Life, timeline: Timeline, at: string, zone: string): Station {
  const isStart = timeline.foreseen === at;
  const versions = life.versions.flatMap(({ version, reveal }) => (reveal === null ? [] : [{ version, ...reveal }]));
  const count = versions.length === 1 ? "what was sealed and check it against its seal" : "all versions and check them";
  return {
    ...blank(isStart ? "Started: seals opened" : "Seals opened", { at, seq: null }, zone),
    note: `From here on everybody can read ${count}.`,
    opened: versions.map(({ version, salt, content }) => ({ version, salt, content: canonicalJson(content) })),
  };
}

function graded(state: LedgerState, life: Life, entry: SettleEntry | CorrectEntry, zone: string): Station {
  const verdict = hasVerdict(entry) ? entry : null;
  const timeline = timelineOf(life, state.days, entry.seq);
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
  if (entry.changes.verdict?.[1] === "") return "Opened again";
  return isFilledIn(entry) ? "Filled in after the start" : "Corrected after the start";
}

function unitsText({ units }: GradeFields): string {
  return units === undefined ? "" : formatResult(readDecimal(units));
}

/** "Hawks 106, Magic 109: margin -3, line +4.5 → win, +0.93u" */
function workingsOf(content: SealedContent, { by, outcome, away_score, home_score }: GradeFields): string {
  if (outcome === "void") return "No action: the stake came back.";
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

function changesOf(changes: Changes, zone: string): Station["changes"] {
  return Object.entries(changes).map(([field, [before, after]]) => ({
    label: labelOf(field),
    before: valueText(field, before, zone),
    after: valueText(field, after, zone),
  }));
}
