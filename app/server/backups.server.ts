import { execFile } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { setPriority } from "node:os";
import { join, resolve } from "node:path";
import { hourMs, minuteMs } from "../durations.ts";
import { env } from "../env.server.ts";
import { formatInstant } from "../format.ts";
import { log, logError } from "../log.server.ts";
import { noteProblem } from "../models/health.server.ts";
import { repeatedly } from "./repeatedly.server.ts";

/** So soon after a failure it is tried again, or sooner where backups are more frequent. */
const againMs = 5 * minuteMs;
const longestPauseMs = hourMs;
const longestBackupMs = 6 * hourMs;

/** The server ended meanwhile. The backup begins anew at its next start. */
const stopped = new Error("stopped");

/** Backs the database up whenever the newest backup in BACKUP_DIR is older than BACKUP_EVERY, and keeps the newest BACKUP_KEEP of them. Does nothing without BACKUP_DIR. */
export function startBackups(): () => void {
  const { BACKUP_DIR, BACKUP_EVERY, BACKUP_KEEP } = env;
  if (BACKUP_DIR === undefined) return () => undefined;
  const folder = resolve(BACKUP_DIR);
  return repeatedly(async () => {
    const pauseMs = dueIn(folder, BACKUP_EVERY, Date.now());
    if (pauseMs > 0) return Math.min(pauseMs, longestPauseMs);
    try {
      const name = nameAt(new Date());
      await backUpTo(join(folder, name));
      rotate(folder, BACKUP_KEEP, Date.now());
      log(`The backup ${name} was made.`);
      noteProblem("backups", null);
      return Math.min(BACKUP_EVERY, longestPauseMs);
    } catch (error) {
      if (error !== stopped) complain(folder, error);
      return Math.min(BACKUP_EVERY, againMs);
    }
  });
}

function complain(folder: string, error: unknown): void {
  logError(`The backup failed and is tried again: ${error instanceof Error ? error.message : String(error)}`);
  const newest = datedUntil(Date.now(), folder).at(-1);
  const last = newest === undefined ? "There is none yet." : `The newest is of ${formatInstant(new Date(instantOf(newest)).toISOString(), env.SITE_TIMEZONE)}.`;
  noteProblem("backups", `Backups fail. ${last}`);
}

/** The names of the backups in a folder that were made here, oldest first. Whatever else is there is nobody's business. */
function ownBackups(folder: string): string[] {
  return namesIn(folder).filter((name) => /^simline-\d{8}T\d{6}Z\.db$/.test(name)).sort();
}

function dueIn(folder: string, everyMs: number, now: number): number {
  const newest = datedUntil(now, folder).at(-1);
  return newest === undefined ? 0 : instantOf(newest) + everyMs - now;
}

/** A backup with a date to come says only that the clock was wrong once. It stays, and counts for nothing until then. */
function datedUntil(now: number, folder: string): string[] {
  return ownBackups(folder).filter((name) => instantOf(name) <= now);
}

/** In a process of its own: checking all of a large copy takes seconds, in which nobody would be answered. */
function backUpTo(file: string): Promise<void> {
  return new Promise((done, failed) => {
    let isStopped = false;
    const child = execFile(process.execPath, ["db/backup.ts", file], { timeout: longestBackupMs }, (error, _output, complaint) => {
      process.off("SIGTERM", end);
      if (error) failed(isStopped ? stopped : new Error(complaint.trim() || (child.killed ? "It took too long." : error.message)));
      else done();
    });
    const end = () => {
      isStopped = true;
      child.kill();
    };
    process.once("SIGTERM", end);
    yieldToRequests(child.pid);
  });
}

function yieldToRequests(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, 10);
  } catch {
    // It has ended already, or the system has no priorities.
  }
}

function rotate(folder: string, keep: number, now: number): void {
  const unfinished = namesIn(folder).filter((name) => /^simline-\d{8}T\d{6}Z\.db\.\d+\.part(-journal|-wal|-shm)?$/.test(name));
  // Another process may be writing to one.
  const leftBehind = unfinished.filter((name) => instantOf(name.replace(/\.db\..*$/, ".db")) < now - longestBackupMs);
  for (const name of [...leftBehind, ...datedUntil(now, folder).slice(0, -keep)]) rmSync(join(folder, name), { force: true });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function nameAt(instant: Date): string {
  return `simline-${instant.toISOString().replace(/[-:]|\.\d+/g, "")}.db`;
}

function instantOf(name: string): number {
  return Date.parse(name.replace(/^simline-(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d)Z\.db$/, "$1-$2-$3:$4:$5Z"));
}
