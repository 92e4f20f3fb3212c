import type { Kysely } from "kysely";
import { sql } from "kysely";

/** The head of the record that a third party got last, and when one was tried. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("witness")
    .addColumn("id", "integer", (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn("hash", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("tried_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await sql`insert into witness (id) values (1)`.execute(db);
}
