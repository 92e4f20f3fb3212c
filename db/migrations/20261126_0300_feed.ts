import type { Kysely } from "kysely";
import { sql } from "kysely";

/** A feed of results: what it was asked for, what that cost, and what it said that waits for people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("feed")
    .addColumn("id", "integer", (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn("month", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("spent", "integer", (column) => column.notNull().defaultTo(0).check(sql`spent >= 0`))
    .addColumn("scores_cost", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("price_cost", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("busy_until", "text")
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("failing_since", "text")
    .addColumn("problem", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("next_try_at", "text")
    .addColumn("spent_since", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await sql`insert into feed (id) values (1)`.execute(db);
  await db.schema
    .createTable("feed_games")
    .addColumn("game", "text", (column) => column.primaryKey())
    .addColumn("teams", "text", (column) => column.notNull())
    .addColumn("starts_at", "text")
    .addColumn("scores_asked", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("scores_next_at", "text")
    .addColumn("prices_asked", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("prices_known", "integer", (column) => column.notNull().defaultTo(0).check(sql`prices_known in (0, 1)`))
    .addColumn("forget_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict, without rowid`)
    .execute();
  await db.schema.createIndex("feed_games_by_end").on("feed_games").column("forget_at").execute();
  await db.schema.alterTable("results").addColumn("waits", "integer", (column) => column.notNull().defaultTo(0).check(sql`waits in (0, 1)`)).execute();
  await db.schema.createIndex("results_by_waits").on("results").columns(["waits", "id"]).execute();
  await db.schema.alterTable("audit").addColumn("job", "text").execute();
}
