import type { Kysely } from "kysely";

/** The API's list of one sport: for a rare one it went through all picks of the stream. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("picks_of_sport").on("picks").columns(["stream", "sport", "id"]).execute();
}
