import { setTimeout as passed } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, DatabaseBusy, type WriteOptions } from "../database.ts";
import { repeatsWrites } from "../repeated-writes.ts";
import { asksForRetry } from "./errors.ts";

/** How long a statement waits for a lock, unless its write is more or less patient. */
export const lockMs = 1500;
const longestPauseMs = 30;
const rehearsed = Symbol("rehearsed");

/**
 * One serializable transaction: PostgreSQL refuses it when its result would not be that of one write after the other, and
 * then it runs again (https://www.postgresql.org/docs/current/transaction-iso.html, 13.2.3). Throws `asError` when
 * that takes longer than `patienceMs`, or when the server doesn't answer: a commit whose answer is lost is not repeated.
 */
export async function inWriteTransaction<R>(
  db: Db,
  work: (trx: Db) => Promise<R>,
  options: WriteOptions,
  asError: (busy: DatabaseBusy) => Error,
): Promise<R> {
  const until = performance.now() + options.patienceMs;
  for (;;) {
    try {
      if (repeatsWrites()) await rehearse(db, work, options);
      return await db
        .transaction()
        .setIsolationLevel("serializable")
        .execute(async (trx) => {
          await takeTurn(trx, options);
          return work(trx);
        });
    } catch (error) {
      if (!asksForRetry(error)) throw error;
      if (performance.now() >= until) throw asError(new DatabaseBusy("Other writes took too long.", { cause: error }));
    }
    // A time of its own for each, so that two that collided don't collide again.
    await passed(Math.random() * longestPauseMs);
  }
}

/**
 * The first statements of a transaction: after another one the lock would not help, since the transaction already sees
 * the table as it was before its turn.
 */
async function takeTurn(trx: Db, { patienceMs, inTurn }: WriteOptions): Promise<void> {
  if (patienceMs !== lockMs) await sql`set local lock_timeout = ${sql.lit(Math.max(1, patienceMs))}`.execute(trx);
  if (inTurn !== undefined) await sql`lock table ${sql.table(inTurn)} in exclusive mode`.execute(trx);
}

async function rehearse<R>(db: Db, work: (trx: Db) => Promise<R>, options: WriteOptions): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel("serializable")
    .execute(async (trx) => {
      await takeTurn(trx, options);
      await work(trx);
      throw rehearsed;
    })
    .catch((error: unknown) => {
      if (error !== rehearsed) throw error;
    });
}
