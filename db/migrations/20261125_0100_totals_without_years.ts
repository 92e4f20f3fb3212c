import type { Kysely } from "kysely";
import { sql } from "kysely";

/** The version of a stream in `pick_streams` says now whether its totals may have changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Kysely has no builder for triggers.
  for (const event of ["insert", "update", "delete"]) await sql.raw(`drop trigger pick_years_after_${event}`).execute(db);
  await db.schema.dropTable("pick_years").execute();
}
