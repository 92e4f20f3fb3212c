import { AsyncLocalStorage } from "node:async_hooks";
import { DatabaseAway, type Db, type WriteOptions } from "../db/database.ts";
import { engineOf } from "../db/engine.ts";
import { env } from "./env.server.ts";
import { logError } from "./log.server.ts";
import { Refusal } from "./refusal.ts";

export type { Db } from "../db/database.ts";
export { type Row, rowsOf } from "../db/rows.ts";
export type {
  AnnouncementRow,
  Database,
  FeedRow,
  OutboxChannel,
  PickDayRow,
  PickRow,
  ResultRow,
  SubscriptionRow,
  UserRow,
} from "../db/schema.ts";

const unsaved = "The server can't save right now. Please try again in a moment.";
const away = "The site's database doesn't answer right now. Please try again in a moment.";

const engine = engineOf(env.DATABASE);
const database = engine.openForServer(env.DATABASE, {
  connections: env.DATABASE_POOL,
  asError: (busy) => new Refusal("busy", busy instanceof DatabaseAway ? away : unsaved, { retryAfter: 5 }),
});
export const { contains, randomHex, withoutIndex } = engine;
export const { db, freeBytes, engineVersion, rowCounts, isInPlace, isUpToDate, closeAtExit } = database;
/** The migrations beside the program, in their order. */
export { migrationNames } from "../db/migrations.ts";
/** The SQLite file; null with PostgreSQL. */
export const databaseFile = engine.fileOf(env.DATABASE);

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
 * One write transaction: what it reads is current at the commit. Use only `trx` inside and await nothing but the database: SQLite has one connection.
 * The work may run twice (the first run is rolled back), so it creates ids, secrets and counters inside and changes nothing outside. Refuses with
 * "busy" when the database can't be written or is locked for longer than `patience` milliseconds.
 */
export function write<R>(work: (trx: Db) => Promise<R>, patience: number = patienceMs): Promise<R> {
  return run(work, { patienceMs: patience });
}

/** The same for work that may append to the ledger, or counts attempts or visits: such writes run one after the other. */
export function writeInTurn<R>(inTurn: NonNullable<WriteOptions["inTurn"]>, work: (trx: Db) => Promise<R>): Promise<R> {
  return run(work, { patienceMs, inTurn });
}

type Guard = (trx: Db) => Promise<void>;

const guards = new AsyncLocalStorage<Guard>();

/** Runs `guard` at the beginning of each write of this work and of what it starts: when it throws, nothing is written. */
export function guardWrites<R>(guard: Guard, work: () => R): R {
  return guards.run(guard, work);
}

async function run<R>(work: (trx: Db) => Promise<R>, options: WriteOptions): Promise<R> {
  const guard = guards.getStore();
  const guarded = async (trx: Db) => {
    await guard?.(trx);
    return work(trx);
  };
  const result = await database.write(guard === undefined ? work : guarded, options);
  await tellCommitListeners();
  return result;
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
