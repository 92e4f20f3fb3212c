import type { Kysely } from "kysely";
import { sql } from "kysely";

/** A pick without published_at is a draft: neither open nor settled, and in no version and no count that members see. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await leaveDraftsUnsettled(db);
  await countPublishedOnly(db);
}

/** `settled` is null for a draft, so that every query of open or of settled picks leaves drafts out. Generated columns can't be altered. */
async function leaveDraftsUnsettled(db: Kysely<unknown>): Promise<void> {
  for (const name of ["picks_by_game_date", "picks_by_age", "picks_of_stream_settled"]) await db.schema.dropIndex(name).execute();
  await db.schema.alterTable("picks").dropColumn("settled").execute();
  await db.schema.alterTable("picks").addColumn("settled", "integer", (column) => column.generatedAlwaysAs(sql`case when published_at is null then null when verdict = '' then 0 else 1 end`)).execute();
  await db.schema.createIndex("picks_by_game_date").on("picks").columns(["stream", "settled", "game_date", "created_at", "id"]).execute();
  await db.schema.createIndex("picks_by_age").on("picks").columns(["stream", "settled", "created_at", "id"]).execute();
  await db.schema.createIndex("picks_of_stream_settled").on("picks").columns(["stream", "settled", "id"]).execute();
}

/** Kysely has no builder for triggers. The last one: a published pick never becomes a draft, nor gets another time of publication. */
async function countPublishedOnly(db: Kysely<unknown>): Promise<void> {
  for (const [event, row] of [["insert", "new"], ["update", "new"], ["delete", "old"]] as const) {
    await sql.raw(`drop trigger pick_streams_after_${event}`).execute(db);
    await sql.raw(`create trigger pick_streams_after_${event} after ${event} on picks when ${row}.published_at is not null begin update pick_streams set version = version + 1 where stream = ${row}.stream; end`).execute(db);
  }
  const { rows } = await sql<{ text: string }>`select sql as text from sqlite_master where type = 'trigger' and name = 'corrections_after_update'`.execute(db);
  const changed = rows[0]?.text.replace(/ when (.*) begin /s, " when old.published_at is not null and ($1) begin ") ?? "";
  await sql.raw("drop trigger corrections_after_update").execute(db);
  await sql.raw(changed).execute(db);
  await sql.raw("drop trigger corrections_after_delete").execute(db);
  await sql.raw("create trigger corrections_after_delete after delete on picks when old.published_at is not null begin update pick_streams set deleted = deleted + 1 where stream = old.stream; end").execute(db);
  await sql.raw("create trigger publication_before_update before update of published_at on picks when old.published_at is not null and new.published_at is not old.published_at begin select raise(abort, 'a pick is published once'); end").execute(db);
}
