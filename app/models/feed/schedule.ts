/** Decides when a feed is asked, and for what. Pure. */
import { dayMs, hourMs, minuteMs } from "../../time/durations.ts";
import type { PricedMarket, ResultsFeed } from "../../feeds/provider.ts";
import { startOf } from "../bets/started.ts";

/** A game with open picks, and the calls that were made about it. */
export interface AskedGame {
  /** Its key in `feed_games`. */
  game: string;
  teams: string;
  sport: string;
  /** ISO, UTC. */
  starts_at: string | null;
  /** YYYY-MM-DD or ''. */
  game_date: string;
  /** The markets of the game's open picks that have no closing price. */
  markets: readonly PricedMarket[];
  isFinal: boolean;
  scores_asked: number;
  scores_next_at: string | null;
  prices_asked: number;
  prices_known: 0 | 1;
}

export type FeedCall =
  | { kind: "scores"; sport: string; games: AskedGame[]; days: number }
  | { kind: "prices"; sport: string; games: AskedGame[]; markets: PricedMarket[] };

const firstAskedMs = 2.5 * hourMs;
const askedEveryMs = 30 * minuteMs;
const mostScoreAsks = 6;
const priceLeadMs = 5 * minuteMs;
/** The second call is made only if the first one failed. */
const mostPriceAsks = 2;
const pausesMs = [minuteMs, 2 * minuteMs, 5 * minuteMs] as const;

/**
 * Returns the calls that are due at `now`, one for each sport and kind. Price calls come first, since they can't wait.
 */
export function dueCalls(
  games: readonly AskedGame[],
  { pricedSports, scoredSports, scoresDays }: Pick<ResultsFeed, "pricedSports" | "scoredSports" | "scoresDays">,
  now: Date,
  zone: string,
): FeedCall[] {
  const priced = games.filter((game) => pricedSports.includes(game.sport) && needsPrices(game, now));
  const scored = games.filter((game) => scoredSports.includes(game.sport) && needsScores(game, scoresDays, now, zone));
  return [
    ...bySport(priced).map(([sport, due]) => ({
      kind: "prices" as const,
      sport,
      games: due,
      markets: [...new Set(due.flatMap(({ markets }) => markets))],
    })),
    ...bySport(scored).map(([sport, due]) => ({
      kind: "scores" as const,
      sport,
      games: due,
      days: Math.max(...due.map((game) => daysSince(game, now, zone))),
    })),
  ];
}

function bySport(games: readonly AskedGame[]): [sport: string, games: AskedGame[]][] {
  const sports = [...new Set(games.map(({ sport }) => sport))];
  return sports.map((sport) => [sport, games.filter((game) => game.sport === sport)]);
}

/** Prices are read once, in the last five minutes before the start: later prices are those of the running game. */
function needsPrices({ starts_at, markets, prices_asked, prices_known }: AskedGame, now: Date): boolean {
  if (starts_at === null || markets.length === 0 || prices_known === 1 || prices_asked >= mostPriceAsks) return false;
  const leftMs = Date.parse(starts_at) - now.getTime();
  return leftMs > 0 && leftMs <= priceLeadMs;
}

/** Scores are due two and a half hours after the start; without a start, at the end of the game date. */
function needsScores(game: AskedGame, scoresDays: number, now: Date, zone: string): boolean {
  const { starts_at, isFinal, scores_asked, scores_next_at } = game;
  const first = startOf(game, zone);
  if (first === null || isFinal || scores_asked >= mostScoreAsks) return false;
  const from = Date.parse(first) + (starts_at === null ? 0 : firstAskedMs);
  const next = Math.max(from, scores_next_at === null ? 0 : Date.parse(scores_next_at));
  return next <= now.getTime() && now.getTime() < from + scoresDays * dayMs;
}

function daysSince(game: AskedGame, now: Date, zone: string): number {
  const start = Date.parse(startOf(game, zone) ?? now.toISOString());
  return Math.ceil((now.getTime() - start) / dayMs) + 1;
}

/** Returns when scores are due again. The wait doubles after each call that failed: six calls span a day. */
export function nextScoresAt(asked: number, failed: boolean, now: Date): string {
  return new Date(now.getTime() + askedEveryMs * (failed ? 2 ** asked : 1)).toISOString();
}

/** Returns the pause after this many failures in a row. */
export function pauseMs(failures: number): number {
  return pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;
}
