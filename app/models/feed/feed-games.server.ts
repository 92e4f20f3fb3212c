import type { Db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { jobActor } from "../operation.server.ts";
import { type Game, type NameKeys, gamesOf, nameOfGame, startsApart } from "../grading/games.ts";
import { type GradedPick, asGradedPick } from "../grading/proposal.server.ts";
import { readNameKeys, resultOfGame, resultsOn } from "../grading/results.server.ts";
import type { PricedMarket, ResultsFeed } from "../../feeds/provider.ts";
import { type AskedGame, type FeedCall, dueCalls } from "./schedule.ts";

/** The author of all changes that a feed makes. */
export const feedActor = jobActor("Results feed");

const notAsked = { scores_asked: 0, scores_next_at: null, prices_asked: 0, prices_known: 0 } as const;

export async function findDueCalls(source: Db, feed: ResultsFeed, now: Date): Promise<FeedCall[]> {
  return dueCalls(await openGames(source, feed), feed, now, env.SITE_TIMEZONE);
}

/** Returns the games with open picks in the feed's sports. */
async function openGames(source: Db, feed: ResultsFeed): Promise<AskedGame[]> {
  const sports = [...new Set([...feed.scoredSports, ...feed.pricedSports])];
  const rows = await source
    .selectFrom("picks")
    .selectAll()
    .where("settled", "=", 0)
    .where("stream", "in", ["regular", "pro"])
    .where("sport", "in", sports)
    .execute();
  const keys = await readNameKeys(source);
  const games = gamesOf(rows.map(asGradedPick), keys).filter(({ away, ids }) => away !== "" || ids.length > 0);
  if (games.length === 0) return [];
  const asked = await source.selectFrom("feed_games").selectAll().execute();
  const results = await resultsOn(source, games, keys);
  return games.map((game) => {
    const { sport, starts_at, game_date } = game;
    const teams = teamsOf(game, keys);
    const known = asked.find((row) => row.teams === teams && startsApart(row.starts_at, starts_at) !== true);
    return {
      ...(known ?? { game: JSON.stringify([teams, starts_at]), teams, ...notAsked }),
      sport,
      starts_at,
      game_date,
      markets: [...new Set(game.picks.flatMap(marketsToPrice))],
      isFinal: resultOfGame(nameOfGame(game), results)?.status === "final",
    };
  });
}

/**
 * Returns the key of a game's date and teams. A game with the same key and a start within two hours is the same game. A
 * game that moves further counts as another one, so the feed is asked again.
 */
function teamsOf({ sport, game_date, away, home, ids }: Game, keys: NameKeys): string {
  const names = away === "" ? [...ids] : [keys(sport, away), keys(sport, home)];
  return JSON.stringify([sport, game_date, ...names]);
}

function marketsToPrice({ row, bet: { market, side } }: GradedPick): PricedMarket[] {
  const isKnown = row.closing_line !== "" || row.closing_odds !== null;
  return isKnown || side === "" || market === "" || market === "other" ? [] : [market];
}
