import { statSync } from "node:fs";
import fs from "node:fs/promises";
import { dirname } from "node:path";
import type { Connection } from "./open.ts";

export interface DatabaseHealth {
  /** True while the file that was opened is the one at its path: one that was moved or deleted is written on, and lost at the next start. */
  isInPlace: () => boolean;
  /** True while the database answers and has the migrations that it had at first. Throws when it does not answer. */
  isUpToDate: () => boolean;
  /** Bytes that are free on the disk of the database's file. */
  freeBytes: () => Promise<number>;
}

/** Compares the database with what it is now. */
export function watchDatabase({ sqlite }: Connection, path: string): DatabaseHealth {
  const [file, migrations] = [idOfFile(path), migrationsOf(sqlite)];
  return { isInPlace: () => idOfFile(path) === file, isUpToDate: () => migrationsOf(sqlite) === migrations, freeBytes: () => freeBytesOf(dirname(path)) };
}

function idOfFile(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return `${found?.dev} ${found?.ino}`;
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(folder);
  return bavail * bsize;
}

function migrationsOf(sqlite: Connection["sqlite"]): string {
  return sqlite.prepare<[], string>("select group_concat(name) from (select name from migrations order by name)").pluck().get() ?? "";
}
