import type { Kysely } from "kysely";
import { sql } from "kysely";

/** So that thousands of mails are queued, found and given up a few at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A closed round whose mails are not all queued yet, and up to whose account they are.
  await db.schema
    .createTable("round_queues")
    .addColumn("round_id", "integer", (column) => column.primaryKey().references("pick_rounds.id").onDelete("cascade"))
    .addColumn("queued_to", "integer", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();

  // What is done is kept for a month and is most of the table: the delivery, which looks every second, read all of it whose end is not known.
  await db.schema.createIndex("outbox_unfinished").on("outbox").columns(["state", "expires_at", "next_try_at"]).where(sql.ref("finished_at"), "is", null).execute();
  await db.schema.dropIndex("outbox_by_worth").execute();
  await db.schema.dropIndex("outbox_due").execute();
}
