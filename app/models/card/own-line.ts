/** What a member really got for a pick on their card, beside what was posted. Pure. */
import { formatNumber, formatResult, rounded, signedText } from "../../format.ts";
import type { OddsFormat } from "../odds-format.ts";
import { type Side, formatLine, offerText } from "../bets/bet.ts";
import { type ClosedBet, type ClosingValue, closingValueOf } from "../bets/closing-line.ts";
import { outcomeOfShare, shareByRule } from "../bets/grade.ts";
import { type Outcome, outcomeOf, outcomes } from "../bets/outcome.ts";
import { unitsOfShare } from "../bets/units.ts";

/** Null and '' = as posted. */
export interface OwnLine {
  /** Null = nothing was noted. */
  noted_at: string | null;
  /** 0 = they did not bet it. */
  is_bet: 0 | 1;
  /** American. */
  own_odds: number | null;
  /** For the side taken. */
  own_line: number | null;
  own_units: number | null;
  own_book: string;
}

export const ownLineColumns = ["noted_at", "is_bet", "own_odds", "own_line", "own_units", "own_book"] as const;

export interface PostedBet extends ClosedBet {
  sport: string;
  away: string;
  home: string;
  away_score: number | null;
  home_score: number | null;
  verdict: string;
  unit_size: number;
  units_result: number | null;
  book: string;
}

export const postedBetColumns = [
  "sport",
  "market",
  "side",
  "line",
  "odds",
  "book",
  "away",
  "home",
  "away_score",
  "home_score",
  "verdict",
  "unit_size",
  "units_result",
  "closing_line",
  "closing_odds",
] as const;

/** What was really bet: the member's values, and the posted ones where they noted none. */
export interface OwnBet {
  odds: number | null;
  line: number | null;
  unit_size: number;
  book: string;
}

export function ownBetOf(pick: PostedBet, own: OwnLine): OwnBet {
  return {
    odds: own.own_odds ?? pick.odds,
    line: own.own_line ?? pick.line,
    unit_size: own.own_units ?? pick.unit_size,
    book: own.own_book || pick.book,
  };
}

export interface OwnResult extends OwnBet {
  outcome: Outcome;
  /** Won or lost at the member's price and line; null = nobody can say. */
  units: number | null;
  /** The same stake at the posted price and line. */
  posted: number | null;
  closing: ClosingValue | null;
}

/** Null while the pick is open, and where the member noted nothing or did not bet. */
export function ownResultOf(pick: PostedBet, own: OwnLine): OwnResult | null {
  const outcome = outcomeOf(pick.verdict);
  if (outcome === "open" || own.noted_at === null || own.is_bet === 0) return null;
  const bet = ownBetOf(pick, own);
  const closing = closingValueOf({ ...pick, ...bet });
  const posted = scaled(pick, bet.unit_size);
  if (outcome === "void") return { ...bet, outcome, units: 0, posted: 0, closing };
  if (bet.line === pick.line && bet.odds === pick.odds) return { ...bet, outcome, units: posted, posted, closing };
  const share = shareOf(pick, bet.line, outcome);
  if (share === null) return { ...bet, outcome, units: null, posted, closing };
  return {
    ...bet,
    outcome: bet.line === pick.line ? outcome : outcomeOfShare(share),
    units: unitsOfShare(share, bet.unit_size, bet.odds),
    posted,
    closing,
  };
}

/** The pick's own result for another stake. */
function scaled({ units_result, unit_size }: PostedBet, stake: number): number | null {
  if (units_result === null || unit_size === 0) return null;
  return rounded((units_result * stake) / unit_size, 2);
}

/** By the rules of grading; at the posted line the pick's verdict counts, also where a person gave it. */
function shareOf(pick: PostedBet, line: number | null, outcome: "win" | "loss" | "push") {
  const { away_score, home_score } = pick;
  const byRule =
    away_score === null || home_score === null ? null : shareByRule({ ...pick, line }, away_score, home_score);
  if (line !== pick.line || (byRule !== null && outcomeOfShare(byRule) === outcome)) return byRule;
  return outcome === "push" ? 0 : outcome === "win" ? 1 : -1;
}

/** "Yours: -3 -105 DraftKings, 2u", and once it is settled ": push, 0.00 U"; '' where nothing was noted. */
export function ownLineText(pick: PostedBet, own: OwnLine, format: OddsFormat): string {
  if (own.noted_at === null) return "";
  if (own.is_bet === 0) return "You didn't bet this.";
  const bet = ownBetOf(pick, own);
  const taken = [shownLine(pick.market, pick.side, bet.line), offerText(bet, format)].filter(Boolean).join(" ");
  const text = `Yours: ${[taken, `${formatNumber(bet.unit_size)}u`].filter(Boolean).join(", ")}`;
  const result = ownResultOf(pick, own);
  if (result === null) return text;
  const units = result.units === null ? "your line can't be graded" : formatResult(result.units);
  return `${text}: ${outcomes[result.outcome].label.toLowerCase()}, ${units}`;
}

function shownLine(market: PostedBet["market"], side: Side | "", line: number | null): string {
  if (line === null || market === "moneyline") return "";
  return market === "spread" ? formatLine(line) : `${side} ${formatNumber(line)}`.trim();
}

export interface BookTotals {
  book: string;
  picks: number;
  units: number;
  /** Above 0: better than at the posted prices. */
  difference: number;
}

export interface OwnTotals extends Omit<BookTotals, "book"> {
  posted: number;
  /** Means of the picks whose close is known; null without one. */
  closing: { points: number | null; percent: number | null };
  /** The best first; the posted book counts where none was noted. '' = unknown. */
  books: BookTotals[];
}

/** Counts the picks whose result is known at both prices; null without one. */
export function ownTotalsOf(results: readonly OwnResult[]): OwnTotals | null {
  const known = results.flatMap(({ units, posted, ...rest }) =>
    units === null || posted === null ? [] : [{ units, posted, ...rest }],
  );
  if (known.length === 0) return null;
  const books = [...new Set(known.map(({ book }) => book))].map((book) => ({
    book,
    ...sumsOf(known.filter((one) => one.book === book)),
  }));
  return {
    ...sumsOf(known),
    closing: {
      points: meanOf(known.flatMap(({ closing }) => (closing && "points" in closing ? [closing.points] : []))),
      percent: meanOf(known.flatMap(({ closing }) => (closing && "percent" in closing ? [closing.percent] : []))),
    },
    books: books
      .map(({ posted: _posted, ...book }) => book)
      .sort((one, other) => other.difference - one.difference || other.picks - one.picks),
  };
}

function sumsOf(known: readonly { units: number; posted: number }[]) {
  const sum = (of: "units" | "posted") => known.reduce((total, one) => total + Math.round(one[of] * 100), 0);
  const [units, posted] = [sum("units"), sum("posted")];
  return { picks: known.length, units: units / 100, posted: posted / 100, difference: (units - posted) / 100 };
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The totals in words, because the browser needs no more of them. */
export interface OwnTotalsTexts {
  difference: string;
  more: string[];
}

export function ownTotalsTexts(totals: OwnTotals): OwnTotalsTexts {
  const { picks, books } = totals;
  const stakes = `Your stakes at both prices, ${picks} ${picks === 1 ? "pick" : "picks"}.`;
  return {
    difference: shoppingText(totals),
    more: [`${stakes} ${closingText(totals)}`.trim(), booksText(books.filter(({ book }) => book !== ""))].filter(
      Boolean,
    ),
  };
}

/** "Your prices: +3.42u, posted: +4.06u. The difference cost you 0.64u." */
function shoppingText({ units, posted, difference }: OwnTotals): string {
  const sums = `Your prices: ${signedText(units)}u, posted: ${signedText(posted)}u.`;
  if (difference === 0) return `${sums} There is no difference.`;
  const size = `${Math.abs(difference).toFixed(2)}u`;
  return difference > 0 ? `${sums} Shopping earned you ${size}.` : `${sums} The difference cost you ${size}.`;
}

/** '' while no close is known. */
function closingText({ closing: { points, percent } }: OwnTotals): string {
  const parts = [
    points !== null && `${signedText(points)} points per spread or total`,
    percent !== null && `${signedText(percent)} % per moneyline`,
  ].filter(Boolean);
  return parts.length === 0 ? "" : `Your closing-line value: ${parts.join(", ")}.`;
}

/** '' for fewer than two books. */
function booksText([best, ...others]: readonly BookTotals[]): string {
  if (best === undefined || others.length === 0) return "";
  const rest = others.map(({ book, picks, difference }) => `${book} ${signedText(difference)}u in ${picks}`).join(", ");
  return `Your best book: ${best.book}, ${signedText(best.difference)}u vs. the posted prices in ${best.picks}. ${rest}.`;
}
