/** What a process wrote beside the database under a name with its own id, and did not live to finish. */
import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Deletes the files beside `path` whose names go on, after its own, as the pattern says: its first group is the id of the process, which must be gone. */
export function clearLeftBehind(path: string, pattern: RegExp): void {
  const [folder, name] = [dirname(path), basename(path)];
  for (const file of readdirSync(folder)) {
    const [, id] = (file.startsWith(name) && pattern.exec(file.slice(name.length))) || [];
    if (id !== undefined && !isAnotherAlive(Number(id))) rmSync(join(folder, file), { force: true });
  }
}

function isAnotherAlive(id: number): boolean {
  if (id === process.pid) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
