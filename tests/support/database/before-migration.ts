import { expect } from "vitest";
import { migrateFromTheFirst } from "../../../db/sqlite/migrate.ts";

/** Creates a database as a program of before `migration` did. */
export async function createBefore(migration: string, path: string): Promise<void> {
  const applied = await migrateFromTheFirst(path, migration);
  expect(applied.at(-1)?.localeCompare(migration)).toBeLessThan(0);
}
