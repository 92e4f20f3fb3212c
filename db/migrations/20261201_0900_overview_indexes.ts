import type { Kysely } from "kysely";

/** The overview reads the subscriptions that run or ended lately, and the commission of 30 days, not those of all years. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("subscriptions_by_end").on("subscriptions").column("ended_at").execute();
  await db.schema.createIndex("commissions_by_time").on("commissions").column("created_at").execute();
}
