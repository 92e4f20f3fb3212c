/** db/postgres/after-restore.sql, beside `npm run restore` of the same rows in a file. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { env } from "../../../app/env.server.ts";
import { copyAll } from "../../../db/copy.ts";
import type { Db } from "../../../db/database.ts";
import { restore } from "../../../db/restore.ts";
import { fillEveryKind } from "../../support/database/every-kind.ts";
import { withDatabase } from "../../support/database/with-database.ts";

const folder = mkdtempSync(join(tmpdir(), "simline-after-restore-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** All rows as texts. The times of this run are "now". */
async function rowsIn(own: Db, began: string): Promise<Record<string, string[]>> {
  const asNow = (_key: string, value: unknown) =>
    typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(value) && value >= began ? "now" : value;
  const tables = (await own.introspection.getTables()).map(({ name }) => name).filter((name) => name !== "migrations");
  const any = own.withTables<Record<string, Record<string, unknown>>>();
  const rows: Record<string, string[]> = {};
  for (const table of tables)
    rows[table] = (await any.selectFrom(table).selectAll().execute())
      .map((row) => JSON.stringify(Object.entries(row).toSorted(), asNow))
      .toSorted();
  return rows;
}

it("ends what a backup has open, as restoring a file does", async () => {
  await fillEveryKind();
  const [copy, restored] = [join(folder, "copy.db"), join(folder, "restored.db")];
  await copyAll(env.DATABASE, copy);
  const began = new Date().toISOString();
  const before = await rowsIn(db, began);
  for (const table of ["sessions", "api_tokens", "api_keys", "reset_codes", "two_factor_challenges", "outbox"])
    expect([table, before[table]?.length]).not.toEqual([table, 0]);
  await restore(copy, restored);
  const script = readFileSync(join(import.meta.dirname, "../../../db/postgres/after-restore.sql"), "utf8");
  await sql.raw(script).execute(db);
  const after = await rowsIn(db, began);
  expect(after).toEqual(await withDatabase(restored, (own) => rowsIn(own, began)));
  expect([after.sessions, after.api_tokens, after.reset_codes, after.two_factor_challenges]).toEqual([[], [], [], []]);
});
