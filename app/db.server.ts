import { statSync } from "node:fs";
import { setTimeout as passed } from "node:timers/promises";
import type { Compilable, CompiledQuery, Kysely } from "kysely";
import { sql } from "kysely";
import { openDatabase } from "../db/open.ts";
import type { Database } from "../db/schema.ts";
import { env } from "./env.server.ts";
import { Refusal } from "./refusal.ts";

export type { Database, PickDayRow, PickRow, SubscriptionRow, UserRow } from "../db/schema.ts";
export type Db = Kysely<Database>;

const connection = openDatabase(env.DATABASE_PATH);
// SQLite would wait for a lock by stopping the whole process, once for each write: write() waits instead.
connection.sqlite.pragma("busy_timeout = 0");
export const db = connection.db;
const migrationsAtStart = migrationsOf();
const fileAtStart = idOfFile();

/** True while the file that was opened is the one at its path: one that was moved or deleted is written on, and lost at the next start. */
export function isInPlace(): boolean {
  return idOfFile() === fileAtStart;
}

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
 * A query by one value that is asked all the time, compiled once: building and compiling take Kysely longer than the database takes to
 * answer. `build` is handed what stands for the value, and must use it once, and no other value.
 */
export function compiledOnce<Row>(build: (value: string) => Compilable<Row>): (value: string) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (value) => {
    compiled ??= build("").compile();
    if (compiled.parameters.length !== 1) throw new Error("A query that is compiled once has one value.");
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters: [value] });
    return rows;
  };
}

/** Rows that one transaction changes where there can be very many: others get their turn between two of them. */
export const batchSize = 100;

/** How long a write waits for another process that has the file locked, and how often it looks. */
const patienceMs = 1500;
const lookEveryMs = 20;

/**
 * One write transaction. BEGIN IMMEDIATE takes the write lock at once, so nothing that was read inside can be stale at the commit.
 * Inside use only `trx`, and await nothing but the database: there is one connection, and everybody waits for it.
 * Refuses with "busy" when the file can't be written, or is locked for longer than `patience` milliseconds.
 */
export async function write<R>(work: (trx: Db) => Promise<R>, patience: number = patienceMs): Promise<R> {
  const until = performance.now() + patience;
  for (;;) {
    const outcome = await db.connection().execute((trx) => attempt(trx, work));
    if (outcome !== "locked") return outcome.result;
    if (performance.now() >= until) throw busy();
    // Outside of the connection, which readers need meanwhile.
    await passed(lookEveryMs);
  }
}

async function attempt<R>(trx: Db, work: (trx: Db) => Promise<R>): Promise<"locked" | { result: R }> {
  // Kysely begins deferred; there is no builder for the immediate kind.
  const begun = await sql`begin immediate`.execute(trx).catch(unlessLocked);
  if (begun === "locked") return begun;
  try {
    const result = await work(trx);
    await sql`commit`.execute(trx);
    return { result };
  } catch (error) {
    await sql`rollback`.execute(trx).catch(() => undefined);
    return refuseWhenBusy(error);
  }
}

function unlessLocked(error: unknown): "locked" {
  if (codeOf(error).startsWith("SQLITE_BUSY")) return "locked";
  return refuseWhenBusy(error);
}

function refuseWhenBusy(error: unknown): never {
  if (/^SQLITE_(BUSY|FULL|IOERR|READONLY)/.test(codeOf(error))) throw busy();
  throw error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function busy(): Refusal {
  return new Refusal("busy", "The server can't save right now. Please try again in a moment.", { retryAfter: 5 });
}

function idOfFile(): string {
  const found = statSync(env.DATABASE_PATH, { throwIfNoEntry: false });
  return `${found?.dev} ${found?.ino}`;
}

function migrationsOf(): string {
  return connection.sqlite.prepare<[], string>("select group_concat(name) from (select name from migrations order by name)").pluck().get() ?? "";
}
