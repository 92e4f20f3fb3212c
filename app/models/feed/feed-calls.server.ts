/** Decides which process calls the feed, and tracks what its calls cost. */
import { type Db, type FeedRow, db, write } from "../../db.server.ts";
import { dayMs, hourMs, minuteMs } from "../../time/durations.ts";
import type { FeedFailure, ResultsFeed } from "../../feeds/provider.ts";
import { findDueCalls } from "./feed-games.server.ts";
import { type FeedCall, nextScoresAt, pauseMs } from "./schedule.ts";

/** A call that this process makes now. Its cost is booked in advance, and stays booked if its end is never reported. */
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
  /** Says what could not be read; '' = everything could be read. */
  unread: string;
  /** In credits; null = unknown. */
  cost: number | null;
}

/** The reported cost of a call is capped at this multiple of the expected cost. */
const mostTimes = 20;
/** A claim lasts longer than a call takes. If its process dies, another one can continue after this time. */
const busyMs = minuteMs;
const longestPauseMs = hourMs;
const keptMs = 14 * dayMs;

/**
 * Claims the next call that is due and within the month's budget of credits. Returns null when there is none, or
 * another process is calling.
 */
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

/** Records what a claimed call cost and whether it succeeded. */
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
    // After a minute another process may have claimed a call.
    busy_until: row.busy_until === claim.busy_until ? null : row.busy_until,
    failures,
    failing_since: isWell ? null : (row.failing_since ?? now.toISOString()),
    problem: failure?.message ?? unread,
    next_try_at: failure && later(now, Math.max(pauseMs(failures), Math.min(failure.retryAfterMs, longestPauseMs))),
  });
  if (failure === null) await markAnswered(trx, call, now);
}

export async function readFeed(source: Db): Promise<FeedRow> {
  return source.selectFrom("feed").selectAll().where("id", "=", 1).executeTakeFirstOrThrow();
}

/**
 * True if no call and no pause blocks the feed. A pause that is much longer than ours comes from a wrong clock and is
 * ignored.
 */
function isFree({ busy_until, next_try_at }: FeedRow, now: Date): boolean {
  return [busy_until, next_try_at].every(
    (until) => until === null || until <= now.toISOString() || until > later(now, 2 * longestPauseMs),
  );
}

/** A new month starts with its whole budget. A clock that went back to an earlier month does not reset the budget. */
function ofMonth(row: FeedRow, month: string): FeedRow {
  return row.month >= month ? row : { ...row, month, spent: 0, scores_cost: 0, price_cost: 0, spent_since: null };
}

/** Returns the documented cost of a call, or the highest cost of such a call this month if that is more. */
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

/** Stores the call as failed until it is answered. */
async function markAsked(trx: Db, { kind, games }: FeedCall, now: Date): Promise<void> {
  const forget_at = later(now, keptMs);
  for (const { game, teams, starts_at, prices_known, ...before } of games) {
    const scores_asked = before.scores_asked + (kind === "scores" ? 1 : 0);
    const changes = {
      forget_at,
      scores_asked,
      prices_known,
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
