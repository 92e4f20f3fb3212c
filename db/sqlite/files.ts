import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "./errors.ts";

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

/** Deletes a database that nobody has open, with what SQLite keeps beside it; nothing where it is not there. */
export function deleteDatabase(path: string): void {
  for (const ending of ["", "-wal", "-shm", "-journal"]) rmSync(path + ending, { force: true });
}

/** Makes a folder with those above it. Node's own way never ends where the system says of a folder that is there that it is missing, as /proc does. */
export function makeFolder(folder: string): void {
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

/** Throws "<failure> (<code>)." when the work does. */
export function attempt(failure: string, work: () => unknown): void {
  try {
    work();
  } catch (error) {
    throw new Error(`${failure} (${codeOf(error)}).`);
  }
}
