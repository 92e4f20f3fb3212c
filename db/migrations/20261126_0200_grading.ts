import type { Kysely } from "kysely";
import { sql } from "kysely";

const shown = ["pick", "sim_confidence", "unit_size"];
const counted = ["game", "game_date", "sport"];
const filledIn = [["units_result", "is not null"], ["closing_line", "<> ''"], ["beat_clv", "<> ''"], ["closing_odds", "is not null"], ["away_score", "is not null"], ["home_score", "is not null"]] as const;
const bet = [["market", "<> ''"], ["side", "<> ''"], ["line", "is not null"], ["odds", "is not null"]] as const;

/** Results of games, and what a pick keeps of the one that it was graded by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const picks = db.schema.alterTable("picks");
  await picks.addColumn("closing_odds", "integer", (column) => column.check(sql`abs(closing_odds) between 100 and 100000`)).execute();
  await picks.addColumn("away_score", "integer", (column) => column.check(sql`away_score between 0 and 1000`)).execute();
  await picks.addColumn("home_score", "integer", (column) => column.check(sql`home_score between 0 and 1000`)).execute();
  await picks.addColumn("graded_by", "text", (column) => column.notNull().defaultTo("").check(sql`graded_by in ('', 'rule', 'hand')`)).execute();
  await picks.addColumn("corrected_after_start", "integer", (column) => column.notNull().defaultTo(0).check(sql`corrected_after_start in (0, 1)`)).execute();
  await picks.addColumn("ruled_at", "text").execute();
  await db.schema.createIndex("picks_by_game_external_id").on("picks").column("game_external_id").where(sql.ref("game_external_id"), "<>", "").execute();
  await createResults(db);
  await db.schema.alterTable("sidebar").addColumn("results_by", "text", (column) => column.notNull().defaultTo("text").check(sql`results_by in ('text', 'record')`)).execute();
  await countCorrections(db);
}

async function createResults(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("results")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("sport", "text", (column) => column.notNull())
    .addColumn("game_date", "text", (column) => column.notNull())
    .addColumn("away", "text", (column) => column.notNull())
    .addColumn("home", "text", (column) => column.notNull())
    .addColumn("away_score", "integer", (column) => column.check(sql`away_score between 0 and 1000`))
    .addColumn("home_score", "integer", (column) => column.check(sql`home_score between 0 and 1000`))
    .addColumn("status", "text", (column) => column.notNull().check(sql`status in ('final', 'postponed', 'cancelled', 'suspended', 'shortened')`))
    .addColumn("starts_at", "text")
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("external_id", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("entered_at", "text", (column) => column.notNull())
    .addCheckConstraint("results_are_final_with_scores", sql`status <> 'final' or (away_score is not null and home_score is not null)`)
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("results_by_game").on("results").columns(["sport", "game_date", "id"]).execute();
  await db.schema
    .createTable("team_aliases")
    .addColumn("sport", "text", (column) => column.notNull())
    .addColumn("alias", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("confirmed_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("team_aliases_by_alias", ["sport", "alias"])
    .modifyEnd(sql`strict, without rowid`)
    .execute();
}

/** As before, with the closing price and the scores. Kysely has no builder for triggers. */
async function countCorrections(db: Kysely<unknown>): Promise<void> {
  const known = (fields: readonly (readonly [string, string])[]) => fields.map(([field, isKnown]) => `(old.${field} ${isKnown} and old.${field} is not new.${field})`);
  const differs = (fields: readonly string[]) => fields.map((field) => `old.${field} is not new.${field}`);
  const settled = [...differs(counted), ...known(filledIn), "old.verdict <> new.verdict"].join(" or ");
  const isChanged = [...differs(shown), ...known(bet), `(old.verdict <> '' and (${settled}))`].join(" or ");
  await sql.raw("drop trigger corrections_after_update").execute(db);
  await sql.raw(`create trigger corrections_after_update after update on picks when old.published_at is not null and (${isChanged}) begin update pick_streams set changed = changed + 1 where stream = new.stream; end`).execute(db);
}
