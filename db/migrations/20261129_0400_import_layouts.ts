import type { Kysely } from "kysely";
import { sql } from "kysely";

/** What people said about the columns of a table, for the next one with the same header. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("import_layouts")
    .addColumn("header", "text", (column) => column.notNull().primaryKey().check(sql`header <> ''`))
    .addColumn("choices", "text", (column) => column.notNull())
    .addColumn("kept_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
}
