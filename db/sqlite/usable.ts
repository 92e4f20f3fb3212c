import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { damaged, inWords } from "./errors.ts";
import { attempt, expectWritable } from "./files.ts";
import { type Handle, openExisting } from "./open.ts";

// quick_check takes about 15 ms per megabyte and must not delay the start. Larger files are checked with every backup.
const checkedMegabytes = 64;

/**
 * Throws one clear line, before anything is changed, when the path can't be the program's database: not writable, another program's file, damaged,
 * or a log without its database. A missing or empty file is fine.
 */
export function expectUsable(path: string): void {
  expectWritable(dirname(path));
  const log = `${path}-wal`;
  if (!existsSync(path)) {
    if (existsSync(log) && statSync(log).size > 0)
      throw new Error(
        `${path} is missing, but its log ${log} is there. Put the file back, or restore a backup and move the log away.`,
      );
    return;
  }
  const { mode, size } = statSync(path);
  if (!statSync(path).isFile()) throw new Error(`${path} is not a file.`);
  if ((mode & 0o222) === 0) throw new Error(`${path} is read-only.`);
  attempt(`${path} can't be written`, () => accessSync(path, constants.R_OK | constants.W_OK));
  if (size === 0) return;
  const sqlite = openExisting(path);
  try {
    expectSound(sqlite, path);
  } catch (error) {
    throw inWords(path, error);
  } finally {
    sqlite.close();
  }
}

function expectSound(sqlite: Handle, path: string): void {
  const tables = sqlite.prepare<[], string>("select name from sqlite_schema where type = 'table'").pluck().all();
  if (tables.length > 0 && !tables.includes("migrations"))
    throw new Error(`${path} is another program's database: it has tables, and none of ours.`);
  const bytes =
    Number(sqlite.pragma("page_count", { simple: true })) * Number(sqlite.pragma("page_size", { simple: true }));
  if (bytes <= checkedMegabytes * 1024 ** 2 && sqlite.pragma("quick_check(1)", { simple: true }) !== "ok")
    throw damaged(path);
}
