/** Stores the closing prices of open picks. */
import type { Db } from "../../db.server.ts";
import { minuteMs } from "../../time/durations.ts";
import type { BookPrices } from "../../feeds/provider.ts";
import { type ResultName, gamesOf, isSameGame, matchResult } from "../grading/games.ts";
import { type GradedPick, picksNear } from "../grading/proposal.server.ts";
import { isOneOfTwo, readNameKeys } from "../grading/results.server.ts";
import { changePickRow } from "../picks/pick-change.server.ts";
import { streams } from "../bets/stream.ts";
import { orRefused } from "./feed-results.server.ts";
import { closingPriceOf } from "./closing-price.ts";
import { feedActor } from "./feed-games.server.ts";

/**
 * A price is a closing price only if the feed's start and the pick's start differ by at most this: a game that starts
 * later has no closing price yet.
 */
const closingStartMs = 30 * minuteMs;

export interface PricedName {
  name: ResultName;
  prices: BookPrices[];
}

/**
 * Fills in the closing line and price of open picks that have none. `others` are all games that the feed knows; `at`
 * returns the time that a game's prices are for. Returns the errors of picks that could not be saved; all other picks
 * are saved.
 */
export async function takePrices(
  trx: Db,
  games: readonly PricedName[],
  others: readonly ResultName[],
  at: (game: PricedName) => Date,
): Promise<Error[]> {
  const priced = games.filter(({ prices }) => prices.length > 0);
  const keys = await readNameKeys(trx);
  const near = await picksNear(
    trx,
    streams,
    priced.map(({ name }) => name),
  );
  const known = gamesOf(near, keys);
  const problems: Error[] = [];
  for (const game of priced) {
    const match = matchResult(game.name, known, keys);
    if (!("games" in match)) continue;
    const hasTwin = isOneOfTwo(game.name, { byTeams: new Map(), keys }, others);
    for (const pick of match.games.flatMap(({ picks }) => picks).filter((each) => needsPrice(each, game))) {
      if (hasTwin && isSameGame(game.name, pick) !== true) continue;
      const problem = await orRefused(setClosingPrice(trx, pick, game.prices, at(game)));
      if (problem) problems.push(problem);
    }
  }
  return problems;
}

function needsPrice({ row, starts_at }: GradedPick, { name }: PricedName): boolean {
  if (row.settled !== 0 || row.closing_line !== "" || row.closing_odds !== null) return false;
  if (starts_at === null || name.starts_at === null) return true;
  return Math.abs(Date.parse(starts_at) - Date.parse(name.starts_at)) <= closingStartMs;
}

async function setClosingPrice(trx: Db, { row, bet }: GradedPick, prices: readonly BookPrices[], at: Date) {
  const closing = closingPriceOf(bet, prices, at);
  if (closing) await changePickRow(trx, feedActor, row, closing, true);
}
