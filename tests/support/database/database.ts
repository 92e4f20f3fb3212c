/** Runs before each unit test file: gives it its own migrated database and environment. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";
import { engineOf } from "../../../db/engine.ts";
import { failOnErrors } from "../fail-on-errors.ts";
import { dropDatabase, environmentOf, newDatabase } from "./migrated.ts";

const folder = mkdtempSync(join(tmpdir(), "simline-test-"));
const address = await newDatabase(join(folder, "test.db"));
for (const [name, value] of Object.entries(environmentOf(address))) vi.stubEnv(name, value);
vi.stubEnv("NODE_ENV", "test");
const { db, close } = engineOf(address).open(address);
// The user that actorOf returns by default. It has the id 1.
await db
  .insertInto("users")
  .values({
    name: "Jordan Test",
    email: "jordan@example.test",
    phone: "",
    role: "user",
    status: "Active",
    email_notifications: 0,
    password_hash: "$argon2id$none",
    created_at: "2026-01-02T03:04:05.000Z",
  })
  .execute();
await close();

failOnErrors();

afterAll(async () => {
  await dropDatabase(address);
  rmSync(folder, { recursive: true, force: true });
});
