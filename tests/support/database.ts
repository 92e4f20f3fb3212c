/** Before each unit test file: a migrated database of its own, and an environment that names it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";
import { migrate } from "../../db/migrate.ts";

const folder = mkdtempSync(join(tmpdir(), "simline-test-"));
vi.stubEnv("DATABASE_PATH", join(folder, "test.db"));
vi.stubEnv("NODE_ENV", "test");
await migrate(join(folder, "test.db"));

// Assigned, not spied on: restored mocks would take it away before the first test.
console.error = (...words: unknown[]) => {
  throw new Error(`console.error was called: ${words.join(" ")}`);
};

afterAll(() => rmSync(folder, { recursive: true, force: true }));
