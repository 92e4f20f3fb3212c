import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { watchDatabase } from "../db/sqlite/health.ts";
import { closeDatabase as close, openForServer } from "../db/sqlite/open.ts";
import { DatabaseBusy, inWriteTransaction } from "../db/sqlite/write.ts";
import { env } from "./env.server.ts";
import { Refusal } from "./refusal.ts";

export type { Database, PickDayRow, PickRow, SubscriptionRow, UserRow } from "../db/schema.ts";
export { contains, randomHex, withoutIndex } from "../db/sqlite/fragments.ts";
export type Db = Kysely<Database>;

const connection = openForServer(env.DATABASE_PATH);
export const db = connection.db;

/** Whether the database is still the one that this process opened, and how much room its disk has. */
export const { freeBytes, isInPlace, isUpToDate } = watchDatabase(connection, env.DATABASE_PATH);

/** For the end of the process. */
export function closeDatabase(): void {
  close(connection);
}

/** Rows that one transaction changes where there can be very many: others get their turn between two of them. */
export const batchSize = 100;

/** How long a write waits for another process that has the database locked. */
const patienceMs = 1500;

/**
 * One write transaction: what was read inside is still so at the commit. Inside use only `trx`, and await nothing but the database: there is one
 * connection, and everybody waits for it. The work may run twice, the first time rolled back: it makes its ids, secrets and counters itself, and
 * changes nothing outside. Refuses with "busy" when the database can't be written, or is locked for longer than `patience` milliseconds.
 */
export async function write<R>(work: (trx: Db) => Promise<R>, patience: number = patienceMs): Promise<R> {
  try {
    return await inWriteTransaction(db, work, patience);
  } catch (error) {
    if (error instanceof DatabaseBusy) throw busy();
    throw error;
  }
}

function busy(): Refusal {
  return new Refusal("busy", "The server can't save right now. Please try again in a moment.", { retryAfter: 5 });
}
