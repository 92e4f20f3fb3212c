import type { Kysely } from "kysely";
import { sql } from "kysely";

/** What several processes on one database must know of each other. See docs/decisions/037. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("leases")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("holder", "text", (column) => column.notNull())
    .addColumn("fence", "integer", (column) => column.notNull())
    .addColumn("beats", "integer", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createTable("job_problems")
    .addColumn("job", "text", (column) => column.primaryKey())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("advice", "text", (column) => column.notNull())
    .addColumn("since", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createTable("last_check")
    .addColumn("id", "integer", (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("lines", "text", (column) => column.notNull())
    .addColumn("tables_agree", "integer", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
}
