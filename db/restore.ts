/**
 * `npm run restore -- FILE`: puts a backup in the place of the database, while no server runs. Whoever was signed in when the backup was made
 * is signed out, its reset codes are worthless, and no mail of then is sent again. The database that it replaces is kept beside it.
 */
import { chownSync, existsSync, linkSync, lstatSync, readlinkSync, realpathSync, renameSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expectWhole } from "./backup.ts";
import { command, onlyWord, typedFile } from "./command.ts";
import { clearLeftBehind } from "./left-behind.ts";
import { lockAlone } from "./sqlite/alone.ts";
import { changeCopy, copyDatabase, moveLogs, synchronise } from "./sqlite/copy.ts";
import { deleteDatabase, expectReadable, expectWritable } from "./sqlite/files.ts";
import type { Handle } from "./sqlite/open.ts";
import { hasTable } from "./sqlite/open.ts";

/** Puts a checked copy of `file` at `path` and gives the name under which the replaced database is kept; null when there was none. Throws with one clear line, and then changed nothing. */
export async function restore(file: string, path: string, now: Date = new Date()): Promise<string | null> {
  expectReadable(file);
  const target = behindLink(path);
  if (target === realpathSync(file)) throw new Error(`${file} is the database itself.`);
  expectWritable(dirname(target));
  clearLeftBehind(target, /^\.restoring-(\d+)(?:-journal|-wal|-shm)?$/);
  const copy = `${target}.restoring-${process.pid}`;
  try {
    await copyDatabase(file, copy);
    expectWhole(copy, (sqlite) => endWhatWasOpen(sqlite, now));
    // Whoever owns the folder runs the server, root or not.
    if (process.getuid?.() === 0) chownSync(copy, statSync(dirname(target)).uid, statSync(dirname(target)).gid);
    return replace(target, copy, `${target}.replaced-${now.toISOString().replace(/[-:]|\.\d+/g, "")}`);
  } finally {
    deleteDatabase(copy);
  }
}

/** Where the database is, or was before it was lost: what is at `path` may be a link to it, and stays one. */
function behindLink(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : path;
}

/** What was open when the backup was made: who was signed in, which codes were good, which mail waited. It may have been sent since. */
function endWhatWasOpen(sqlite: Handle, now: Date): void {
  const at = now.toISOString();
  const end: readonly [table: string, source: string, ...parameters: string[]][] = [
    ["sessions", "delete from sessions"],
    ["api_tokens", "delete from api_tokens"],
    ["reset_codes", "delete from reset_codes"],
    ["two_factor_challenges", "delete from two_factor_challenges"],
    // Their name in older backups.
    ["half_way_sign_ins", "delete from half_way_sign_ins"],
    ["outbox", "update outbox set state = case state when 'waiting' then 'expired' else state end, params = '{}', finished_at = ? where finished_at is null", at],
    ["round_queues", "delete from round_queues"],
    ["pick_rounds", "update pick_rounds set closed_at = ? where closed_at is null", at],
  ];
  changeCopy(sqlite, () => {
    // An older backup may not have all of the tables.
    for (const [table, source, ...parameters] of end) if (hasTable(sqlite, table)) sqlite.prepare(source).run(...parameters);
  });
}

function replace(path: string, copy: string, kept: string): string | null {
  const there = existsSync(path);
  if (existsSync(kept)) throw new Error(`${kept} already exists. Try again in a second.`);
  const lock = there ? lockAlone(path) : null;
  try {
    // A second name for the old file first: at no instant is there no database, which a server that starts would make anew and empty.
    if (there) linkSync(path, kept);
    if (lock === null) moveLogs(path, kept);
    renameSync(copy, path);
    synchronise(dirname(path));
    return there ? kept : null;
  } finally {
    lock?.close();
  }
}

if (import.meta.main) {
  await command(async (path, words) => {
    const file = typedFile(onlyWord(words, "npm run restore -- FILE"));
    const kept = await restore(file, path);
    console.log(`${file} is now ${path}. Everybody has to sign in again.`);
    if (kept !== null) console.log(`The database that it replaced is kept as ${kept}.`);
  });
}
