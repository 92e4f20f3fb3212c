import type { Kysely } from "kysely";
import { sql } from "kysely";

/** What the record keeps of each pick, and the entry up to which it does. See docs/decisions/031. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("record_cache")
    .addColumn("id", "integer", (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn("format", "integer", (column) => column.notNull())
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("picks", "integer", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createTable("record_cache_pages")
    .addColumn("page", "integer", (column) => column.primaryKey())
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("picks", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
}
