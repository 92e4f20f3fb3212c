import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { hourMs, minuteMs } from "../time/durations.ts";
import { env } from "../env.server.ts";
import { formatInstant } from "../time/instant-text.ts";
import { log, logError } from "../log.server.ts";
import { backupName, backupsUntil, madeAt, namesIn } from "../models/upkeep/backup-files.server.ts";
import { noteProblem } from "../models/upkeep/health.server.ts";
import { runInChildProcess, stopped } from "./child-process.server.ts";
import { repeatedly } from "../repeatedly.server.ts";

/** The retry delay after a failure, unless BACKUP_EVERY is shorter. */
const retryMs = 5 * minuteMs;
const longestPauseMs = hourMs;
const longestBackupMs = 6 * hourMs;

/** Makes a backup when the newest one is older than BACKUP_EVERY. Does nothing without BACKUP_DIR. */
export function startBackups(): () => void {
  const { BACKUP_DIR, BACKUP_EVERY, BACKUP_KEEP } = env;
  if (BACKUP_DIR === undefined) return () => undefined;
  const folder = resolve(BACKUP_DIR);
  return repeatedly("backups", async () => {
    const pauseMs = dueIn(folder, BACKUP_EVERY, Date.now());
    if (pauseMs > 0) return Math.min(pauseMs, longestPauseMs);
    try {
      const name = backupName(new Date());
      await runInChildProcess("db/backup.ts", [join(folder, name)], longestBackupMs);
      rotate(folder, BACKUP_KEEP, Date.now());
      log(`The backup ${name} was made.`);
      await noteProblem("backups", null);
      return Math.min(BACKUP_EVERY, longestPauseMs);
    } catch (error) {
      if (error !== stopped) await reportFailure(folder, error);
      return Math.min(BACKUP_EVERY, retryMs);
    }
  });
}

async function reportFailure(folder: string, error: unknown): Promise<void> {
  logError(`The backup failed and will be retried: ${error instanceof Error ? error.message : String(error)}`);
  const newest = backupsUntil(Date.now(), folder).at(-1);
  const last =
    newest === undefined
      ? "There is no backup yet."
      : `The newest backup is from ${formatInstant(new Date(madeAt(newest)).toISOString(), env.SITE_TIMEZONE)}.`;
  await noteProblem("backups", {
    text: "Backups are failing.",
    advice: `${last} Check that BACKUP_DIR exists, is writable and has room; the server log has the reason.`,
  });
}

function dueIn(folder: string, everyMs: number, now: number): number {
  const newest = backupsUntil(now, folder).at(-1);
  return newest === undefined ? 0 : madeAt(newest) + everyMs - now;
}

function rotate(folder: string, keep: number, now: number): void {
  const unfinished = namesIn(folder).filter((name) =>
    /^simline-\d{8}T\d{6}Z\.db\.\d+\.part(-journal|-wal|-shm)?$/.test(name),
  );
  // Another process may still be writing a recent one.
  const leftBehind = unfinished.filter((name) => madeAt(name.replace(/\.db\..*$/, ".db")) < now - longestBackupMs);
  for (const name of [...leftBehind, ...backupsUntil(now, folder).slice(0, -keep)])
    rmSync(join(folder, name), { force: true });
}
