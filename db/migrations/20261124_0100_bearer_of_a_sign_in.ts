import type { Kysely } from "kysely";

/** A bearer ends with the session that began beside it, and after as long without a call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("api_tokens").addColumn("session_id", "integer", (column) => column.references("sessions.id").onDelete("cascade")).execute();
  await db.schema.alterTable("api_tokens").addColumn("seen_at", "text").execute();
  await db.schema.createIndex("api_tokens_of_session").on("api_tokens").column("session_id").execute();
}
