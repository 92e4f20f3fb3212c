import type { Kysely } from "kysely";
import { sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Who asks to become an affiliate, until staff approve or dismiss it.
  await db.schema
    .createTable("affiliate_requests")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("name", "text", (column) => column.notNull().check(sql`name <> ''`))
    .addColumn("email", "text", (column) => column.notNull().check(sql`email = lower(trim(email)) and email like '%_@_%'`))
    .addColumn("phone", "text", (column) => column.notNull().check(sql`phone <> ''`))
    .addColumn("remarks", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull().defaultTo("new").check(sql`state in ('new', 'approved', 'dismissed')`))
    .modifyEnd(sql`strict`)
    .execute();
  // Asking twice is one request, as long as nobody has answered it.
  await db.schema.createIndex("affiliate_requests_unanswered").unique().on("affiliate_requests").column("email").where(sql`state`, "=", "new").execute();
}
