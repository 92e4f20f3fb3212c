import type { Db } from "../../db.server.ts";
import { write } from "../../db.server.ts";
import type { FeedGame, PricedGame, ResultsFeed } from "../../feeds/provider.ts";
import { FeedFailure } from "../../feeds/provider.ts";
import { Refusal } from "../../refusal.ts";
import type { CallEnd } from "./feed-calls.server.ts";
import { claimCall, finishCall } from "./feed-calls.server.ts";
import { takePrices } from "./feed-prices.server.ts";
import type { FeedMode, NamedFeedGame } from "./feed-results.server.ts";
import type { FeedCall } from "./schedule.ts";
import { forgetDecided } from "./undecided.server.ts";
import { isPossible, nameGames, takeResults } from "./feed-results.server.ts";

export interface FeedSettings {
  feed: ResultsFeed;
  /** Credits a month. */
  monthly: number;
  mode: FeedMode;
  clock: () => Date;
}

/** Makes the calls that are due, one after the other. Returns what went wrong. */
export async function runFeed(settings: FeedSettings, shouldContinue = () => true): Promise<Error[]> {
  const errors: Error[] = [];
  const { feed, monthly, clock } = settings;
  await forgetDecided();
  while (shouldContinue()) {
    const claim = await claimCall(feed, monthly, clock());
    if (claim === null) break;
    const { end, error } = await makeCall(settings, claim.call);
    await write((trx) => finishCall(trx, claim, end, clock()));
    if (error !== null) errors.push(error);
  }
  return errors;
}

interface Made {
  end: CallEnd;
  error: Error | null;
}

async function makeCall({ feed, mode, clock }: FeedSettings, call: FeedCall): Promise<Made> {
  try {
    if (call.kind === "prices") {
      const { games, unread, cost } = await feed.readPrices(call.sport, call.markets);
      await takePricedGames(call.sport, games, clock());
      return { end: { failure: null, unread, cost }, error: null };
    }
    const { games, unread, cost } = await feed.readScores(call.sport, call.days);
    const possible = games.filter((game) => isPossible(game, clock()));
    const error = await takeFeedGames(call.sport, possible, mode, clock());
    const problem = possible.length < games.length ? "Games are over before they start." : unread;
    return { end: { failure: null, unread: error ? "A result could not be taken in." : problem, cost }, error };
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error;
    return { end: { failure: error, unread: "", cost: error.cost }, error };
  }
}

async function takePricedGames(sport: string, games: readonly PricedGame[], now: Date): Promise<void> {
  const ahead = games.filter(({ starts_at }) => starts_at !== null && Date.parse(starts_at) > now.getTime());
  await write(async (trx) => {
    const named = await nameGames(trx, sport, ahead);
    await takePrices(
      trx,
      named.map(({ sent, name }) => ({ name, prices: sent.prices })),
      () => now,
    );
  });
}

/** All in one transaction. Where one can't be taken in, the others are all the same: returns why it can't. */
async function takeFeedGames(
  sport: string,
  games: readonly FeedGame[],
  mode: FeedMode,
  now: Date,
): Promise<Error | null> {
  const take = (taken: readonly FeedGame[]) =>
    write(async (trx) => {
      const named = await nameGames(trx, sport, games);
      const chosen = named.filter(({ sent }) => taken.includes(sent));
      await takeClosingPrices(trx, chosen, now);
      await takeResults(trx, chosen, named, mode);
    });
  const problemOf = (taken: readonly FeedGame[]) => take(taken).then(() => null, orBusy);
  let problem = await problemOf(games);
  if (problem === null) return null;
  for (const game of games.filter(({ status }) => status !== "")) problem = (await problemOf([game])) ?? problem;
  return problem;
}

/** A database that is locked for now is no fault of a result. */
function orBusy(error: unknown): Error {
  if (error instanceof Refusal && error.reason === "busy") throw error;
  return error instanceof Error ? error : new Error(String(error));
}

/** Of feeds that tell them after the game. */
async function takeClosingPrices(trx: Db, named: readonly NamedFeedGame[], now: Date): Promise<void> {
  const over = named.filter(({ sent }) => sent.status === "final");
  await takePrices(
    trx,
    over.map(({ sent, name }) => ({ name, prices: sent.prices })),
    ({ name }) => (name.starts_at === null ? now : new Date(name.starts_at)),
  );
}
