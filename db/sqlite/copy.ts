/** Copies of a database, in use or not, and what stands in the way of putting one in its place. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync } from "node:fs";
import BetterSqlite3 from "better-sqlite3";
import { codeOf, inWords } from "./errors.ts";
import { expectReadable } from "./files.ts";
import type { Handle } from "./open.ts";
import { openExisting } from "./open.ts";

/** Copies a database as of one instant into a new file that only its owner may read. */
export async function copyDatabase(path: string, copy: string): Promise<void> {
  expectReadable(path);
  // It holds password hashes and e-mail addresses.
  closeSync(openSync(copy, "wx", 0o600));
  const source = openToRead(path);
  try {
    // All of it in one step: in several, a server that writes meanwhile makes it begin anew each time.
    await source.backup(copy, { progress: () => 0x7fff_ffff });
  } catch (error) {
    // Only the copy is written.
    throw inWords(/^SQLITE_(?:FULL|IOERR_WRITE)/.test(codeOf(error)) ? copy : path, error);
  } finally {
    source.close();
  }
}

/** Checks all of a copy, does the work in it, makes one file of it, and brings that to the disk. */
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

/** Changes a copy in one transaction, and leaves nothing on the disk of what is deleted. */
export function changeCopy(sqlite: Handle, work: () => void): void {
  sqlite.pragma("secure_delete = ON");
  sqlite.transaction(work)();
}

/** Renames what a database that can't be opened left beside its file: it would be taken for another file's. */
export function moveLogs(path: string, newPath: string): void {
  for (const ending of ["-wal", "-shm", "-journal"]) if (existsSync(path + ending)) renameSync(path + ending, newPath + ending);
}

/** Brings a file, or the names in a folder, to the disk. */
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
