import { setTimeout as passed } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, DatabaseBusy, type WriteOptions } from "../database.ts";
import { repeatsWrites } from "../repeated-writes.ts";
import { errorCodeOf } from "./errors.ts";
import type { Handle } from "./open.ts";

const lookEveryMs = 20;

/**
 * One write transaction (BEGIN IMMEDIATE): what it reads is current at the commit. Throws DatabaseBusy when the database is locked for longer than
 * `patienceMs` or can't be written.
 */
export async function inWriteTransaction<R>(
  db: Db,
  work: (trx: Db) => Promise<R>,
  { patienceMs }: WriteOptions,
): Promise<R> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const outcome = await db.connection().execute((trx) => attempt(trx, work));
    if (outcome !== "locked") return outcome.result;
    if (performance.now() >= until) throw new DatabaseBusy("The database is locked.");
    // Waits outside the connection, which readers need meanwhile.
    await passed(lookEveryMs);
  }
}

/** For a migration: foreign keys are checked at its end, and violations throw `orphans`. Waits for a lock as the driver does. */
export async function inCheckedTransaction<R>(sqlite: Handle, work: () => Promise<R>, orphans: string): Promise<R> {
  sqlite.exec("begin immediate");
  try {
    const result = await work();
    const broken: unknown = sqlite.pragma("foreign_key_check");
    if (Array.isArray(broken) && broken.length > 0) throw new Error(orphans);
    sqlite.exec("commit");
    return result;
  } catch (error) {
    // A full disk has already rolled it back.
    if (sqlite.inTransaction) sqlite.exec("rollback");
    throw error;
  }
}

async function attempt<R>(trx: Db, work: (trx: Db) => Promise<R>): Promise<"locked" | { result: R }> {
  // Kysely's transactions begin deferred and take the lock at the first write; it has no builder for BEGIN IMMEDIATE.
  const begun = await sql`begin immediate`.execute(trx).catch(unlessLocked);
  if (begun === "locked") return begun;
  try {
    if (repeatsWrites()) await rehearse(trx, work);
    const result = await work(trx);
    await sql`commit`.execute(trx);
    return { result };
  } catch (error) {
    await sql`rollback`.execute(trx).catch(() => undefined);
    throw asBusy(error);
  }
}

async function rehearse(trx: Db, work: (trx: Db) => Promise<unknown>): Promise<void> {
  await work(trx);
  await sql`rollback`.execute(trx);
  await sql`begin immediate`.execute(trx);
}

function unlessLocked(error: unknown): "locked" {
  if (errorCodeOf(error).startsWith("SQLITE_BUSY")) return "locked";
  throw asBusy(error);
}

function asBusy(error: unknown): unknown {
  return /^SQLITE_(BUSY|FULL|IOERR|READONLY)/.test(errorCodeOf(error))
    ? new DatabaseBusy("The database can't be written.", { cause: error })
    : error;
}
