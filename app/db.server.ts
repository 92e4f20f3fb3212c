import type { Kysely } from "kysely";
import { sql } from "kysely";
import { openDatabase } from "../db/open.ts";
import type { Database } from "../db/schema.ts";
import { env } from "./env.server.ts";
import { Refusal } from "./refusal.ts";

export type { Database, PickDayRow, PickRow, SubscriptionRow, UserRow } from "../db/schema.ts";
export type Db = Kysely<Database>;

const connection = openDatabase(env.DATABASE_PATH);
export const db = connection.db;
const migrationsAtStart = migrationsOf();

/** True while the file answers and has the migrations with which this process started. Throws when it does not answer. */
export function isUpToDate(): boolean {
  return migrationsOf() === migrationsAtStart;
}

/** Brings the file up to date with its log and lets go of it; for the end of the process. */
export function closeDatabase(): void {
  try {
    connection.sqlite.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    connection.sqlite.close();
  }
}

/**
 * One write transaction. BEGIN IMMEDIATE takes the write lock at once, so nothing that was read inside can be stale at the commit.
 * Inside use only `trx`, and await nothing but the database: there is one connection, and everybody waits for it.
 */
export async function write<R>(work: (trx: Db) => Promise<R>): Promise<R> {
  return db.connection().execute(async (trx) => {
    // Kysely begins deferred; there is no builder for the immediate kind.
    await sql`begin immediate`.execute(trx).catch(refuseWhenBusy);
    try {
      const result = await work(trx);
      await sql`commit`.execute(trx);
      return result;
    } catch (error) {
      await sql`rollback`.execute(trx).catch(() => undefined);
      return refuseWhenBusy(error);
    }
  });
}

function refuseWhenBusy(error: unknown): never {
  if (error instanceof Error && "code" in error && /^SQLITE_(BUSY|FULL|IOERR|READONLY)/.test(String(error.code))) {
    throw new Refusal("busy", "The server can't save right now. Please try again in a moment.", { retryAfter: 5 });
  }
  throw error;
}

function migrationsOf(): string {
  return connection.sqlite.prepare<[], string>("select group_concat(name) from (select name from migrations order by name)").pluck().get() ?? "";
}
