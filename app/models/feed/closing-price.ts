/** The closing line and price of a bet, from the books' last prices. Pure. */
import { hourMs } from "../../time/durations.ts";
import type { BookPrices, Quote } from "../../feeds/provider.ts";
import { type BetReading, formatLine } from "../bets/bet.ts";
import { breakEvenPercent } from "../bets/units.ts";

export interface ClosingPrice {
  /** The line as shown: "-4.5", "220.5"; '' for a moneyline. */
  closing_line: string;
  /** American; null = unknown. */
  closing_odds: number | null;
}

/** Prices that a book did not update for longer than this are not closing prices. */
const freshMs = hourMs;
// The implied chances of all sides of a market add up to about 102 to 115 percent.
const leastSum = 98;
const mostSum = 130;

/**
 * Returns the median line of the books for our side, then the median price at that line. If two values are in the
 * middle, it takes the one that gives us less closing-line value. Returns null when no book has both sides of the
 * market at `now`.
 */
export function closingPriceOf(
  { market, side }: BetReading,
  books: readonly BookPrices[],
  now: Date,
): ClosingPrice | null {
  if (side === "" || (market !== "moneyline" && market !== "spread" && market !== "total")) return null;
  const offers = books
    .filter((book) => book.market === market && isFresh(book, now) && isWhole(book))
    .flatMap(({ quotes }) => quotes.filter((quote) => quote.side === side));
  if (market === "moneyline") {
    const closing_odds = middlePrice(offers);
    return closing_odds === null ? null : { closing_line: "", closing_odds };
  }
  const lines = offers.flatMap(({ line }) => (line === null ? [] : [line]));
  // For an over, a higher closing line gives us more closing-line value; for all other sides, a lower one does.
  const line = middle(lines.toSorted((one, other) => (side === "over" ? other - one : one - other)));
  if (line === null) return null;
  const atLine = offers.filter((offer) => offer.line === line);
  const closing_line = market === "spread" ? formatLine(line) : String(line);
  return { closing_line, closing_odds: middlePrice(atLine) };
}

function middlePrice(offers: readonly Quote[]): number | null {
  const prices = offers.flatMap(({ price }) => (price === null ? [] : [price]));
  return middle(prices.toSorted((one, other) => breakEvenPercent(other) - breakEvenPercent(one)));
}

/** `values` are sorted: the one that gives us the most closing-line value comes first. */
function middle(values: readonly number[]): number | null {
  return values[Math.floor(values.length / 2)] ?? null;
}

function isFresh({ updated_at }: BookPrices, now: Date): boolean {
  return now.getTime() - Date.parse(updated_at) <= freshMs;
}

/** True if the book has each side of the market once, on the same line, at prices that a book can have. */
function isWhole({ market, quotes }: BookPrices): boolean {
  const line = (side: Quote["side"]) => quotes.find((quote) => quote.side === side)?.line ?? null;
  const sides = new Set(quotes.map(({ side }) => side));
  if (sides.size !== quotes.length || !quotes.every(isPossible) || !hasFairPrices(quotes)) return false;
  if (market === "total") {
    const [over, under] = [line("over"), line("under")];
    return over !== null && over >= 0 && over === under;
  }
  if (!sides.has("home") || !sides.has("away")) return false;
  const [home, away] = [line("home"), line("away")];
  return market === "moneyline" ? home === null && away === null : home !== null && away !== null && home + away === 0;
}

function isPossible({ line, price }: Quote): boolean {
  const isLine = line === null || (Number.isInteger(line * 4) && Math.abs(line) <= 500);
  return (
    isLine && (price === null || (Number.isInteger(price) && Math.abs(price) >= 100 && Math.abs(price) <= 100_000))
  );
}

/** Checks that the implied chances add up: with exchanged or invented prices they seldom do. */
function hasFairPrices(quotes: readonly Quote[]): boolean {
  const prices = quotes.map(({ price }) => price);
  const known = prices.filter((price) => price !== null);
  if (known.length < prices.length) return known.length === 0;
  const sum = known.map(breakEvenPercent).reduce((total, chance) => total + chance, 0);
  return sum >= leastSum && sum <= mostSum;
}
