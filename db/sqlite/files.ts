import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCodeOf } from "./errors.ts";

/** Creates a missing folder. Throws one clear line when it can't be created or written to. */
export function expectWritable(folder: string): void {
  attempt(`The folder ${folder} can't be made`, () => makeFolder(folder));
  attempt(`The folder ${folder} can't be written`, () => accessSync(folder, constants.W_OK | constants.X_OK));
}

/** Throws one clear line when there is no readable file. */
export function expectReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    const code = errorCodeOf(error);
    throw new Error(code === "ENOENT" ? `${path} does not exist.` : `${path} can't be read by this user (${code}).`);
  }
  if (!statSync(path).isFile()) throw new Error(`${path} is not a file.`);
}

/** Deletes a database that isn't open, with SQLite's files beside it. */
export function deleteDatabase(path: string): void {
  for (const ending of ["", "-wal", "-shm", "-journal"]) rmSync(path + ending, { force: true });
}

/** mkdir -p. Node's own recursion never ends where the system reports an existing folder as missing, as /proc does. */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function attempt(failure: string, work: () => unknown): void {
  try {
    work();
  } catch (error) {
    throw new Error(`${failure} (${errorCodeOf(error)}).`);
  }
}
