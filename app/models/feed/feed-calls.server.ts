/** Which process calls the feed, and what its calls cost. */
import type { Db, FeedRow } from "../../db.server.ts";
import { db, write } from "../../db.server.ts";
import { dayMs, hourMs, minuteMs } from "../../durations.ts";
import type { FeedFailure, ResultsFeed } from "../../feeds/provider.ts";
import { findDueCalls } from "./feed-games.server.ts";
import type { FeedCall } from "./schedule.ts";
import { nextScoresAt, pauseMs } from "./schedule.ts";

/** A call that this process makes now. Its cost is spent already: one that is not reported stays so. */
export interface ClaimedCall {
  call: FeedCall;
  /** In credits. */
  reserved: number;
  /** YYYY-MM in UTC. */
  month: string;
  busy_until: string;
}

export interface CallEnd {
  failure: FeedFailure | null;
  /** In words; '' = everything could be read. */
  unread: string;
  /** In credits; null = unknown. */
  cost: number | null;
}

/** A service that says more than so many times the expected cost is not believed. */
const mostTimes = 20;
/** Longer than a call takes: when its process dies, another one goes on. */
const busyMs = minuteMs;
const longestPauseMs = hourMs;
const keptMs = 14 * dayMs;

/** The next call that is due and within the month's budget of credits. Null when there is none, or another process calls. */
export async function claimCall(feed: ResultsFeed, monthly: number, now: Date): Promise<ClaimedCall | null> {
  if (!isFree(await readFeed(db), now) || (await findDueCalls(db, feed, now)).length === 0) return null;
  return write(async (trx) => {
    const stored = await readFeed(trx);
    const due = isFree(stored, now) ? await findDueCalls(trx, feed, now) : [];
    if (due.length === 0) return null;
    const row = ofMonth(stored, now.toISOString().slice(0, 7));
    const affordable = due.filter((call) => row.spent + costOf(call, feed, row) <= monthly);
    const [call] = affordable;
    const spent_since = affordable.length === due.length ? null : (row.spent_since ?? now.toISOString());
    const reserved = call ? costOf(call, feed, row) : 0;
    const busy_until = later(now, busyMs);
    await update(trx, { ...row, spent: row.spent + reserved, spent_since, busy_until: call ? busy_until : null });
    if (!call) return null;
    await markAsked(trx, call, now);
    return { call, reserved, month: row.month, busy_until };
  });
}

/** Notes what a claimed call cost and whether it brought something. */
export async function finishCall(trx: Db, claim: ClaimedCall, end: CallEnd, now: Date): Promise<void> {
  const { call, reserved, month } = claim;
  const row = await readFeed(trx);
  const { failure, unread } = end;
  const cost = end.cost === null ? null : Math.min(end.cost, mostTimes * reserved);
  const failures = failure === null ? 0 : row.failures + 1;
  const isWell = failure === null && unread === "";
  await update(trx, {
    ...row,
    ...(cost !== null && row.month === month ? spentBy(row, call, cost - reserved, cost) : {}),
    // After a minute another process may be calling.
    ...{ busy_until: row.busy_until === claim.busy_until ? null : row.busy_until, failures },
    failing_since: isWell ? null : (row.failing_since ?? now.toISOString()),
    problem: failure?.message ?? unread,
    next_try_at: failure && later(now, Math.max(pauseMs(failures), Math.min(failure.retryAfterMs, longestPauseMs))),
  });
  if (failure === null) await markAnswered(trx, call, now);
}

export async function readFeed(source: Db): Promise<FeedRow> {
  return source.selectFrom("feed").selectAll().where("id", "=", 1).executeTakeFirstOrThrow();
}

/** A pause that is much longer than any of ours comes from a clock that was wrong. */
function isFree({ busy_until, next_try_at }: FeedRow, now: Date): boolean {
  return [busy_until, next_try_at].every(
    (until) => until === null || until <= now.toISOString() || until > later(now, 2 * longestPauseMs),
  );
}

/** A new month has its whole budget; a clock that went back brings none. */
function ofMonth(row: FeedRow, month: string): FeedRow {
  return row.month >= month ? row : { ...row, month, spent: 0, scores_cost: 0, price_cost: 0, spent_since: null };
}

/** The cost that the service documents, or that of the dearest call of this month. */
function costOf(call: FeedCall, { cost }: ResultsFeed, row: FeedRow): number {
  return call.kind === "scores"
    ? Math.max(cost.scores, row.scores_cost)
    : Math.max(cost.market, row.price_cost) * call.markets.length;
}

function spentBy({ spent, scores_cost, price_cost }: FeedRow, call: FeedCall, more: number, cost: number) {
  const rest = { spent: Math.max(0, spent + more) };
  return call.kind === "scores"
    ? { ...rest, scores_cost: Math.max(scores_cost, cost) }
    : { ...rest, price_cost: Math.max(price_cost, Math.ceil(cost / call.markets.length)) };
}

async function update(trx: Db, { id: _id, ...row }: FeedRow): Promise<void> {
  await trx.updateTable("feed").set(row).where("id", "=", 1).execute();
}

/** Stored as a failed call until it is answered. */
async function markAsked(trx: Db, { kind, games }: FeedCall, now: Date): Promise<void> {
  const forget_at = later(now, keptMs);
  for (const { game, teams, starts_at, prices_known, ...before } of games) {
    const scores_asked = before.scores_asked + (kind === "scores" ? 1 : 0);
    const changes = {
      ...{ forget_at, scores_asked, prices_known },
      scores_next_at: kind === "scores" ? nextScoresAt(scores_asked, true, now) : before.scores_next_at,
      prices_asked: before.prices_asked + (kind === "prices" ? 1 : 0),
    };
    await trx
      .insertInto("feed_games")
      .values({ game, teams, starts_at, ...changes })
      .onConflict((conflict) => conflict.column("game").doUpdateSet(changes))
      .execute();
  }
}

async function markAnswered(trx: Db, { kind, games }: FeedCall, now: Date): Promise<void> {
  const answered = kind === "prices" ? { prices_known: 1 as const } : { scores_next_at: nextScoresAt(0, false, now) };
  await trx
    .updateTable("feed_games")
    .set(answered)
    .where(
      "game",
      "in",
      games.map(({ game }) => game),
    )
    .execute();
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}
