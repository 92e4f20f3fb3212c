import type { Kysely } from "kysely";
import { sql } from "kysely";

const indexes = [
  ["picks_by_game_date", ["stream", "settled", "game_date", "created_at", "id"]],
  ["picks_by_age", ["stream", "settled", "created_at", "id"]],
  ["picks_of_stream_settled", ["stream", "settled", "id"]],
] as const;

/** Rules that have a better place than a trigger. Kysely has no builder for triggers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Corrections are counted by what listens to a change of a pick.
  for (const event of ["update", "delete"]) await sql.raw(`drop trigger corrections_after_${event}`).execute(db);
  // Every connection has recursive_triggers on, so REPLACE runs the trigger of the row that it deletes.
  for (const table of ["audit", "commissions", "payouts", "payout_items", "payout_lines"])
    await sql.raw(`drop trigger ${table}_${table === "audit" ? "is" : "are"}_never_replaced`).execute(db);
  await checkVerdicts(db);
}

/** A column can't be given a CHECK later, but a new column's CHECK can speak of others. */
async function checkVerdicts(db: Kysely<unknown>): Promise<void> {
  for (const event of ["insert", "update"]) await sql.raw(`drop trigger verdict_before_${event}`).execute(db);
  for (const [name] of indexes) await db.schema.dropIndex(name).execute();
  await db.schema.alterTable("picks").dropColumn("settled").execute();
  await db.schema
    .alterTable("picks")
    .addColumn("settled", "integer", (column) =>
      column
        .generatedAlwaysAs(sql`case when published_at is null then null when verdict = '' then 0 else 1 end`)
        .check(sql`verdict in ('', '✅', '❌', '➖', '🚫')`),
    )
    .execute();
  for (const [name, columns] of indexes)
    await db.schema
      .createIndex(name)
      .on("picks")
      .columns([...columns])
      .execute();
}
