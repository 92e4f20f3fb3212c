/** Copies of a database that may be in use. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync } from "node:fs";
import BetterSqlite3 from "better-sqlite3";
import { errorCodeOf, inWords } from "./errors.ts";
import { expectReadable } from "./files.ts";
import { type Handle, openExisting } from "./open.ts";

/** Copies a consistent snapshot into a new file that only its owner may read. */
export async function copyDatabase(path: string, copy: string): Promise<void> {
  expectReadable(path);
  // It has password hashes and e-mail addresses.
  closeSync(openSync(copy, "wx", 0o600));
  const source = openToRead(path);
  try {
    // Copies in one step: with several, each write of a running server restarts the backup.
    await source.backup(copy, { progress: () => 0x7fff_ffff });
  } catch (error) {
    throw inWords(/^SQLITE_(?:FULL|IOERR_WRITE)/.test(errorCodeOf(error)) ? copy : path, error);
  } finally {
    source.close();
  }
}

/** Checks a copy completely, changes it, and syncs it to disk as one file. */
export function finishCopy<R>(copy: string, work: (sqlite: Handle) => R): R {
  const sqlite = openExisting(copy);
  try {
    sqlite.pragma("journal_mode = DELETE");
    const [first, second] = sqlite.prepare<[], string>("pragma integrity_check(1)").pluck().all();
    if (first !== "ok" || second !== undefined) throw new Error(`The copy is damaged: ${first}`);
    return work(sqlite);
  } catch (error) {
    throw inWords("The copy", error);
  } finally {
    sqlite.close();
    synchronise(copy);
  }
}

/** Changes a copy in one transaction. Deleted content is overwritten on disk. */
export function changeCopy(sqlite: Handle, work: () => void): void {
  sqlite.pragma("secure_delete = ON");
  sqlite.transaction(work)();
}

/** Renames the log files beside a damaged database: SQLite would apply them to the restored one. */
export function moveLogs(path: string, newPath: string): void {
  for (const ending of ["-wal", "-shm", "-journal"])
    if (existsSync(path + ending)) renameSync(path + ending, newPath + ending);
}

/** fsync of a file or a folder. */
export function synchronise(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function openToRead(path: string): Handle {
  try {
    return new BetterSqlite3(path, { readonly: true, fileMustExist: true, timeout: 5000 });
  } catch (error) {
    throw inWords(path, error);
  }
}
