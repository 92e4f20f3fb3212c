/** Closing line value: how much better a bet's line or price was than the last one before the start. Pure. */
import { formatNumber, signedText } from "../../format.ts";
import { type BetReading, type Market, type Side, parseOdds } from "./bet.ts";
import { readBareBet } from "./bet-text.ts";
import { type clvMarks, beatClv, clvText, missedClv } from "./outcome.ts";
import { breakEvenPercent } from "./units.ts";

/** Lines and American prices are for the side taken; '' and null = unknown. */
export interface ClosedBet {
  market: Market | "";
  side: Side | "";
  line: number | null;
  odds: number | null;
  /** The line as shown: "-4.5", "O 220.5", "-4.5 (-110)". */
  closing_line: string;
  closing_odds: number | null;
}

/** Above 0: the bet was better than the close. */
export type ClosingValue = { points: number } | { percent: number };
type ClvMark = (typeof clvMarks)[number];

export const matchedClose = "Matched the close";
export const unrecordedClose = "CLV not recorded";
// readBet expects a name before a line.
const team = "team";

/**
 * Gives points for a spread: line - closing line, both for the side taken (-3.5 closing -4.5 is +1); for an over:
 * closing line - line; for an under: line - closing line. Gives percent for a moneyline: (implied closing - implied
 * posted) / implied posted x 100, where implied is the break-even rate of a price (-125 closing -150 is +8). Null when
 * one of the values is unknown.
 */
export function closingValueOf(bet: ClosedBet): ClosingValue | null {
  const { market, side, line, odds } = bet;
  if (market === "moneyline") return percentOf(odds, bet.closing_odds ?? readClosingPrice(bet.closing_line));
  if (market !== "spread" && market !== "total") return null;
  const closing = readClosingLine(market, bet.closing_line);
  if (line === null || closing === null) return null;
  if (market === "spread" || side === "under") return { points: line - closing };
  return side === "over" ? { points: closing - line } : null;
}

/** ✅ above 0, ❌ below 0, '' for equal; null = can't be computed. */
export function closingMarkOf(bet: ClosedBet): ClvMark | null {
  const value = closingValueOf(bet);
  if (value === null) return null;
  const size = sizeOf(value);
  if (size === 0) return "";
  return size > 0 ? beatClv : missedClv;
}

/**
 * The flag of a settled pick by its stored mark: "✅ Beat the close", "Matched the close" for an equal line or price, "CLV not recorded"
 * without a closing line or price; '' when the close can't be compared.
 */
export function closingFlagText({ beat_clv, ...bet }: ClosedBet & { beat_clv: string }): string {
  const marked = clvText(beat_clv);
  if (marked !== "") return marked;
  if (bet.closing_line === "" && bet.closing_odds === null) return unrecordedClose;
  return closingMarkOf(bet) === "" ? matchedClose : "";
}

/** "+1 point", "-0.5 points", "+8.70 %". */
export function closingValueText(value: ClosingValue): string {
  if ("percent" in value) return `${signedText(value.percent)} %`;
  return `${signedPoints(value)} ${Math.abs(value.points) === 1 ? "point" : "points"}`;
}

function signedPoints({ points }: { points: number }): string {
  return `${points > 0 ? "+" : ""}${formatNumber(points)}`;
}

/** "+1 pt", "-0.5 pt", "+8.70 %": for tables. */
export function shortClosingValueText(value: ClosingValue): string {
  return "percent" in value ? closingValueText(value) : `${signedPoints(value)} pt`;
}

/**
 * Reads a line in points: "-4.5", "PK", "220.5", "O 220.5", with or without a price after it. Null when the text is no
 * line of that market.
 */
function readClosingLine(market: "spread" | "total", text: string): number | null {
  return readAs(market, text)?.line ?? null;
}

function readClosingPrice(text: string): number | null {
  return parseOdds(text) ?? readAs("moneyline", text)?.odds ?? null;
}

function readAs(market: Market, text: string): BetReading | null | undefined {
  return [text, `${team} ${text}`, `over ${text}`]
    .map((bet) => readBareBet(bet, { away: "", home: team }))
    .find((reading) => reading?.market === market);
}

function percentOf(odds: number | null, closing: number | null): ClosingValue | null {
  if (odds === null || closing === null) return null;
  const implied = breakEvenPercent(odds);
  return { percent: ((breakEvenPercent(closing) - implied) / implied) * 100 };
}

function sizeOf(value: ClosingValue): number {
  return "points" in value ? value.points : value.percent;
}
