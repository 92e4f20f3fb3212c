/** The bet that a pick's text describes. */
import { formatNumber, rounded } from "../../format.ts";
import type { OddsFormat } from "../odds-format.ts";
import { profitOf } from "./units.ts";

export const markets = ["moneyline", "spread", "total", "other"] as const;
export type Market = (typeof markets)[number];

export const sides = ["home", "away", "draw", "over", "under"] as const;
export type Side = (typeof sides)[number];

/** The bet as read from a pick's text. '' and null = not read. `line` is for the side taken; `odds` is American. */
export interface BetReading {
  market: Market | "";
  side: Side | "";
  line: number | null;
  odds: number | null;
}

const marketNames = {
  moneyline: "Moneyline",
  spread: "Spread",
  total: "Total",
  other: "Other (graded by hand)",
} as const;

/**
 * Reads American odds of at least 100 either way, at most 100,000: "-110", "+135", "110"; "EVEN" is 100. Null for
 * anything else.
 */
export function parseOdds(text: string): number | null {
  const plain = withPlainSigns(text.trim());
  if (/^(even|ev)$/i.test(plain)) return 100;
  if (!/^[+-]?[1-9]\d{2,5}$/.test(plain)) return null;
  const odds = Number(plain);
  return Math.abs(odds) <= 100_000 ? odds : null;
}

/**
 * Turns a decimal price of 2 or 3 decimals, from 1.01 to 1001, into American odds: "1.91" is -110, "2.50" is 150. Null
 * for anything else.
 */
export function fromDecimalOdds(text: string): number | null {
  if (!/^\d{1,4}\.\d{2,3}$/.test(text)) return null;
  // In thousandths, because a fraction like 0.045 is not exact.
  const profit = Math.round(Number(text) * 1000) - 1000;
  if (profit < 10 || profit > 1_000_000) return null;
  return profit >= 1000 ? Math.round(profit / 10) : -Math.round(100_000 / profit);
}

/** Writes American odds: with their sign, as what one gets back for 1, or as what one wins for what stake. */
export function formatOdds(odds: number, format: OddsFormat = "american"): string {
  if (format === "american") return odds > 0 ? `+${odds}` : String(odds);
  const [won, staked] = odds > 0 ? [odds, 100] : [100, -odds];
  // A third decimal where two would hide most of the profit.
  const decimals = won * 10 < staked ? 3 : 2;
  if (format === "decimal") return rounded(1 + won / staked, decimals).toFixed(decimals);
  const divisor = greatestDivisor(won, staked);
  return `${won / divisor}/${staked / divisor}`;
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}

/** Writes a spread in points with its sign: "-3.5", "+4". 0 is "PK", pick'em. */
export function formatLine(line: number): string {
  if (line === 0) return "PK";
  return line > 0 ? `+${formatNumber(line)}` : formatNumber(line);
}

/** "Spread, Boston Celtics -3.5 at -110: risks 1.5u to win 1.36u". `unitSize` is the stake in units. */
export function describeBet(bet: BetReading & { away: string; home: string }, unitSize: number | null): string {
  if (bet.market === "") return "The bet could not be read. It will be graded by hand.";
  const choice = [sideText(bet), lineText(bet)].filter(Boolean).join(" ");
  const price = bet.odds === null ? "" : ` at ${formatOdds(bet.odds)}`;
  return `${[marketNames[bet.market], choice].filter(Boolean).join(", ")}${price}${riskText(bet.odds, unitSize)}`;
}

/** The price, or null where the pick's own text says it as the reader wants it: "Celtics -3.5 (-110)". */
export function unsaidOdds({ pick, odds }: { pick: string; odds: number | null }, format?: OddsFormat): number | null {
  return odds !== null && saysOdds(pick, odds, format) ? null : odds;
}

export function saysOdds(pick: string, odds: number, format?: OddsFormat): boolean {
  const price = formatOdds(odds, format);
  const [, ...rests] = withPlainSigns(pick).split(price);
  // "-110.5" is another number.
  return rests.some((rest) => !/^[\d.]/.test(rest));
}

interface Price {
  odds: number | null;
  book: string;
  playable_to: string;
}

/** "-110 DraftKings · playable to -4.5", without what the pick's own text says; '' when nothing is left. */
export function priceText({ playable_to, book, ...priced }: Price & { pick: string }, format?: OddsFormat): string {
  return [offerText({ odds: unsaidOdds(priced, format), book }, format), playable_to && `playable to ${playable_to}`]
    .filter(Boolean)
    .join(" · ");
}

/** "-110 DraftKings"; '' when both are unknown. */
export function offerText({ odds, book }: Pick<Price, "odds" | "book">, format?: OddsFormat): string {
  return [odds === null ? "" : formatOdds(odds, format), book].filter(Boolean).join(" ");
}

interface Closing {
  market: Market | "";
  closing_line: string;
  closing_odds: number | null;
}

/** The closing line for cards and tables, else the closing price; '' when both are unknown. A moneyline closes at a price. */
export function closingText({ market, closing_line, closing_odds }: Closing, format?: OddsFormat): string {
  if (closing_line === "") return closing_odds === null ? "" : formatOdds(closing_odds, format);
  const price = market === "moneyline" ? parseOdds(closing_line) : null;
  return price === null ? closing_line : formatOdds(price, format);
}

/** Replaces every character that looks like a minus or a plus by "-" or "+". */
export function withPlainSigns(text: string): string {
  return text.replace(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, "-").replaceAll("\uFF0B", "+");
}

function sideText({ side, away, home }: { side: Side | ""; away: string; home: string }): string {
  if (side === "away") return away || side;
  if (side === "home") return home || side;
  return side;
}

function lineText({ market, line }: BetReading): string {
  if (line === null) return "";
  return market === "spread" ? formatLine(line) : formatNumber(line);
}

function riskText(odds: number | null, unitSize: number | null): string {
  if (unitSize === null || unitSize === 0) return "";
  const risk = `: risks ${formatNumber(unitSize)}u`;
  return odds === null ? risk : `${risk} to win ${formatNumber(profitOf(unitSize, odds))}u`;
}
