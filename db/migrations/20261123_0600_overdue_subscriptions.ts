import type { Kysely } from "kysely";

/** Those that still give access though their period is over: looked for every hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("subscriptions_by_period").on("subscriptions").columns(["status", "period_end"]).execute();
}
