/**
 * `npm run restore -- FILE`: puts a backup in the place of the database, while no server runs. Whoever was signed in when the backup was made
 * is signed out, its reset codes are worthless, and no mail of then is sent again. The database that it replaces is kept beside it.
 */
import { chownSync, closeSync, existsSync, linkSync, mkdirSync, openSync, readdirSync, readlinkSync, readSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { copyDatabase, expectWhole, synchronise } from "./backup.ts";
import { inWords } from "./open.ts";

/** Puts a checked copy of `file` at `path` and gives the name under which the replaced database is kept; null when there was none. Throws with one clear line, and then changed nothing. */
export async function restore(file: string, path: string, now: Date = new Date()): Promise<string | null> {
  if (!existsSync(file)) throw new Error(`${file} is not there.`);
  const target = existsSync(path) ? realpathSync(path) : path;
  if (target === realpathSync(file)) throw new Error(`${file} is the database itself.`);
  const copy = `${target}.restoring-${process.pid}`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    await copyDatabase(file, copy);
    await expectWhole(copy, (sqlite) => endWhatWasOpen(sqlite, now));
    // Whoever owns the folder runs the server, root or not.
    if (process.getuid?.() === 0) chownSync(copy, statSync(dirname(target)).uid, statSync(dirname(target)).gid);
    return replace(target, copy, `${target}.replaced-${now.toISOString().replace(/[-:]|\.\d+/g, "")}`);
  } finally {
    for (const ending of ["", "-wal", "-shm", "-journal"]) rmSync(copy + ending, { force: true });
  }
}

/** What was open when the backup was made: who was signed in, which codes were good, which mail waited. It may have been sent since. */
function endWhatWasOpen(sqlite: BetterSqlite3.Database, now: Date): void {
  const at = now.toISOString();
  const end: readonly [table: string, source: string, ...parameters: string[]][] = [
    ["sessions", "delete from sessions"],
    ["api_tokens", "delete from api_tokens"],
    ["reset_codes", "delete from reset_codes"],
    ["half_way_sign_ins", "delete from half_way_sign_ins"],
    ["outbox", "update outbox set state = case state when 'waiting' then 'expired' else state end, params = '{}', finished_at = ? where finished_at is null", at],
    ["pick_rounds", "update pick_rounds set closed_at = ? where closed_at is null", at],
  ];
  // An older backup may not have all of the tables.
  const known = new Set(sqlite.prepare<[], string>("select name from sqlite_schema where type = 'table'").pluck().all());
  sqlite.pragma("secure_delete = ON");
  sqlite.transaction(() => {
    for (const [table, source, ...parameters] of end) if (known.has(table)) sqlite.prepare(source).run(...parameters);
  })();
}

function replace(path: string, copy: string, kept: string): string | null {
  const there = existsSync(path);
  if (existsSync(kept)) throw new Error(`${kept} is there already. Try again in a second.`);
  const lock = there ? lockAlone(path) : null;
  try {
    // A second name for the old file first: at no instant is there no database, which a server that starts would make anew and empty.
    if (there) linkSync(path, kept);
    // The log of another file would be taken for the new one's.
    for (const ending of ["-wal", "-shm"]) if (lock === null && existsSync(path + ending)) renameSync(path + ending, kept + ending);
    renameSync(copy, path);
    synchronise(dirname(path));
    return there ? kept : null;
  } finally {
    lock?.close();
  }
}

/**
 * Makes sure that nobody else has the file open, and keeps it so. Leaving the write-ahead log is possible only for the last one who has it
 * open, and folds the log into the file. Null for a damaged file, which can't be asked: there the kernel says who has it open.
 */
function lockAlone(path: string): BetterSqlite3.Database | null {
  if (!isDatabase(path)) {
    // Not to be opened by SQLite, which would clear its log away.
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
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code.startsWith("SQLITE_BUSY") || isOpenSomewhere(path)) throw inUse(path);
    if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT")) return null;
    throw inWords(path, error);
  }
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

/** Whether a process that we may look at has the file open. Only Linux tells. */
function isOpenSomewhere(path: string): boolean {
  const wanted = realpathSync(path);
  return listed("/proc").filter((name) => /^\d+$/.test(name)).some((id) => listed(`/proc/${id}/fd`).some((descriptor) => targetOf(`/proc/${id}/fd/${descriptor}`) === wanted));
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

if (import.meta.main) {
  process.chdir(join(import.meta.dirname, ".."));
  try {
    const [name, ...more] = process.argv.slice(2);
    if (name === undefined || more.length > 0) throw new Error("Say what: npm run restore -- FILE");
    const path = process.env.DATABASE_PATH || "data/simline.db";
    const file = resolve(process.env.INIT_CWD ?? ".", name);
    const kept = await restore(file, path);
    console.log(`${file} is now ${path}. Everybody has to sign in again.`);
    if (kept !== null) console.log(`The database that it replaced is kept as ${kept}.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
