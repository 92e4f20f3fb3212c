import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { watchDatabase } from "../db/sqlite/health.ts";
import { closeDatabase as close, openForServer } from "../db/sqlite/open.ts";
import { DatabaseBusy, inWriteTransaction } from "../db/sqlite/write.ts";
import { env } from "./env.server.ts";
import { logError } from "./log.server.ts";
import { Refusal } from "./refusal.ts";

export type { Database, FeedRow, PickDayRow, PickRow, ResultRow, SubscriptionRow, UserRow } from "../db/schema.ts";
export { contains, isNoneOf, randomHex, withoutIndex } from "../db/sqlite/fragments.ts";
export type Db = Kysely<Database>;

const connection = openForServer(env.DATABASE_PATH);
export const db = connection.db;

export const { freeBytes, isInPlace, isUpToDate } = watchDatabase(connection, env.DATABASE_PATH);

export function closeDatabase(): void {
  close(connection);
}

/** The most rows that one transaction changes in bulk, so that other requests run in between. */
export const batchSize = 100;

const patienceMs = 1500;

export interface CommitListener {
  /** The line for the log: "The head of the record could not be saved". */
  failure: string;
  run: () => Promise<void> | void;
}

let commitListeners: readonly CommitListener[] = [];

/** Runs these after each write, in their order, before it is acknowledged. entry.server.tsx has the list. */
export function listenToCommits(listeners: readonly CommitListener[]): void {
  commitListeners = listeners;
}

/**
 * One write transaction: what it reads is current at the commit. Use only `trx` inside and await nothing but the database: there is one connection.
 * The work may run twice (the first run is rolled back), so it creates ids, secrets and counters inside and changes nothing outside. Refuses with
 * "busy" when the database can't be written or is locked for longer than `patience` milliseconds.
 */
export async function write<R>(work: (trx: Db) => Promise<R>, patience: number = patienceMs): Promise<R> {
  try {
    const result = await inWriteTransaction(db, work, patience);
    await tellCommitListeners();
    return result;
  } catch (error) {
    if (error instanceof DatabaseBusy) throw busy();
    throw error;
  }
}

/** The write is done: what fails now must not say otherwise. */
async function tellCommitListeners(): Promise<void> {
  for (const { failure, run } of commitListeners) {
    try {
      await run();
    } catch (error) {
      logError(failure, error);
    }
  }
}

function busy(): Refusal {
  return new Refusal("busy", "The server can't save right now. Please try again in a moment.", { retryAfter: 5 });
}
