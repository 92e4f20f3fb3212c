import { accessSync, constants, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Many times what a run has there at once. */
const roomBytes = 2 * 1024 ** 3;

/**
 * Where the files of a run belong: in memory, because on a disk each write of a test waits until it is safe there. On the
 * disk where TMPDIR says so, or where `memory` is missing, small (64 MB in most containers), or runs no programs.
 */
export function fastFolder(memory = "/dev/shm"): string {
  return process.env.TMPDIR === undefined && isUsable(memory) ? memory : tmpdir();
}

function isUsable(folder: string): boolean {
  const program = join(folder, `simline-program-${process.pid}`);
  try {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < roomBytes) return false;
    writeFileSync(program, "", { mode: 0o755 });
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program, { force: true });
  }
}
