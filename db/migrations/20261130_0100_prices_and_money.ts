import type { Kysely } from "kysely";
import { sql } from "kysely";

/** How a member reads prices, what a unit is to them, and what they really got for a pick on their card. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const users = db.schema.alterTable("users");
  await users.addColumn("odds_format", "text", (column) => column.notNull().defaultTo("american").check(sql`odds_format in ('american', 'decimal', 'fractional')`)).execute();
  await users.addColumn("bankroll_cents", "integer", (column) => column.check(sql`bankroll_cents > 0`)).execute();
  await users.addColumn("unit_percent", "real", (column) => column.check(sql`unit_percent > 0 and unit_percent <= 100`)).execute();
  await users.addColumn("unit_cents", "integer", (column) => column.check(sql`unit_cents > 0`)).execute();
  await users.addColumn("currency", "text", (column) => column.notNull().defaultTo("$").check(sql`length(currency) between 1 and 3`)).execute();
  const cards = db.schema.alterTable("saved_picks");
  await cards.addColumn("noted_at", "text").execute();
  await cards.addColumn("is_bet", "integer", (column) => column.notNull().defaultTo(1).check(sql`is_bet in (0, 1)`)).execute();
  await cards.addColumn("own_odds", "integer", (column) => column.check(sql`abs(own_odds) between 100 and 100000`)).execute();
  await cards.addColumn("own_line", "real").execute();
  await cards.addColumn("own_units", "real", (column) => column.check(sql`own_units >= 0`)).execute();
  await cards.addColumn("own_book", "text", (column) => column.notNull().defaultTo("")).execute();
}
