/** The demo's feed: the real results of its games, when their shifted time has come. */
import { hourMs } from "../../app/time/durations.ts";
import { env } from "../../app/env.server.ts";
import type { Answer, BookPrices, FeedGame, ResultsFeed } from "../../app/feeds/provider.ts";
import { overAt } from "../../app/models/bets/started.ts";
import { instantIn, dateIn } from "../../app/time/zone-time.ts";
import { addDays } from "../../app/time/calendar-date.ts";
import { type DemoGame, gamesZone, moveDatesTwice, SPORTS } from "./games.ts";

const longestGameMs = 3 * hourMs;
/** A demo may have been off for months. */
const scoresDays = 400;

export function demoFeed(games: DemoGame[], clock: () => Date): ResultsFeed {
  return {
    name: "The demo's games",
    scoredSports: SPORTS,
    pricedSports: [],
    scoresDays,
    cost: { scores: 0, market: 0 },
    readScores: (sport, days) => Promise.resolve(answerOf(scoresAt(games, sport, days, clock()))),
    readPrices: () => Promise.resolve(answerOf([])),
  };
}

function answerOf<Found>(games: Found[]): Answer<Found> {
  return { games, unread: "", cost: 0 };
}

function scoresAt(games: DemoGame[], sport: string, days: number, now: Date): FeedGame[] {
  const today = dateIn(gamesZone, now);
  const first = addDays(today, -days);
  return moveDatesTwice(games, today)
    .filter((game) => game.sport === sport && game.date >= first && game.date <= today)
    .map((game) => feedGame(game, now));
}

function feedGame(game: DemoGame, now: Date): FeedGame {
  const { away, home, date, start_time, away_score, home_score } = game;
  const starts_at = start_time === "" ? null : startOf(date, start_time);
  const named = { external_id: "", away, home, starts_at, game_date: date };
  if (!isOver(named, now)) return { ...named, status: "", away_score: null, home_score: null, prices: [] };
  return { ...named, status: "final", away_score, home_score, prices: closingPrices(game, now.toISOString()) };
}

function startOf(date: string, time: string): string {
  const [hours, minutes] = time.split(":").map(Number);
  return instantIn(gamesZone, date, (hours ?? 0) * 60 + (minutes ?? 0)).toISOString();
}

/** Three hours after its start; without one, when its date is over. */
function isOver(game: { starts_at: string | null; game_date: string }, now: Date): boolean {
  const over = overAt(game, env.SITE_TIMEZONE);
  return game.starts_at === null
    ? over !== null && Date.parse(over) <= now.getTime()
    : Date.parse(game.starts_at) + longestGameMs <= now.getTime();
}

/** Where a pick has the opening line, the closing one; the price of a moneyline is the closing one already. */
function closingPrices(game: DemoGame, updated_at: string): BookPrices[] {
  const { open_spread, close_spread, open_total, close_total, ml_away, ml_home } = game;
  const found: BookPrices[] = [];
  if (open_spread !== null && close_spread !== null)
    found.push({
      market: "spread",
      updated_at,
      quotes: [
        { side: "home", line: close_spread, price: null },
        { side: "away", line: 0 - close_spread, price: null },
      ],
    });
  if (open_total !== null && close_total !== null)
    found.push({
      market: "total",
      updated_at,
      quotes: [
        { side: "over", line: close_total, price: null },
        { side: "under", line: close_total, price: null },
      ],
    });
  if (ml_away !== null && ml_home !== null)
    found.push({
      market: "moneyline",
      updated_at,
      quotes: [
        { side: "home", line: null, price: ml_home },
        { side: "away", line: null, price: ml_away },
      ],
    });
  return found;
}
