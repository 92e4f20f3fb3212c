import type { Kysely } from "kysely";
import { sql } from "kysely";

/** The pick of a day that everybody sees whole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("free_picks")
    // The day in the site's zone: at most one a day.
    .addColumn("day", "text", (column) => column.primaryKey().check(sql`length(day) = 10`))
    .addColumn("stream", "text", (column) => column.notNull().check(sql`stream in ('regular', 'pro')`))
    // Without a foreign key: a pick that was free stays listed after it is deleted.
    .addColumn("pick_id", "integer", (column) => column.notNull().unique())
    .addColumn("marked_at", "text", (column) => column.notNull())
    .addColumn("marked_by", "integer", (column) => column.references("users.id").onDelete("set null"))
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("free_picks_of_marker").on("free_picks").column("marked_by").where(sql.ref("marked_by"), "is not", null).execute();
}
