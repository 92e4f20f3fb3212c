import { createHash } from "node:crypto";
import { type Db, db, writeInTurn } from "../db.server.ts";
import { secondMs } from "../time/durations.ts";
import { Refusal } from "../refusal.ts";
import { networksAround } from "./network.ts";

/**
 * A rate limit that survives a restart. Counts an attempt before it is checked, so that parallel guesses gain nothing,
 * and takes the count back when the attempt was right.
 */
export interface Limit {
  /** Names what is limited, including any email or address. It is stored hashed. */
  key: string;
  attempts: number;
  windowSeconds: number;
  /**
   * The first lockout. Each further attempt doubles it, up to `longestWaitSeconds`. If both are equal, the count starts
   * anew after the lockout.
   */
  waitSeconds: number;
  longestWaitSeconds: number;
}

const clockStepSeconds = 60;

// These factors raise the limit for an IPv6 /64, /56 and /48: offices and some mobile providers put about four times as
// many people behind each step.
const addressFactors = [1, 4, 16];
// These factors are lower, because they apply to one account: even a /48 alone must not use up the limit that all
// addresses share.
const accountFactors = [1, 2, 3];

/** The lockout is as long as the window; then the count starts anew. */
export function atMost(attempts: number, seconds: number): Omit<Limit, "key"> {
  return { attempts, windowSeconds: seconds, waitSeconds: seconds, longestWaitSeconds: seconds };
}

export function perAddress(key: string, address: string, limit: Omit<Limit, "key">): Limit[] {
  return byNetwork(key, address, limit, addressFactors);
}

/** `key` names the account. */
export function perAccountAndAddress(key: string, address: string, limit: Omit<Limit, "key">): Limit[] {
  return byNetwork(key, address, limit, accountFactors);
}

function byNetwork(key: string, address: string, limit: Omit<Limit, "key">, factors: readonly number[]): Limit[] {
  return networksAround(address).map((network, index) => ({
    key: `${key}:${network}`,
    ...limit,
    attempts: limit.attempts * (factors[index] ?? 1),
  }));
}

/**
 * Counts an attempt against all limits. During a lockout of any limit, refuses with "too-many" and counts nothing.
 * `alongside` writes in the same transaction.
 */
export function countAttempt(
  limits: Limit[],
  now: Date = new Date(),
  alongside: (trx: Db) => Promise<unknown> = async () => undefined,
): Promise<void> {
  return writeInTurn("throttles", async (trx) => {
    const rows = await Promise.all(limits.map((limit) => currentRow(trx, limit, now)));
    const wait = waitSeconds(rows, now);
    if (wait > 0) throw tooMany(wait);
    for (const [index, limit] of limits.entries()) {
      const row = rows[index];
      if (row) await store(trx, limit, row, now);
    }
    await alongside(trx);
  });
}

/** How long a next attempt has to wait; 0 when it can be made now. Counts nothing. */
export async function secondsLeft(limits: Limit[], now: Date = new Date()): Promise<number> {
  return waitSeconds(await Promise.all(limits.map((limit) => currentRow(db, limit, now))), now);
}

/** Call it after a right attempt: `cleared` limits start anew, `returned` ones get this attempt back. */
export function forgiveAttempt(cleared: Limit[], returned: Limit[]): Promise<void> {
  return writeInTurn("throttles", async (trx) => {
    for (const limit of cleared) await trx.deleteFrom("throttles").where("key", "=", keyOf(limit)).execute();
    for (const limit of returned) {
      await trx
        .updateTable("throttles")
        .set((column) => ({ count: column("count", "-", 1), blocked_until: null }))
        .where("key", "=", keyOf(limit))
        .where("count", ">", 0)
        .execute();
    }
  });
}

interface ThrottleRow {
  key: string;
  count: number;
  started_at: string;
  blocked_until: string | null;
}

async function currentRow(source: Db, limit: Limit, now: Date): Promise<ThrottleRow> {
  const fresh = { key: keyOf(limit), count: 0, started_at: now.toISOString(), blocked_until: null };
  const row = await source.selectFrom("throttles").selectAll().where("key", "=", fresh.key).executeTakeFirst();
  if (!row || isFromFuture(row, limit, now)) return fresh;
  const doubles = limit.waitSeconds < limit.longestWaitSeconds;
  const ends =
    row.blocked_until === null
      ? Date.parse(row.started_at) + limit.windowSeconds * secondMs
      : Date.parse(row.blocked_until) + (doubles ? limit.windowSeconds * secondMs : 0);
  return ends <= now.getTime() ? fresh : row;
}

function waitSeconds(rows: readonly ThrottleRow[], now: Date): number {
  const waits = rows.map((row) => (row.blocked_until ? Date.parse(row.blocked_until) - now.getTime() : 0));
  return Math.ceil(Math.max(0, ...waits) / secondMs);
}

/** True for a row from a time when the clock was ahead: it would lock people out. Ignores corrections by seconds. */
function isFromFuture(row: ThrottleRow, limit: Limit, now: Date): boolean {
  const latestBlock = now.getTime() + (limit.longestWaitSeconds + clockStepSeconds) * secondMs;
  return (
    Date.parse(row.started_at) > now.getTime() + clockStepSeconds * secondMs ||
    (row.blocked_until !== null && Date.parse(row.blocked_until) > latestBlock)
  );
}

async function store(trx: Db, limit: Limit, row: ThrottleRow, now: Date): Promise<void> {
  const count = row.count + 1;
  const over = count - limit.attempts;
  const wait = over < 0 ? 0 : Math.min(limit.waitSeconds * 2 ** over, limit.longestWaitSeconds);
  const values = {
    count,
    started_at: row.started_at,
    blocked_until: wait === 0 ? null : new Date(now.getTime() + wait * secondMs).toISOString(),
  };
  await trx
    .insertInto("throttles")
    .values({ key: row.key, ...values })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(values))
    .execute();
}

function keyOf(limit: Limit): string {
  return createHash("sha256").update(limit.key).digest("hex");
}

function tooMany(seconds: number): Refusal {
  return new Refusal("too-many", `Too many attempts. Please try again in ${durationText(seconds)}.`, {
    retryAfter: seconds,
  });
}

function durationText(seconds: number): string {
  if (seconds >= 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
