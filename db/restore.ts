/**
 * `npm run restore -- FILE`: replaces the database with a backup while no server runs. Sessions and codes of the backup
 * become invalid, its queued mail is not sent again, and the replaced database is kept.
 */
import { chownSync, existsSync, linkSync, lstatSync, readlinkSync, realpathSync, renameSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expectWhole } from "./backup.ts";
import { command, onlyWord, typedFile } from "./command.ts";
import { sqliteFileAt } from "./engine.ts";
import { clearLeftBehind } from "./left-behind.ts";
import { lockAlone } from "./sqlite/alone.ts";
import { changeCopy, copyDatabase, moveLogs, synchronise } from "./sqlite/copy.ts";
import { deleteDatabase, expectReadable, expectWritable } from "./sqlite/files.ts";
import { type Handle, hasTable } from "./sqlite/open.ts";

/**
 * Returns the name of the replaced database, null when there was none. Throws with one line, having changed nothing.
 */
export async function restore(file: string, path: string, now: Date = new Date()): Promise<string | null> {
  expectReadable(file);
  const target = resolveLink(path);
  if (target === realpathSync(file)) throw new Error(`${file} is the database itself.`);
  expectWritable(dirname(target));
  clearLeftBehind(target, /^\.restoring-(\d+)(?:-journal|-wal|-shm)?$/);
  const copy = `${target}.restoring-${process.pid}`;
  try {
    await copyDatabase(file, copy);
    expectWhole(copy, (sqlite) => endOpenWork(sqlite, now));
    // A restore that runs as root gives the file to the owner of the folder, as which the server runs.
    if (process.getuid?.() === 0) chownSync(copy, statSync(dirname(target)).uid, statSync(dirname(target)).gid);
    return replace(target, copy, `${target}.replaced-${now.toISOString().replace(/[-:]|\.\d+/g, "")}`);
  } finally {
    deleteDatabase(copy);
  }
}

/** Resolves a symbolic link at `path`, also a dangling one, so that the link stays. */
function resolveLink(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
    ? resolve(dirname(path), readlinkSync(path))
    : path;
}

function endOpenWork(sqlite: Handle, now: Date): void {
  const at = now.toISOString();
  const end: readonly [table: string, source: string, ...parameters: string[]][] = [
    ["sessions", "delete from sessions"],
    ["api_tokens", "delete from api_tokens"],
    // A key may have been revoked since.
    ["api_keys", "update api_keys set revoked_at = ? where revoked_at is null", at],
    ["reset_codes", "delete from reset_codes"],
    ["two_factor_challenges", "delete from two_factor_challenges"],
    // The name of two_factor_challenges in older backups.
    ["half_way_sign_ins", "delete from half_way_sign_ins"],
    [
      "outbox",
      "update outbox set state = case state when 'waiting' then 'expired' else state end, params = '{}', finished_at = ? where finished_at is null",
      at,
    ],
    ["round_queues", "delete from round_queues"],
    ["pick_rounds", "update pick_rounds set closed_at = ? where closed_at is null", at],
  ];
  changeCopy(sqlite, () => {
    for (const [table, source, ...parameters] of end)
      if (hasTable(sqlite, table)) sqlite.prepare(source).run(...parameters);
  });
}

function replace(path: string, copy: string, kept: string): string | null {
  const exists = existsSync(path);
  if (existsSync(kept)) throw new Error(`${kept} already exists. Try again in a second.`);
  const lock = exists ? lockAlone(path) : null;
  try {
    // Links the old file first: if the database were missing for a moment, a starting server would create an empty one.
    if (exists) linkSync(path, kept);
    if (lock === null) moveLogs(path, kept);
    renameSync(copy, path);
    synchronise(dirname(path));
    return exists ? kept : null;
  } finally {
    lock?.close();
  }
}

if (import.meta.main) {
  await command(async (address, words) => {
    const path = sqliteFileAt(
      address,
      "A PostgreSQL database is restored into a new one by its own tool: pg_restore --no-owner --dbname=NEW FILE (docs/self-hosting.md says what else).",
    );
    const file = typedFile(onlyWord(words, "npm run restore -- FILE"));
    const kept = await restore(file, path);
    console.log(`${path} was restored from ${file}. All users must sign in again.`);
    if (kept !== null) console.log(`The replaced database is kept as ${kept}.`);
  });
}
