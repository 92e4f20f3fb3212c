import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Deletes files named `path` plus a suffix that matches `pattern`, when the process in its first group is gone. */
export function clearLeftBehind(path: string, pattern: RegExp): void {
  const [folder, name] = [dirname(path), basename(path)];
  for (const file of readdirSync(folder)) {
    const [, id] = (file.startsWith(name) && pattern.exec(file.slice(name.length))) || [];
    if (id !== undefined && !isOtherProcessAlive(Number(id))) rmSync(join(folder, file), { force: true });
  }
}

function isOtherProcessAlive(id: number): boolean {
  if (id === process.pid) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    // EPERM: it is alive and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
