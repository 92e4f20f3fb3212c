import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { Kysely } from "kysely";
import { CalmSqliteDialect } from "./dialect.ts";
import { keepingStatements } from "./kept-statements.ts";
import type { Database } from "./schema.ts";

export interface Connection {
  sqlite: BetterSqlite3.Database;
  db: Kysely<Database>;
}

/**
 * Opens the file, sets the pragmas and verifies them. Makes the file and its folder where they are missing, for their owner alone: it will
 * hold password hashes and e-mail addresses. Throws when the file is no database or can't be written.
 */
export function openDatabase(path: string): Connection {
  makeFolder(dirname(path));
  // SQLite gives its log and its index the same rights.
  if (path !== ":memory:") keepToOwner(path);
  const sqlite = new BetterSqlite3(path, { timeout: 2000 });
  sqlite.pragma("journal_mode = WAL");
  // After the switch to WAL, which would otherwise keep NORMAL: a commit that was answered must survive a power cut.
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  expectPragma(sqlite, "journal_mode", path === ":memory:" ? "memory" : "wal");
  expectPragma(sqlite, "synchronous", 2);
  expectPragma(sqlite, "foreign_keys", 1);
  return { sqlite, db: new Kysely<Database>({ dialect: new CalmSqliteDialect({ database: keepingStatements(sqlite) }) }) };
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

// A quick_check takes about 15 ms for each megabyte; a start must not take seconds. Larger files are checked whole with every backup.
const checkedMegabytes = 64;

/**
 * Throws, with one clear line and before anything is changed, when the path can't be the program's database: no place to write to, somebody
 * else's file, a damaged one, or one whose log was left behind alone. An empty file or none is fine: it is made.
 */
export function expectUsable(path: string): void {
  expectWritable(dirname(path));
  const log = `${path}-wal`;
  if (!existsSync(path)) {
    if (existsSync(log) && statSync(log).size > 0) throw new Error(`${path} is missing, but its log ${log} is there. Put the file back, or restore a backup and move the log away.`);
    return;
  }
  const { mode, size } = statSync(path);
  if (!statSync(path).isFile()) throw new Error(`${path} is not a file.`);
  if ((mode & 0o222) === 0) throw new Error(`${path} is read-only.`);
  attempt(`${path} can't be written`, () => accessSync(path, constants.R_OK | constants.W_OK));
  if (size === 0) return;
  const sqlite = new BetterSqlite3(path, { fileMustExist: true, timeout: 2000 });
  try {
    expectSound(sqlite, path);
  } catch (error) {
    throw inWords(path, error);
  } finally {
    sqlite.close();
  }
}

/** Makes the folder where it is missing. Throws, with one clear line, where this user can't make it or write there. */
export function expectWritable(folder: string): void {
  attempt(`The folder ${folder} can't be made`, () => makeFolder(folder));
  attempt(`The folder ${folder} can't be written`, () => accessSync(folder, constants.W_OK | constants.X_OK));
}

/** Throws, with one clear line, where there is no file that this user may read. */
export function expectReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    const code = codeOf(error);
    throw new Error(code === "ENOENT" ? `${path} does not exist.` : `${path} can't be read by this user (${code}).`);
  }
  if (!statSync(path).isFile()) throw new Error(`${path} is not a file.`);
}

/** What a failure of SQLite, or of a file beside it, means to whoever runs the server, in one line. */
export function inWords(path: string, error: unknown): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "SQLITE_NOTADB") return new Error(`${path} is not a database.`);
  if (code.startsWith("SQLITE_CORRUPT")) return damaged(path);
  if (code.startsWith("SQLITE_BUSY")) return new Error(`${path} is locked by another program.`);
  if (/^SQLITE_(READONLY|CANTOPEN|PERM)/.test(code)) return new Error(`${path} can't be opened for writing (${code}).`);
  if (code === "EACCES" || code === "EPERM") return new Error(`This user may not do that: run it as the owner of ${path} (${error instanceof Error ? error.message : code}).`);
  if (/^SQLITE_(FULL|IOERR)/.test(code)) return new Error(`${path} can't be written: the disk is full or failing (${code}).`);
  return error instanceof Error ? error : new Error(String(error));
}

/** Deletes a database that nobody has open, with what SQLite keeps beside it; nothing where it is not there. */
export function deleteDatabase(path: string): void {
  for (const ending of ["", "-wal", "-shm", "-journal"]) rmSync(path + ending, { force: true });
}

/** With those above it. Node's own way never ends where the system says of a folder that is there that it is missing, as /proc does. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function expectSound(sqlite: BetterSqlite3.Database, path: string): void {
  const tables = sqlite.prepare<[], string>("select name from sqlite_schema where type = 'table'").pluck().all();
  if (tables.length > 0 && !tables.includes("migrations")) throw new Error(`${path} is another program's database: it has tables, and none of ours.`);
  const bytes = Number(sqlite.pragma("page_count", { simple: true })) * Number(sqlite.pragma("page_size", { simple: true }));
  if (bytes <= checkedMegabytes * 1024 ** 2 && sqlite.pragma("quick_check(1)", { simple: true }) !== "ok") throw damaged(path);
}

function damaged(path: string): Error {
  return new Error(`${path} is damaged. Restore a backup that is not: npm run restore -- FILE`);
}

function attempt(failure: string, work: () => unknown): void {
  try {
    work();
  } catch (error) {
    throw new Error(`${failure} (${codeOf(error)}).`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

function expectPragma(sqlite: BetterSqlite3.Database, name: string, expected: string | number): void {
  const actual: unknown = sqlite.pragma(name, { simple: true });
  if (actual !== expected) throw new Error(`The database refused ${name} = ${expected} (it says ${String(actual)})`);
}
