import type { Kysely } from "kysely";
import { sql } from "kysely";

/** The texts that the operator saved; one without a row is as the program came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("site_texts")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull().check(sql`version > 0`))
    .addColumn("saved_at", "text", (column) => column.notNull().check(sql`length(saved_at) = 24`))
    .modifyEnd(sql`strict`)
    .execute();
}
