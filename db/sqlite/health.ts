import { statSync } from "node:fs";
import fs from "node:fs/promises";
import { dirname } from "node:path";
import type { OpenDatabase } from "../database.ts";
import type { Connection } from "./open.ts";

export function watchDatabase(
  { sqlite }: Connection,
  path: string,
): Pick<OpenDatabase, "isInPlace" | "isUpToDate" | "freeBytes" | "engineVersion"> {
  const [file, migrations] = [idOfFile(path), migrationsOf(sqlite)];
  return {
    isInPlace: () => idOfFile(path) === file,
    isUpToDate: () => Promise.resolve(migrationsOf(sqlite) === migrations),
    engineVersion: () =>
      Promise.resolve(`SQLite ${sqlite.prepare<[], string>("select sqlite_version()").pluck().get()}`),
    freeBytes: () => freeBytesOf(dirname(path)),
  };
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
  return (
    sqlite
      .prepare<[], string>("select group_concat(name) from (select name from migrations order by name)")
      .pluck()
      .get() ?? ""
  );
}
