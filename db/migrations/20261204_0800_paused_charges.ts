import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Since when a subscription charges nothing, and until when; without an end it is paused until somebody resumes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("subscriptions").addColumn("paused_at", "text").execute();
  await db.schema
    .alterTable("subscriptions")
    .addColumn("paused_until", "text", (column) => column.check(sql`paused_until is null or paused_at is not null`))
    .execute();
}
