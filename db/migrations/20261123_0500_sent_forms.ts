import type { Kysely } from "kysely";
import { sql } from "kysely";

/** What was made of a form, so that the same one sent again makes nothing more. The name is a hash of the form's key and its content. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sent_forms")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("result_id", "integer", (column) => column.notNull())
    .addColumn("sent_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict, without rowid`)
    .execute();
  await db.schema.createIndex("sent_forms_by_age").on("sent_forms").column("sent_at").execute();
}
