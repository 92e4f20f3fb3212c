import type { Kysely } from "kysely";
import { sql } from "kysely";

/**
 * What each affiliate was promised, and since when. Those from before have no row: nobody wrote down their rate, which
 * is still the site's setting.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("affiliate_terms")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("affiliate_id", "integer", (column) => column.notNull().references("affiliates.id"))
    .addColumn("since", "text", (column) => column.notNull())
    .addColumn("rate_percent", "integer", (column) => column.notNull().check(sql`rate_percent between 0 and 99`))
    .addColumn("due_after_days", "integer", (column) => column.notNull().check(sql`due_after_days >= 0`))
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("affiliate_terms_by_time").on("affiliate_terms").columns(["affiliate_id", "since", "id"]).execute();
}
