/** A pick of the record in words, for its row in the list. Pure. */
import { dayMs, hourMs, minuteMs } from "../../../time/durations.ts";
import { formatNumber, formatResult } from "../../../format.ts";
import { closingText, formatOdds, saysOdds } from "../../bets/bet.ts";
import type { OddsFormat } from "../../odds-format.ts";
import { shortClosingValueText } from "../../bets/closing-line.ts";
import { formatStamp } from "../../../time/start-text.ts";
import { pickOf } from "../../ledger/ledger-entry.ts";
import { readDecimal } from "../../ledger/decimal.ts";
import type { SealedContent } from "../../ledger/sealed-content.ts";
import type { RecordStatus } from "../../ledger/record-status.ts";
import { type Start, countedVersion } from "../../ledger/timeline.ts";
import type { ListedResult } from "../figures/pick-standing.ts";
import type { ListedPick } from "./listed-pick.ts";
import { isMoved } from "../../ledger/notes.ts";
import { type PickHistory, isCorrectedInRecord } from "../../ledger/pick-history.ts";

/** All texts. '' = nothing is known, or it does not apply. */
export interface RecordRow {
  /** "regular:17" */
  ref: string;
  result: ListedResult;
  pick: string;
  game: string;
  published: string;
  /** "12 h 11 min before its start", "withdrawn 11/14/2026, 10:31 AM". */
  when: string;
  /** With its stream: "NBA · Pro". */
  sport: string;
  stake: string;
  closing: string;
  clv: string;
  score: string;
  units: string;
  tags: string[];
}

const withheldText = "Not revealed";

/** How a reader sees times and prices. */
export interface Reading {
  zone: string;
  odds: OddsFormat;
}

export function rowOf(pick: ListedPick, { zone, odds }: Reading): RecordRow {
  const { history, content, grade, result, status } = pick;
  const { closing_line = "", closing_odds = null, away_score, home_score } = grade ?? {};
  const counted = status.kind === "counted" ? status.result : null;
  return {
    ref: pickOf(history),
    result,
    pick: titleOf(content, odds),
    game: content?.game ?? "",
    published: history.isImport ? "before the ledger" : formatStamp(history.versions[0]?.at ?? "", zone),
    when: whenText(pick, zone),
    sport: [content?.sport ?? "", streamName(history)].filter(Boolean).join(" · "),
    stake: content === null ? "" : stakeText(content),
    closing: closingText({ market: content?.market ?? "", closing_line, closing_odds }, odds),
    clv: counted?.closing ? shortClosingValueText(counted.closing) : "",
    score: away_score === undefined || home_score === undefined ? "" : `${away_score}–${home_score}`,
    units: counted === null ? "" : formatResult(counted.units),
    tags: tagsOf(pick),
  };
}

/** Where picks of both streams stand side by side. */
export function streamName({ stream }: PickHistory): string {
  return stream === "pro" ? "Pro" : "Regular";
}

/** "Ravens -6.5 (-110)" */
export function titleOf(content: SealedContent | null, format: OddsFormat): string {
  if (content === null) return withheldText;
  const { pick = "Unnamed pick", odds } = content;
  return odds === undefined || saysOdds(pick, odds, format) ? pick : `${pick} (${formatOdds(odds, format)})`;
}

export function stakeText({ unit_size }: SealedContent): string {
  return `${formatNumber(readDecimal(unit_size))}u`;
}

/** "12 h 11 min before its start", "14 min after its start", "before its game day"; '' without a start. */
export function distanceText(at: string, start: Start | null): string {
  if (start === null) return "";
  const ms = Date.parse(start.at) - Date.parse(at);
  if (start.isDay) return ms > 0 ? "before its game day" : "on its game day";
  return ms > 0 ? `${durationText(ms)} before its start` : `${durationText(-ms)} after its start`;
}

/** "Not counted: no price", "Lost: not graded in time", "Corrected after the start". */
export function tagsOf({ history, status, timeline, result }: ListedPick): string[] {
  const tags: (string | false)[] = [
    statusText(status) || false,
    status.kind !== "not counted" && result === "void" && "Void: no action, stake back",
    history.withdrawn !== null &&
      result !== "withdrawn" &&
      `Withdrawn after its ${isBegunAt(history.withdrawn.at, timeline) ? "start" : "verdict"}`,
    isCorrectedInRecord(history) && "Corrected after the start",
    isMoved({ isImport: history.isImport, timeline }) && "Start moved",
    status.kind === "counted" && status.result.by === "hand" && "Graded by hand",
  ];
  return tags.filter((tag) => tag !== false);
}

/**
 * True if the start had passed at `at`. It is false after a verdict that was given before a start that was sealed too
 * late.
 */
function isBegunAt(at: string, timeline: ListedPick["timeline"]): boolean {
  const start = timeline?.start ?? null;
  return start === null || start.at <= at;
}

function statusText(status: RecordStatus): string {
  if (status.kind === "not counted") return `Not counted: ${status.reason}`;
  return status.kind === "counted" && status.why !== "" ? `Lost: ${status.why} in time` : "";
}

function whenText({ history, timeline, result }: ListedPick, zone: string): string {
  if (history.isImport) return "";
  if (result === "withdrawn" && history.withdrawn !== null)
    return `withdrawn ${formatStamp(history.withdrawn.at, zone)}`;
  const version = timeline && countedVersion(timeline);
  return distanceText((version ?? history.versions[0])?.at ?? "", timeline?.start ?? null);
}

/** "less than a minute", "14 min", "12 h 11 min", "3 days 2 h". */
function durationText(ms: number): string {
  const [days, hours, minutes] = [
    Math.floor(ms / dayMs),
    Math.floor((ms % dayMs) / hourMs),
    Math.floor((ms % hourMs) / minuteMs),
  ];
  if (days > 1) return `${days} days ${hours} h`;
  const all = days * 24 + hours;
  if (all === 0) return minutes === 0 ? "less than a minute" : `${minutes} min`;
  return `${all} h ${minutes} min`;
}
