import type { Kysely } from "kysely";
import { sql } from "kysely";

/** A number for each stream that goes up with every change of a pick in it, whoever makes it: so that a page can ask whether it is still right. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pick_streams")
    .addColumn("stream", "text", (column) => column.primaryKey().notNull().check(sql`stream in ('regular', 'pro')`))
    .addColumn("version", "integer", (column) => column.notNull().check(sql`version > 0`))
    .modifyEnd(sql`strict, without rowid`)
    .execute();
  await sql`insert into pick_streams (stream, version) values ('regular', 1), ('pro', 1)`.execute(db);
  // Kysely has no builder for triggers. They count what every program that opens the file changes.
  for (const [event, row] of [["insert", "new"], ["update", "new"], ["delete", "old"]] as const) {
    await sql.raw(`create trigger pick_streams_after_${event} after ${event} on picks begin update pick_streams set version = version + 1 where stream = ${row}.stream; end`).execute(db);
  }
}
