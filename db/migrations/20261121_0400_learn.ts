import type { Kysely } from "kysely";
import { sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("learn_lists")
    .addColumn("kind", "text", (column) => column.primaryKey().notNull().check(sql`kind in ('glossary', 'tip')`))
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1).check(sql`version >= 1`))
    .modifyEnd(sql`strict, without rowid`)
    .execute();
  await sql`insert into learn_lists (kind) values ('glossary'), ('tip')`.execute(db);

  await db.schema
    .createTable("learn_entries")
    .addColumn("kind", "text", (column) => column.notNull().references("learn_lists.kind"))
    .addColumn("position", "integer", (column) => column.notNull().check(sql`position >= 1`))
    .addColumn("body", "text", (column) => column.notNull().check(sql`length(body) between 1 and 20000`))
    .addPrimaryKeyConstraint("learn_entries_in_order", ["kind", "position"])
    .modifyEnd(sql`strict, without rowid`)
    .execute();
}
