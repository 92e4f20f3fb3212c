import type { Kysely } from "kysely";
import { sql } from "kysely";

// What members bet on, and what the record counts by; what was unknown may be filled in.
const shown = ["pick", "sim_confidence", "unit_size"];
const counted = ["game", "game_date", "sport"];
const filledIn = [["units_result", "is not null"], ["closing_line", "<> ''"], ["beat_clv", "<> ''"]] as const;
const bet = [["market", "<> ''"], ["side", "<> ''"], ["line", "is not null"], ["odds", "is not null"]] as const;

/** A pick is a bet: what can be graded, priced and checked, beside the text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const picks = db.schema.alterTable("picks");
  const text = (name: string) => picks.addColumn(name, "text", (column) => column.notNull().defaultTo("")).execute();
  await picks.addColumn("market", "text", (column) => column.notNull().defaultTo("").check(sql`market in ('', 'moneyline', 'spread', 'total', 'other')`)).execute();
  await picks.addColumn("side", "text", (column) => column.notNull().defaultTo("").check(sql`side in ('', 'home', 'away', 'draw', 'over', 'under')`)).execute();
  await picks.addColumn("line", "real", (column) => column.check(sql`line between -500 and 500 and line * 4 = round(line * 4)`)).execute();
  await picks.addColumn("odds", "integer", (column) => column.check(sql`abs(odds) between 100 and 100000`)).execute();
  for (const name of ["book", "playable_to", "away", "home"]) await text(name);
  await picks.addColumn("starts_at", "text").execute();
  await picks.addColumn("external_id", "text", (column) => column.check(sql`external_id <> ''`)).execute();
  await text("game_external_id");
  await picks.addColumn("published_at", "text").execute();
  // A JSON list of the fields that people typed, so that reading the text leaves them alone.
  await picks.addColumn("typed", "text", (column) => column.notNull().defaultTo("[]").check(sql`json_valid(typed)`)).execute();
  await db.schema.createIndex("picks_by_external_id").unique().on("picks").columns(["stream", "external_id"]).where(sql.ref("external_id"), "is not", null).execute();
  await sql`update picks set published_at = created_at, typed = case when units_result is null then '[]' else '["units_result"]' end`.execute(db);
  await countCorrections(db);
}

/** As before, with five outcomes and the bet. Kysely has no builder for triggers. */
async function countCorrections(db: Kysely<unknown>): Promise<void> {
  const known = (fields: readonly (readonly [string, string])[]) => fields.map(([field, isKnown]) => `(old.${field} ${isKnown} and old.${field} is not new.${field})`);
  const differs = (fields: readonly string[]) => fields.map((field) => `old.${field} is not new.${field}`);
  const settled = [...differs(counted), ...known(filledIn), "old.verdict <> new.verdict"].join(" or ");
  const isChanged = [...differs(shown), ...known(bet), `(old.verdict <> '' and (${settled}))`].join(" or ");
  await sql.raw("drop trigger corrections_after_update").execute(db);
  await sql.raw(`create trigger corrections_after_update after update on picks when ${isChanged} begin update pick_streams set changed = changed + 1 where stream = new.stream; end`).execute(db);
}
