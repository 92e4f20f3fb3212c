/**
 * `npm run backup -- FILE`: a copy of the database beside a running server, complete as of one instant, in one file. The file of that name is
 * there only when all of it is on the disk and was checked; one that is there already is left alone.
 */
import { existsSync, linkSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { command, onlyWord, typedFile } from "./command.ts";
import { pendingMigrations } from "./migrate.ts";
import { copyDatabase, finishCopy, synchronise } from "./sqlite/copy.ts";
import { deleteDatabase, expectWritable } from "./sqlite/files.ts";
import type { Handle } from "./sqlite/open.ts";
import { hasTable } from "./sqlite/open.ts";

/** Copies the database at `path` to the new file `file`. Throws with one clear line, and then leaves no file. */
export async function backUp(path: string, file: string): Promise<void> {
  if (existsSync(file)) throw taken(file);
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

/** Checks all of a copy, and that it is one of this program's, and changes it as asked. */
export function expectWhole(copy: string, change: (sqlite: Handle) => void = () => undefined): void {
  finishCopy(copy, (sqlite) => {
    if (!hasTable(sqlite, "migrations")) throw new Error("This is not a database of this program.");
    // Throws where the copy is newer than this program.
    pendingMigrations(sqlite);
    change(sqlite);
  });
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
