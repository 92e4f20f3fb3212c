/**
 * `npm run backup -- FILE`: copies the database of a running server to one consistent file. The file gets its name only
 * after it is complete and checked; an existing file is not overwritten.
 */
import { existsSync, linkSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { command, onlyWord, typedFile } from "./command.ts";
import { sqliteFileAt } from "./engine.ts";
import { copyDatabase, finishCopy, synchronise } from "./sqlite/copy.ts";
import { deleteDatabase, expectWritable } from "./sqlite/files.ts";
import { pendingMigrations } from "./sqlite/migrate.ts";
import { type Handle, hasTable } from "./sqlite/open.ts";

/** Throws with one line, and then leaves no file. */
export async function backUp(path: string, file: string): Promise<void> {
  if (existsSync(file)) throw alreadyExists(file);
  const unfinished = `${file}.${process.pid}.part`;
  expectWritable(dirname(file));
  try {
    await copyDatabase(path, unfinished);
    expectWhole(unfinished);
    putInPlace(unfinished, file);
  } finally {
    deleteDatabase(unfinished);
  }
}

export function expectWhole(copy: string, change: (sqlite: Handle) => void = () => undefined): void {
  finishCopy(copy, (sqlite) => {
    if (!hasTable(sqlite, "migrations")) throw new Error("This is not a database of this program.");
    pendingMigrations(sqlite);
    change(sqlite);
  });
}

/** linkSync fails when the name is taken; renameSync would overwrite. */
function putInPlace(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (existsSync(file)) throw alreadyExists(file);
    // Some file systems have no hard links.
    if (!(
      error instanceof Error &&
      "code" in error &&
      /^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK)$/.test(String(error.code))
    ))
      throw error;
    renameSync(unfinished, file);
  }
  synchronise(dirname(file));
}

function alreadyExists(file: string): Error {
  return new Error(`${file} already exists. Choose another name, or delete it first.`);
}

if (import.meta.main) {
  await command(async (address, words) => {
    const path = sqliteFileAt(
      address,
      "A PostgreSQL database is backed up by its own tool: pg_dump --format=custom --file=FILE (docs/self-hosting.md).",
    );
    const file = typedFile(onlyWord(words, "npm run backup -- FILE"));
    await backUp(path, file);
    console.log(`${path} was copied to ${file}.`);
  });
}
