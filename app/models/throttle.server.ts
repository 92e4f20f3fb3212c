import { createHash } from "node:crypto";
import type { Db } from "../db.server.ts";
import { write } from "../db.server.ts";
import { secondMs } from "../durations.ts";
import { Refusal } from "../refusal.ts";
import { networksAround } from "./network.ts";

/**
 * Limits that survive a restart. An attempt is counted before it is checked, so that parallel guesses gain nothing,
 * and taken back when it was right.
 */
export interface Limit {
  /** What is limited; e-mails and addresses go in as part of the key, which is stored hashed. */
  key: string;
  /** Attempts within the window before a wait. */
  attempts: number;
  windowSeconds: number;
  /** The first wait; each further attempt after a wait doubles it up to `longestWaitSeconds`. Where that is no longer, all is forgotten after the wait. */
  waitSeconds: number;
  longestWaitSeconds: number;
}

const clockStepSeconds = 60;

// Of an IPv6 address its /64, /56 and /48. Four times as many people are behind each, in offices or where a provider gives every phone a /64.
const peopleBehind = [1, 4, 16];
// Of those few share an account: one line alone, however wide, never uses up what all have together.
const peopleOfAccount = [1, 2, 3];

/** At most so many attempts within so many seconds, then a wait as long, after which all is forgotten. */
export function atMost(attempts: number, seconds: number): Omit<Limit, "key"> {
  return { attempts, windowSeconds: seconds, waitSeconds: seconds, longestWaitSeconds: seconds };
}

/** What can be tried from an address, whoever it is that shares it: the wider the network, the more of it. */
export function fromAddress(key: string, address: string, limit: Omit<Limit, "key">): Limit[] {
  return byNetwork(key, address, limit, peopleBehind);
}

/** What can be tried of one account from an address. `key` names the account. */
export function fromAddressAt(key: string, address: string, limit: Omit<Limit, "key">): Limit[] {
  return byNetwork(key, address, limit, peopleOfAccount);
}

function byNetwork(key: string, address: string, limit: Omit<Limit, "key">, times: readonly number[]): Limit[] {
  return networksAround(address).map((network, index) => ({ key: `${key}:${network}`, ...limit, attempts: limit.attempts * (times[index] ?? 1) }));
}

/** Counts one attempt against every limit, or refuses with "too-many" and counts none when one of them is waiting. */
export function countAttempt(limits: Limit[], now: Date = new Date()): Promise<void> {
  return write(async (trx) => {
    const rows = await Promise.all(limits.map((limit) => current(trx, limit, now)));
    const wait = Math.max(...rows.map((row) => (row.blocked_until ? Date.parse(row.blocked_until) - now.getTime() : 0)));
    if (wait > 0) throw tooMany(Math.ceil(wait / secondMs));
    for (const [index, limit] of limits.entries()) {
      const row = rows[index];
      if (row) await store(trx, limit, row, now);
    }
  });
}

/** The attempt was right: `cleared` limits start anew, `returned` ones get this one attempt back. */
export function forgiveAttempt(cleared: Limit[], returned: Limit[]): Promise<void> {
  return write(async (trx) => {
    for (const limit of cleared) await trx.deleteFrom("throttles").where("key", "=", keyOf(limit)).execute();
    for (const limit of returned) {
      await trx.updateTable("throttles").set((column) => ({ count: column("count", "-", 1), blocked_until: null })).where("key", "=", keyOf(limit)).where("count", ">", 0).execute();
    }
  });
}

interface Standing {
  key: string;
  count: number;
  started_at: string;
  blocked_until: string | null;
}

async function current(trx: Db, limit: Limit, now: Date): Promise<Standing> {
  const fresh = { key: keyOf(limit), count: 0, started_at: now.toISOString(), blocked_until: null };
  const row = await trx.selectFrom("throttles").selectAll().where("key", "=", fresh.key).executeTakeFirst();
  if (!row || isAhead(row, limit, now)) return fresh;
  const doubles = limit.waitSeconds < limit.longestWaitSeconds;
  const ends = row.blocked_until === null
    ? Date.parse(row.started_at) + limit.windowSeconds * secondMs
    : Date.parse(row.blocked_until) + (doubles ? limit.windowSeconds * secondMs : 0);
  return ends <= now.getTime() ? fresh : row;
}

/** Counted while the clock was wrong, or it would keep somebody waiting until then. A correction by seconds changes nothing. */
function isAhead(row: Standing, limit: Limit, now: Date): boolean {
  const latestBlock = now.getTime() + (limit.longestWaitSeconds + clockStepSeconds) * secondMs;
  return Date.parse(row.started_at) > now.getTime() + clockStepSeconds * secondMs || (row.blocked_until !== null && Date.parse(row.blocked_until) > latestBlock);
}

async function store(trx: Db, limit: Limit, row: Standing, now: Date): Promise<void> {
  const count = row.count + 1;
  const over = count - limit.attempts;
  const wait = over < 0 ? 0 : Math.min(limit.waitSeconds * 2 ** over, limit.longestWaitSeconds);
  const values = { count, started_at: row.started_at, blocked_until: wait === 0 ? null : new Date(now.getTime() + wait * secondMs).toISOString() };
  await trx.insertInto("throttles").values({ key: row.key, ...values }).onConflict((conflict) => conflict.column("key").doUpdateSet(values)).execute();
}

function keyOf(limit: Limit): string {
  return createHash("sha256").update(limit.key).digest("hex");
}

function tooMany(seconds: number): Refusal {
  return new Refusal("too-many", `Too many attempts. Please try again in ${inWords(seconds)}.`, { retryAfter: seconds });
}

function inWords(seconds: number): string {
  if (seconds >= 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
