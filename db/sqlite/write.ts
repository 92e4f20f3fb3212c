import { setTimeout as passed } from "node:timers/promises";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import { codeOf } from "./errors.ts";
import type { Handle } from "./open.ts";

/** The database can't be written now: it is locked for too long, or its disk is full or failing. */
export class DatabaseBusy extends Error {
  override name = "DatabaseBusy";
}

const lookEveryMs = 20;
let repeats = false;

/** For tests: runs each transaction twice, and rolls the first run back, as an engine does that asks for a retry. */
export function repeatWritesForTests(on: boolean): void {
  repeats = on;
}

/**
 * One write transaction. Nothing that was read inside can be stale at the commit, since nobody else writes meanwhile. The work may be run again
 * after its first run was rolled back, so it changes nothing but the database. Throws DatabaseBusy when the database is locked for
 * longer than `patienceMs`, or can't be written.
 */
export async function inWriteTransaction<DB, R>(db: Kysely<DB>, work: (trx: Kysely<DB>) => Promise<R>, patienceMs: number): Promise<R> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const outcome = await db.connection().execute((trx) => attempt(trx, work));
    if (outcome !== "locked") return outcome.result;
    if (performance.now() >= until) throw new DatabaseBusy("The database is locked.");
    // Outside of the connection, which readers need meanwhile.
    await passed(lookEveryMs);
  }
}

/** The same for a migration, which may leave rows without their parent meanwhile: throws `orphans` where any are left. Waits for a lock as the driver does. */
export async function inCheckedTransaction<R>(sqlite: Handle, work: () => Promise<R>, orphans: string): Promise<R> {
  sqlite.exec("begin immediate");
  try {
    const result = await work();
    const broken: unknown = sqlite.pragma("foreign_key_check");
    if (Array.isArray(broken) && broken.length > 0) throw new Error(orphans);
    sqlite.exec("commit");
    return result;
  } catch (error) {
    // A full disk has rolled it back already.
    if (sqlite.inTransaction) sqlite.exec("rollback");
    throw error;
  }
}

async function attempt<DB, R>(trx: Kysely<DB>, work: (trx: Kysely<DB>) => Promise<R>): Promise<"locked" | { result: R }> {
  // Kysely begins deferred, and takes the lock with the first write. There is no builder for the immediate kind.
  const begun = await sql`begin immediate`.execute(trx).catch(unlessLocked);
  if (begun === "locked") return begun;
  try {
    if (repeats) await rehearse(trx, work);
    const result = await work(trx);
    await sql`commit`.execute(trx);
    return { result };
  } catch (error) {
    await sql`rollback`.execute(trx).catch(() => undefined);
    throw asBusy(error);
  }
}

async function rehearse<DB>(trx: Kysely<DB>, work: (trx: Kysely<DB>) => Promise<unknown>): Promise<void> {
  await work(trx);
  await sql`rollback`.execute(trx);
  await sql`begin immediate`.execute(trx);
}

function unlessLocked(error: unknown): "locked" {
  if (codeOf(error).startsWith("SQLITE_BUSY")) return "locked";
  throw asBusy(error);
}

function asBusy(error: unknown): unknown {
  return /^SQLITE_(BUSY|FULL|IOERR|READONLY)/.test(codeOf(error)) ? new DatabaseBusy("The database can't be written.", { cause: error }) : error;
}
