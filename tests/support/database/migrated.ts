import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { migrate } from "../../../db/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    migrated: string;
  }
}

/** The folder of a run: whatever its tests put into the temporary folder goes with it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "simline-tests-"));
  process.env.TMPDIR = folder;
  const path = join(folder, "migrated.db");
  await migrate(path);
  project.provide("migrated", path);
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export function copyMigrated(path: string): void {
  copyFileSync(inject("migrated"), path);
}
