import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, unlinkSync, writeSync, openSync, closeSync, fsyncSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  folder: string;
  fill: () => void;
  makeRoom: () => void;
  /** Remounts it read-only. False when a file is open for writing. */
  makeReadOnly: () => boolean;
  end: () => void;
}

/** Null when this user may not mount. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), "simline-disk-"));
  if (!mount("-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder)) {
    rmSync(folder, { recursive: true });
    return null;
  }
  const filling = join(folder, "filling");
  return {
    folder,
    fill: () => fill(filling),
    makeRoom: () => unlinkSync(filling),
    makeReadOnly: () => mount("-o", "remount,ro", folder),
    end: () => {
      spawnSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const cannotMount = "this user may not mount a small disk";

function mount(...words: string[]): boolean {
  return spawnSync("mount", words, { stdio: "ignore" }).status === 0;
}

function fill(path: string): void {
  const file = openSync(path, "a");
  const block = Buffer.alloc(4096);
  try {
    while (statfsSync(path).bfree > 0) writeSync(file, block);
    fsyncSync(file);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}
