import { type Db, write, writeInTurn } from "../../db.server.ts";
import { type Answer, type FeedGame, type ResultsFeed, FeedFailure } from "../../feeds/provider.ts";
import type { ResultName } from "../grading/games.ts";
import { type CallEnd, claimCall, finishCall } from "./feed-calls.server.ts";
import { takePrices } from "./feed-prices.server.ts";
import { type FeedMode, isCredible, nameGames, takeResults } from "./feed-results.server.ts";
import type { FeedCall } from "./schedule.ts";
import { forgetDecided } from "../grading/waiting.server.ts";

export interface FeedSettings {
  feed: ResultsFeed;
  /** Credits a month. */
  monthly: number;
  mode: FeedMode;
  clock: () => Date;
}

/** Makes the calls that are due, one after the other. Returns the errors. */
export async function runFeed(settings: FeedSettings, shouldContinue = () => true): Promise<Error[]> {
  const errors: Error[] = [];
  const { feed, monthly, clock } = settings;
  await forgetDecided(clock());
  while (shouldContinue()) {
    const claim = await claimCall(feed, monthly, clock());
    if (claim === null) break;
    const made = await makeCall(settings, claim.call);
    await write((trx) => finishCall(trx, claim, made.end, clock()));
    errors.push(...made.errors);
  }
  return errors;
}

interface Made {
  end: CallEnd;
  errors: Error[];
}

async function makeCall(settings: FeedSettings, call: FeedCall): Promise<Made> {
  try {
    const { unread, cost, errors } = await (call.kind === "prices"
      ? askPrices(settings, call)
      : askScores(settings, call));
    const problem = errors.length > 0 ? "What it said of a pick could not be saved." : unread;
    return { end: { failure: null, unread: problem, cost }, errors };
  } catch (error) {
    if (error instanceof FeedFailure) return { end: { failure: error, unread: "", cost: error.cost }, errors: [error] };
    // If the database is locked, the call is made again later, as if the feed had not answered.
    const failure = new FeedFailure("unreachable", "Its answer could not be taken in.", null);
    return { end: { failure, unread: "", cost: null }, errors: [error instanceof Error ? error : failure] };
  }
}

type Taken = Pick<Answer<unknown>, "unread" | "cost"> & { errors: Error[] };

async function askPrices({ feed, clock }: FeedSettings, call: FeedCall & { kind: "prices" }): Promise<Taken> {
  const { games, unread, cost } = await feed.readPrices(call.sport, call.markets);
  const now = clock();
  const ahead = games.filter(({ starts_at }) => starts_at !== null && Date.parse(starts_at) > now.getTime());
  const errors = await writeInTurn("ledger", async (trx) =>
    takePricesOf(trx, await nameGames(trx, call.sport, ahead), () => now),
  );
  return { unread, cost, errors };
}

/** Stores prices and results in one transaction, so that a process that dies leaves nothing half done. */
async function askScores({ feed, clock, mode }: FeedSettings, call: FeedCall & { kind: "scores" }): Promise<Taken> {
  const answer = await feed.readScores(call.sport, call.days);
  const now = clock();
  const games = answer.games.filter((game) => isCredible(call.sport, game, now));
  const errors = await writeInTurn("ledger", async (trx) => {
    const named = await nameGames(trx, call.sport, games);
    const closing = await takePricesOf(trx, named, ({ starts_at }) => (starts_at === null ? now : new Date(starts_at)));
    return [...closing, ...(await takeResults(trx, named, mode))];
  });
  const dropped = answer.games.length - games.length;
  const unread =
    dropped > 0
      ? `${dropped} of ${answer.games.length} results were left out: a score too high, or a game that ended too soon.`
      : answer.unread;
  return { unread, cost: answer.cost, errors };
}

/**
 * `at` returns the time that a game's prices are for. Closing prices that a feed sends after the game are those of its
 * start.
 */
function takePricesOf(
  trx: Db,
  named: readonly { sent: Pick<FeedGame, "prices">; name: ResultName }[],
  at: (name: ResultName) => Date,
): Promise<Error[]> {
  const games = named.map(({ sent, name }) => ({ name, prices: sent.prices }));
  return takePrices(
    trx,
    games,
    named.map(({ name }) => name),
    ({ name }) => at(name),
  );
}
