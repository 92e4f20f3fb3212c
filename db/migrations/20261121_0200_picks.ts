import type { Kysely } from "kysely";
import { sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("picks")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("stream", "text", (column) => column.notNull().check(sql`stream in ('regular', 'pro')`))
    .addColumn("game", "text", (column) => column.notNull())
    .addColumn("game_date", "text", (column) => column.notNull().check(sql`game_date = '' or date(game_date) is game_date`))
    .addColumn("time", "text", (column) => column.notNull())
    .addColumn("pick", "text", (column) => column.notNull())
    .addColumn("sport", "text", (column) => column.notNull().check(sql`sport <> ''`))
    .addColumn("tag", "text", (column) => column.notNull())
    .addColumn("sim_confidence", "real", (column) => column.check(sql`sim_confidence between 0 and 100`))
    .addColumn("unit_size", "real", (column) => column.notNull().check(sql`unit_size between 0 and 1000`))
    .addColumn("verdict", "text", (column) => column.notNull())
    .addColumn("closing_line", "text", (column) => column.notNull())
    .addColumn("beat_clv", "text", (column) => column.notNull().check(sql`beat_clv in ('', '✅', '❌')`))
    .addColumn("units_result", "real", (column) => column.check(sql`units_result between -1000 and 1000`))
    .addColumn("settled", "integer", (column) => column.generatedAlwaysAs(sql`case when verdict = '' then 0 else 1 end`).notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("picks_by_game_date").on("picks").columns(["stream", "settled", "game_date", "created_at", "id"]).execute();
  await db.schema.createIndex("picks_by_age").on("picks").columns(["stream", "settled", "created_at", "id"]).execute();
  await db.schema.createIndex("picks_of_stream").on("picks").columns(["stream", "id"]).execute();
  await db.schema.createIndex("picks_of_stream_settled").on("picks").columns(["stream", "settled", "id"]).execute();

  await db.schema
    .createTable("pick_days")
    .addColumn("stream", "text", (column) => column.notNull().check(sql`stream in ('regular', 'pro')`))
    .addColumn("sport", "text", (column) => column.notNull())
    .addColumn("game_date", "text", (column) => column.notNull())
    .addColumn("band", "integer", (column) => column.notNull().check(sql`band between 0 and 95 and band % 5 = 0`))
    .addColumn("bets", "integer", (column) => column.notNull().check(sql`bets >= 0`))
    .addColumn("wins", "integer", (column) => column.notNull().check(sql`wins between 0 and bets`))
    .addColumn("units_result_e6", "integer", (column) => column.notNull())
    .addColumn("unit_size_e6", "integer", (column) => column.notNull())
    .addColumn("sim_confidence_e6", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("pick_days_key", ["stream", "game_date", "sport", "band"])
    .modifyEnd(sql`strict, without rowid`)
    .execute();

  await db.schema
    .createTable("sidebar")
    .addColumn("id", "integer", (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn("results", "text", (column) => column.notNull())
    .addColumn("notes", "text", (column) => column.notNull())
    .addColumn("next", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await sql`insert into sidebar (id, results, notes, next, version) values (1, '', '', '', 1)`.execute(db);
}
