import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { fastFolder } from "./support/database/fast-folder.ts";
import { cannotMount, mountSmallDisk } from "./faults/mounts.ts";

test("the files of a run are in memory, unless TMPDIR names another place or memory is no folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "simline-roomy-"));
  vi.stubEnv("TMPDIR", undefined);
  expect(fastFolder("/no/such/folder")).toBe(tmpdir());
  vi.stubEnv("TMPDIR", folder);
  expect(fastFolder("/")).toBe(folder);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test("they are on the disk where memory has less room than a run may need", ({ skip }) => {
  const disk = mountSmallDisk(64) ?? skip(cannotMount);
  vi.stubEnv("TMPDIR", undefined);
  expect(fastFolder(disk.folder)).toBe(tmpdir());
  vi.unstubAllEnvs();
  disk.end();
});
