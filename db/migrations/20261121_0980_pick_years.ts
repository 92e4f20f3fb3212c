import type { Kysely } from "kysely";
import { sql } from "kysely";

/** A number for each stream and year that goes up with every change of its totals, whoever makes it: so that what was read can be kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pick_years")
    .addColumn("stream", "text", (column) => column.notNull().check(sql`stream in ('regular', 'pro')`))
    .addColumn("year", "text", (column) => column.notNull().check(sql`length(year) in (0, 4)`))
    .addColumn("version", "integer", (column) => column.notNull().check(sql`version > 0`))
    .addPrimaryKeyConstraint("pick_years_key", ["stream", "year"])
    .modifyEnd(sql`strict, without rowid`)
    .execute();
  await sql`insert into pick_years (stream, year, version) select distinct stream, substr(game_date, 1, 4), 1 from pick_days`.execute(db);
  // Triggers, since a total that changes without its year's number would be shown wrong until the next restart. Kysely has no builder for them.
  for (const [event, rows] of [["insert", ["new"]], ["update", ["old", "new"]], ["delete", ["old"]]] as const) {
    const steps = rows.map((row) => `insert into pick_years (stream, year, version) values (${row}.stream, substr(${row}.game_date, 1, 4), 1) on conflict (stream, year) do update set version = version + 1;`);
    await sql.raw(`create trigger pick_years_after_${event} after ${event} on pick_days begin ${steps.join(" ")} end`).execute(db);
  }
}
