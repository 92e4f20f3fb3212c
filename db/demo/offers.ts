import type { DemoGame, Sport } from "./games.ts";
import type { Forecast } from "./model.ts";
import { shareAbove, shareWon } from "./simulation.ts";

/** One side of one market, with the models' probabilities (0 to 1). */
export interface Offer {
  game: DemoGame;
  market: "spread" | "total" | "moneyline";
  side: "home" | "away" | "over" | "under";
  line: number | null; // spread from the side's view, or total; null for a moneyline
  price: number; // American odds
  closing: number | null; // closing line, where `line` is an opening one
  probability: number;
  second_probability: number | null; // null: the second opinion has no view of totals
}

interface Quote {
  line: number;
  closing: number | null;
  price: number;
  otherPrice: number;
}

const CUSTOMARY_PRICE = -110;
const CUSTOMARY_SPORTS: ReadonlySet<Sport> = new Set(["NFL", "NCAAF", "NBA", "NCAAB"] as const);

export function offersOf(forecast: Forecast): Offer[] {
  return [...spreads(forecast), ...totals(forecast), ...moneylines(forecast)];
}

/** The probability (0 to 1) at which a bet breaks even: 110 / 210 at -110, 100 / 250 at +150. */
export function breakEven(price: number): number {
  return price < 0 ? -price / (100 - price) : 100 / (100 + price);
}

function spreads(forecast: Forecast): Offer[] {
  const { game } = forecast;
  const quote = quoteOf(game.sport, game.open_spread, game.close_spread, game.spread_odds_home, game.spread_odds_away);
  if (quote === null) return [];
  const { line, closing, price, otherPrice } = quote;
  const covers = shareAbove(-line, forecast.margin, forecast.margin_sd);
  const second = shareAbove(-line, forecast.second_margin, forecast.margin_sd);
  const market = fairShare(price, otherPrice);
  return [
    {
      game,
      market: "spread",
      side: "home",
      line,
      price,
      closing,
      probability: blend(covers, market),
      second_probability: blend(second, market),
    },
    {
      game,
      market: "spread",
      side: "away",
      line: 0 - line,
      price: otherPrice,
      closing: closing === null ? null : 0 - closing,
      probability: blend(1 - covers, 1 - market),
      second_probability: blend(1 - second, 1 - market),
    },
  ];
}

function totals(forecast: Forecast): Offer[] {
  const { game } = forecast;
  const quote = quoteOf(game.sport, game.open_total, game.close_total, game.over_odds, game.under_odds);
  if (quote === null) return [];
  const { line, closing, price, otherPrice } = quote;
  const over = shareAbove(line, forecast.total, forecast.total_sd);
  const market = fairShare(price, otherPrice);
  return [
    {
      game,
      market: "total",
      side: "over",
      line,
      price,
      closing,
      probability: blend(over, market),
      second_probability: null,
    },
    {
      game,
      market: "total",
      side: "under",
      line,
      price: otherPrice,
      closing,
      probability: blend(1 - over, 1 - market),
      second_probability: null,
    },
  ];
}

function moneylines(forecast: Forecast): Offer[] {
  const { game } = forecast;
  const { ml_home, ml_away } = game;
  if (ml_home === null || ml_away === null) return [];
  const won = shareWon(forecast.margin, forecast.margin_sd);
  const second = shareWon(forecast.second_margin, forecast.margin_sd);
  const market = fairShare(ml_home, ml_away);
  const shared = { game, market: "moneyline" as const, line: null, closing: null };
  return [
    {
      ...shared,
      side: "home",
      price: ml_home,
      probability: blend(won, market),
      second_probability: blend(second, market),
    },
    {
      ...shared,
      side: "away",
      price: ml_away,
      probability: blend(1 - won, 1 - market),
      second_probability: blend(1 - second, 1 - market),
    },
  ];
}

/** The source's prices belong to the closing line, so an opening line gets the customary price. */
function quoteOf(
  sport: Sport,
  open: number | null,
  close: number | null,
  price: number | null,
  otherPrice: number | null,
): Quote | null {
  if (!CUSTOMARY_SPORTS.has(sport)) return null;
  if (open !== null) return { line: open, closing: close, price: CUSTOMARY_PRICE, otherPrice: CUSTOMARY_PRICE };
  if (close === null) return null;
  return { line: close, closing: null, price: price ?? CUSTOMARY_PRICE, otherPrice: otherPrice ?? CUSTOMARY_PRICE };
}

/** The market's probability (0 to 1) without the bookmaker's margin. */
function fairShare(price: number, otherPrice: number): number {
  return breakEven(price) / (breakEven(price) + breakEven(otherPrice));
}

/** Half simulation, half market, fixed beforehand: a line knows injuries and line-ups that scores do not. */
function blend(simulated: number, market: number): number {
  return (simulated + market) / 2;
}
