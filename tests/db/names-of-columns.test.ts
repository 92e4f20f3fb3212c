/** Columns were renamed: rows, constraints and the mails that wait to be sent stay. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "../../db/migrate.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import { createBefore } from "../support/database/before-migration.ts";

const now = "2026-11-28T12:00:00.000Z";
let folder: string;
let database: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "simline-columns-"));
  const path = join(folder, "data", "test.db");
  await createBefore("20261128_0100_names_of_columns", path);
  const earlier = openDatabase(path);
  earlier.sqlite.exec(`
    insert into users (id, name, email, phone, password_hash, role, status, created_at)
      values (1, 'Member', 'member@example.com', '', '$argon2id$x', 'user', 'Active', '${now}');
    insert into outbox (message_id, user_id, kind, params, created_at, next_try_at, expires_at) values
      ('code', 1, 'reset-code', '{"sealed":"v1.abc"}', '${now}', '${now}', '${now}'),
      ('round', 1, 'new-picks', '{"round":3}', '${now}', '${now}', '${now}');
    insert into results (sport, game_date, away, home, status, source, external_id, entered_at, waits)
      values ('NBA', '2026-11-27', 'A', 'B', 'cancelled', 'feed', '', '${now}', 1);
  `);
  earlier.sqlite.close();
  await migrate(path);
  database = openDatabase(path);
});
afterAll(() => {
  database.sqlite.close();
  rmSync(folder, { recursive: true });
});

it("a mail that waits keeps its code", async () => {
  const mails = await database.db.selectFrom("outbox").select("params").orderBy("id").execute();
  expect(mails.map(({ params }) => params)).toEqual(['{"encrypted":"v1.abc"}', '{"round":3}']);
});

it("a result still needs its decision, and nothing but 0 or 1 is stored", async () => {
  const results = database.db.selectFrom("results").select("needs_decision");
  expect(await results.execute()).toEqual([{ needs_decision: 1 }]);
  expect(() => database.sqlite.exec("update results set needs_decision = 2")).toThrow("CHECK constraint failed");
});
