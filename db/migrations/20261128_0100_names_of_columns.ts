import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Columns by what they hold. Renaming keeps every row, and SQLite renames what refers to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("picks").renameColumn("typed", "typed_fields").execute();
  await db.schema.alterTable("picks").renameColumn("ruled_at", "grading_fields_changed_at").execute();
  await db.schema.alterTable("results").renameColumn("waits", "needs_decision").execute();
  await db.schema.dropIndex("results_by_waits").execute();
  await db.schema.createIndex("results_by_decision").on("results").columns(["needs_decision", "id"]).execute();
  // Mails that wait to be sent have their codes encrypted.
  await sql`update outbox set params = json_object('encrypted', json_extract(params, '$.sealed')) where json_type(params, '$.sealed') = 'text'`.execute(db);
}
