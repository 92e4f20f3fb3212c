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

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "simline-migrated-"));
  const path = join(folder, "migrated.db");
  await migrate(path);
  project.provide("migrated", path);
  return () => rmSync(folder, { recursive: true });
}

export function copyMigrated(path: string): void {
  copyFileSync(inject("migrated"), path);
}
