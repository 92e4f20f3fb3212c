/** A pick of the record in words, for its row in the list. Pure. */
import { dayMs, hourMs, minuteMs } from "../../../durations.ts";
import { formatNumber, formatResult } from "../../../format.ts";
import { closingText, formatOdds } from "../../bets/bet.ts";
import { shortClosingValueText } from "../../bets/closing-line.ts";
import { formatStamp } from "../../bets/format-start.ts";
import { pickOf } from "../ledger-entry.ts";
import { readDecimal } from "../decimal.ts";
import type { SealedContent } from "../sealed-content.ts";
import type { Standing } from "../standing.ts";
import type { Start } from "../timeline.ts";
import { countingVersion } from "../timeline.ts";
import type { ListedPick, ListedResult } from "./listed-pick.ts";
import { isMoved } from "../notes.ts";
import { isCorrected } from "../life.ts";

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
  sport: string;
  stake: string;
  closing: string;
  clv: string;
  score: string;
  units: string;
  tags: string[];
}

const withheldText = "Not revealed";

/** `zone` is that of the times. */
export function rowOf(pick: ListedPick, zone: string): RecordRow {
  const { life, content, grade, result, standing } = pick;
  const { closing_line = "", closing_odds = null, away_score, home_score } = grade ?? {};
  const counted = standing.status === "counted" ? standing.result : null;
  return {
    ref: pickOf(life),
    result,
    pick: titleOf(content),
    game: content?.game ?? "",
    published: life.isImport ? "before the ledger" : formatStamp(life.versions[0]?.at ?? "", zone),
    when: whenText(pick, zone),
    sport: content?.sport ?? "",
    stake: content === null ? "" : stakeText(content),
    closing: closingText({ closing_line, closing_odds }),
    clv: counted?.closing ? shortClosingValueText(counted.closing) : "",
    score: away_score === undefined || home_score === undefined ? "" : `${away_score}–${home_score}`,
    units: counted === null ? "" : formatResult(counted.units),
    tags: tagsOf(pick),
  };
}

/** "Ravens -6.5 (-110)" */
export function titleOf(content: SealedContent | null): string {
  if (content === null) return withheldText;
  const { pick = "Unnamed pick", odds } = content;
  return odds === undefined || pick.includes(formatOdds(odds)) ? pick : `${pick} (${formatOdds(odds)})`;
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
export function tagsOf({ life, standing, timeline, result }: ListedPick): string[] {
  const tags: (string | false)[] = [
    standingText(standing) || false,
    standing.status !== "not counted" && result === "void" && "Void: no action, stake back",
    life.withdrawn !== null &&
      result !== "withdrawn" &&
      `Withdrawn after its ${isBegunAt(life.withdrawn.at, timeline) ? "start" : "verdict"}`,
    isCorrected(life) && "Corrected after the start",
    isMoved({ isImport: life.isImport, timeline }) && "Start moved",
    standing.status === "counted" && standing.result.by === "hand" && "Graded by hand",
  ];
  return tags.filter((tag) => tag !== false);
}

/** False of a verdict that was given before a start that was sealed too late. */
function isBegunAt(at: string, timeline: ListedPick["timeline"]): boolean {
  const start = timeline?.start ?? null;
  return start === null || start.at <= at;
}

function standingText(standing: Standing): string {
  if (standing.status === "not counted") return `Not counted: ${standing.word}`;
  return standing.status === "counted" && standing.why !== "" ? `Lost: ${standing.why} in time` : "";
}

function whenText({ life, timeline, result }: ListedPick, zone: string): string {
  if (life.isImport) return "";
  if (result === "withdrawn" && life.withdrawn !== null) return `withdrawn ${formatStamp(life.withdrawn.at, zone)}`;
  const version = timeline && countingVersion(timeline);
  return distanceText((version ?? life.versions[0])?.at ?? "", timeline?.start ?? null);
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
