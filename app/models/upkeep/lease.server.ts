/** One process of all that share a database holds a lease. Kleppmann, "How to do distributed locking" (2016), has fencing. */
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { type Db, db, guardWrites, write } from "../../db.server.ts";
import { secondMs } from "../../time/durations.ts";

export const beatMs = 5 * secondMs;
/** A holder that stays silent for so long has lost the lease. No clock is compared with another one's. */
export const silentMs = 3 * beatMs;

/** `fence` is larger for each holder than for the one before. */
export interface Lease {
  name: string;
  fence: number;
}

/** What a process saw of the lease last; `at` = since when, by its own running time in ms. */
export interface Seen {
  holder: string;
  fence: number;
  beats: number;
  at: number;
}

export class LeaseLost extends Error {
  constructor() {
    super("Another process does this now.");
  }
}

/**
 * Takes the lease when it is free: when nobody ever held it, its holder has died on this machine, or it was silent since
 * `seen` for long enough. Else returns what was seen, for the next try.
 */
export async function tryLease(name: string, seen: Seen | null, now = performance.now()): Promise<Lease | Seen> {
  // Mostly it is held, which a look tells without a write transaction.
  const looked = await look(db, name, seen, now);
  if (!looked.isFree) return looked.seen;
  return write(async (trx) => {
    const again = await look(trx, name, seen, now);
    return again.isFree ? take(trx, name, again.fence) : again.seen;
  });
}

/** Whether the lease can be taken, then with which fence; else what there is to see of its holder. */
async function look(
  within: Db,
  name: string,
  seen: Seen | null,
  now: number,
): Promise<{ isFree: true; fence: number } | { isFree: false; seen: Seen }> {
  const row = await within.selectFrom("leases").selectAll().where("name", "=", name).executeTakeFirst();
  if (row === undefined) return { isFree: true, fence: 1 };
  const { holder, fence, beats } = row;
  const unchanged = seen !== null && seen.fence === fence && seen.beats === beats;
  const at = unchanged ? seen.at : now;
  if (hasDied(holder) || now - at >= silentMs) return { isFree: true, fence: fence + 1 };
  return { isFree: false, seen: { holder, fence, beats, at } };
}

async function take(trx: Db, name: string, fence: number): Promise<Lease> {
  const row = { holder: thisProcess, fence, beats: 0 };
  await trx
    .insertInto("leases")
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
  return { name, fence };
}

/** False when the lease is lost. `jobs` = what the holder runs, as JSON: others show it. */
export function beat({ name, fence }: Lease, jobs: string): Promise<boolean> {
  return write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("leases")
      .set(({ eb }) => ({ beats: eb("beats", "+", 1), jobs }))
      .where("name", "=", name)
      .where("fence", "=", fence)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/** Runs work whose writes fail with LeaseLost once another process has taken the lease, also in its timers. */
export function underLease<R>({ name, fence }: Lease, work: () => R): R {
  return guardWrites(async (trx) => {
    const row = await trx.selectFrom("leases").select("fence").where("name", "=", name).executeTakeFirst();
    if (row?.fence !== fence) throw new LeaseLost();
  }, work);
}

/** Names this boot of this machine, or this container: process ids say something only within. */
const machine = `${hostname()} ${bootId()}`;
const thisProcess = `${machine} ${process.pid}`;

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

/** A holder in words, without the machine's name. */
export function holderText(holder: string): string {
  if (holder === thisProcess) return "This process";
  const [, pid] = / (\d+)$/.exec(holder) ?? [];
  return holder.startsWith(`${machine} `) ? `Process ${pid} of this machine` : "A process of another machine";
}

/** Of another machine nobody knows. This process itself doesn't hold what it asks for: its predecessor had its id. */
function hasDied(holder: string): boolean {
  if (!holder.startsWith(`${machine} `)) return false;
  const pid = Number(holder.slice(machine.length + 1));
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}
