import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { Kysely } from "kysely";
import type { Database } from "../schema.ts";
import { OnePlanDialect } from "./dialect.ts";
import { errorCodeOf } from "./errors.ts";
import { makeFolder } from "./files.ts";
import { keepingStatements } from "./kept-statements.ts";

/** The driver's own connection, for what Kysely can't do. */
export type Handle = BetterSqlite3.Database;

export interface Connection {
  sqlite: Handle;
  db: Kysely<Database>;
}

export const lockWaitMs = 2000;

/**
 * Opens the file, sets the pragmas and verifies them. Creates a missing file and folder, readable by their owner only: it will have password hashes
 * and e-mail addresses. Throws when the file is not a database or not writable.
 */
export function openDatabase(path: string): Connection {
  makeFolder(dirname(path));
  // SQLite gives its log and shared memory the same permissions.
  if (path !== ":memory:") keepToOwner(path);
  const sqlite = new BetterSqlite3(path, { timeout: lockWaitMs });
  switchToWal(sqlite);
  // Set after WAL, which would otherwise keep NORMAL: an answered commit must survive a power cut.
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  // Without it, REPLACE would delete rows of append-only tables without their triggers.
  sqlite.pragma("recursive_triggers = ON");
  expectPragma(sqlite, "journal_mode", path === ":memory:" ? "memory" : "wal");
  expectPragma(sqlite, "synchronous", 2);
  expectPragma(sqlite, "foreign_keys", 1);
  expectPragma(sqlite, "recursive_triggers", 1);
  return { sqlite, db: new Kysely<Database>({ dialect: new OnePlanDialect({ database: keepingStatements(sqlite) }) }) };
}

/**
 * Opens the database for a server. SQLite's own wait for a lock would block the event loop, so inWriteTransaction waits
 * instead.
 */
export function openForServer(path: string): Connection {
  const connection = openDatabase(path);
  connection.sqlite.pragma("busy_timeout = 0");
  return connection;
}

/** Opens an existing file without changing it. */
export function openExisting(path: string): Handle {
  return new BetterSqlite3(path, { fileMustExist: true, timeout: lockWaitMs });
}

/** Checkpoints and closes, at the end of the process. */
export function closeDatabase({ sqlite }: Connection): void {
  try {
    sqlite.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    sqlite.close();
  }
}

export function hasTable(sqlite: Handle, name: string): boolean {
  return sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined;
}

function keepToOwner(path: string): void {
  if (!existsSync(path)) return closeSync(openSync(path, "a", 0o600));
  if ((statSync(path).mode & 0o077) === 0) return;
  try {
    // A file of an earlier version may be readable by others.
    chmodSync(path, 0o600);
  } catch {
    // Another user owns the file.
  }
}

/** SQLite doesn't wait when another process is just switching the same file, as when two servers start on a restored backup. */
function switchToWal(sqlite: Handle): void {
  const end = performance.now() + lockWaitMs;
  for (;;) {
    try {
      sqlite.pragma("journal_mode = WAL");
      return;
    } catch (error) {
      if (!errorCodeOf(error).startsWith("SQLITE_BUSY") || performance.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function expectPragma(sqlite: Handle, name: string, expected: string | number): void {
  const actual: unknown = sqlite.pragma(name, { simple: true });
  if (actual !== expected) throw new Error(`The database refused ${name} = ${expected} (it says ${String(actual)})`);
}
