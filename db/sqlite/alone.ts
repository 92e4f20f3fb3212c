/** Exclusive access to a database file, before it is replaced or deleted. */
import { closeSync, openSync, readdirSync, readlinkSync, readSync, realpathSync } from "node:fs";
import BetterSqlite3 from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import type { Db } from "../database.ts";
import type { Database } from "../schema.ts";
import { damaged, errorCodeOf, inWords } from "./errors.ts";
import type { Handle } from "./open.ts";

/**
 * Takes exclusive access to the file. Only the last process that has it open can leave WAL mode, which also writes the log into the file. Null for a
 * damaged file: there the kernel says who has it open.
 */
export function lockAlone(path: string): Handle | null {
  if (!isDatabase(path)) {
    // SQLite would delete its log on opening.
    if (isOpenSomewhere(path)) throw inUse(path);
    return null;
  }
  const sqlite = new BetterSqlite3(path, { fileMustExist: true, timeout: 0 });
  try {
    sqlite.pragma("locking_mode = EXCLUSIVE");
    sqlite.pragma("journal_mode = DELETE");
    sqlite.exec("begin exclusive");
    return sqlite;
  } catch (error) {
    sqlite.close();
    const code = errorCodeOf(error);
    if (code.startsWith("SQLITE_BUSY") || isOpenSomewhere(path)) throw inUse(path);
    if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT")) return null;
    throw inWords(path, error);
  }
}

/** Opens the file to read it. Nobody else can open it before it is closed. */
export function openAlone(path: string): Db {
  const database = lockAlone(path);
  if (database === null) throw damaged(path);
  return new Kysely<Database>({ dialect: new SqliteDialect({ database }) });
}

function inUse(path: string): Error {
  return new Error(`${path} is in use. Stop the server first.`);
}

function isDatabase(path: string): boolean {
  const start = Buffer.alloc(16);
  const descriptor = openSync(path, "r");
  readSync(descriptor, start);
  closeSync(descriptor);
  return start.toString("latin1") === "SQLite format 3\0";
}

/** True if a process visible to this user has the file open. Linux only. */
function isOpenSomewhere(path: string): boolean {
  const wanted = realpathSync(path);
  return listed("/proc")
    .filter((name) => /^\d+$/.test(name))
    .some((id) => listed(`/proc/${id}/fd`).some((descriptor) => targetOf(`/proc/${id}/fd/${descriptor}`) === wanted));
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function targetOf(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}
