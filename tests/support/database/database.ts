/** Runs before each unit test file: gives it its own migrated database and environment. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";
import { openDatabase } from "../../../db/sqlite/open.ts";
import { copyMigrated } from "./migrated.ts";

const folder = mkdtempSync(join(tmpdir(), "simline-test-"));
vi.stubEnv("DATABASE_PATH", join(folder, "test.db"));
vi.stubEnv("NODE_ENV", "test");
copyMigrated(join(folder, "test.db"));
const { sqlite } = openDatabase(join(folder, "test.db"));
// The user that actorOf returns by default.
sqlite.exec(
  "insert into users (id, name, email, phone, role, status, email_notifications, password_hash, created_at) values (1, 'Jordan Test', 'jordan@example.test', '', 'user', 'Active', 0, '$argon2id$none', '2026-01-02T03:04:05.000Z')",
);
sqlite.close();

// Assigned, not spied on: restoring mocks would remove a spy before the first test.
console.error = (...words: unknown[]) => {
  throw new Error(`console.error was called: ${words.join(" ")}`);
};

afterAll(() => rmSync(folder, { recursive: true, force: true }));
