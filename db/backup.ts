/**
 * `npm run backup -- FILE`: a copy of the database beside a running server, complete as of one instant, in one file. The file of that name is
 * there only when all of it is on the disk and was checked; one that is there already is left alone.
 */
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { command, onlyWord, typedFile } from "./command.ts";
import { pendingMigrations } from "./migrate.ts";
import { deleteDatabase, expectReadable, expectWritable, inWords } from "./open.ts";

/** Copies the database at `path` to the new file `file`. Throws with one clear line, and then leaves no file. */
export async function backUp(path: string, file: string): Promise<void> {
  if (existsSync(file)) throw taken(file);
  const unfinished = `${file}.${process.pid}.part`;
  expectWritable(dirname(file));
  try {
    await copyDatabase(path, unfinished);
    await expectWhole(unfinished);
    putInPlace(unfinished, file);
  } finally {
    deleteDatabase(unfinished);
  }
}

/** Copies a database, in use or not, into a new file that only its owner may read. */
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
    const isWriting = error instanceof Error && "code" in error && /^SQLITE_(?:FULL|IOERR_WRITE)/.test(String(error.code));
    throw inWords(isWriting ? copy : path, error);
  } finally {
    source.close();
  }
}

/** Checks all of a copy, makes one file of it, and brings that to the disk. Gives the migrations that it still needs. */
export async function expectWhole(copy: string, change: (sqlite: BetterSqlite3.Database) => void = () => undefined): Promise<string[]> {
  const sqlite = new BetterSqlite3(copy, { fileMustExist: true });
  try {
    sqlite.pragma("journal_mode = DELETE");
    const [first, second] = sqlite.prepare<[], string>("pragma integrity_check(1)").pluck().all();
    if (first !== "ok" || second !== undefined) throw new Error(`The copy is damaged: ${first}`);
    if (sqlite.prepare<[], number>("select count(*) from sqlite_schema where name = 'migrations'").pluck().get() !== 1) throw new Error("This is not a database of this program.");
    const pending = pendingMigrations(sqlite);
    change(sqlite);
    return pending;
  } catch (error) {
    throw inWords("The copy", error);
  } finally {
    sqlite.close();
    synchronise(copy);
  }
}

/** Brings a file, or the names in a folder, to the disk. */
export function synchronise(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function openToRead(path: string): BetterSqlite3.Database {
  try {
    return new BetterSqlite3(path, { readonly: true, fileMustExist: true, timeout: 5000 });
  } catch (error) {
    throw inWords(path, error);
  }
}

/** Gives the file its name, unless another has it by now. */
function putInPlace(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (existsSync(file)) throw taken(file);
    // Some file systems know no second name for a file.
    if (!(error instanceof Error && "code" in error && /^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK)$/.test(String(error.code)))) throw error;
    renameSync(unfinished, file);
  }
  synchronise(dirname(file));
}

function taken(file: string): Error {
  return new Error(`${file} already exists. Choose another name, or delete it first.`);
}

if (import.meta.main) {
  await command(async (path, words) => {
    const file = typedFile(onlyWord(words, "npm run backup -- FILE"));
    await backUp(path, file);
    console.log(`${path} is saved as ${file}.`);
  });
}
