/** The names of the backups in their folder: "simline-20261121T130500Z.db". */
import { readdirSync } from "node:fs";

export function backupName(instant: Date): string {
  return `simline-${instant.toISOString().replace(/[-:]|\.\d+/g, "")}.db`;
}

/** Oldest first. Ignores backups dated in the future: the clock was wrong when they were made. */
export function backupsUntil(now: number, folder: string): string[] {
  return namesIn(folder)
    .filter((name) => /^simline-\d{8}T\d{6}Z\.db$/.test(name) && madeAt(name) <= now)
    .sort();
}

export function madeAt(name: string): number {
  return Date.parse(name.replace(/^simline-(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d)Z\.db$/, "$1-$2-$3:$4:$5Z"));
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** When the newest backup was made (ISO); null = there is none. */
export function newestBackup(folder: string | undefined, now: Date): string | null {
  const newest = folder === undefined ? undefined : backupsUntil(now.getTime(), folder).at(-1);
  return newest === undefined ? null : new Date(madeAt(newest)).toISOString();
}
