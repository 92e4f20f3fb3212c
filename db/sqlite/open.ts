import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { Kysely } from "kysely";
import type { Database } from "../schema.ts";
import { OnePlanDialect } from "./dialect.ts";
import { makeFolder } from "./files.ts";
import { keepingStatements } from "./kept-statements.ts";

/** The driver's own connection, for what Kysely does not do. */
export type Handle = BetterSqlite3.Database;

export interface Connection {
  sqlite: Handle;
  db: Kysely<Database>;
}

/** How long commands wait for a lock. */
export const lockWaitMs = 2000;

/**
 * Opens the file, sets the pragmas and verifies them. Makes the file and its folder where they are missing, for their owner alone: it will
 * hold password hashes and e-mail addresses. Throws when the file is no database or can't be written.
 */
export function openDatabase(path: string): Connection {
  makeFolder(dirname(path));
  // SQLite gives its log and its index the same rights.
  if (path !== ":memory:") keepToOwner(path);
  const sqlite = new BetterSqlite3(path, { timeout: lockWaitMs });
  sqlite.pragma("journal_mode = WAL");
  // After the switch to WAL, which would otherwise keep NORMAL: a commit that was answered must survive a power cut.
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  expectPragma(sqlite, "journal_mode", path === ":memory:" ? "memory" : "wal");
  expectPragma(sqlite, "synchronous", 2);
  expectPragma(sqlite, "foreign_keys", 1);
  return { sqlite, db: new Kysely<Database>({ dialect: new OnePlanDialect({ database: keepingStatements(sqlite) }) }) };
}

/** The same for a server. Waiting for a lock, SQLite would stop the whole process: inWriteTransaction waits instead. */
export function openForServer(path: string): Connection {
  const connection = openDatabase(path);
  connection.sqlite.pragma("busy_timeout = 0");
  return connection;
}

/** Opens a file that is there, as it is. */
export function openExisting(path: string): Handle {
  return new BetterSqlite3(path, { fileMustExist: true, timeout: lockWaitMs });
}

/** Writes the log into the file and closes it; for the end of the process. */
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
    // A file of an earlier version.
    chmodSync(path, 0o600);
  } catch {
    // Somebody else's file, whose rights are theirs to give.
  }
}

function expectPragma(sqlite: Handle, name: string, expected: string | number): void {
  const actual: unknown = sqlite.pragma(name, { simple: true });
  if (actual !== expected) throw new Error(`The database refused ${name} = ${expected} (it says ${String(actual)})`);
}
