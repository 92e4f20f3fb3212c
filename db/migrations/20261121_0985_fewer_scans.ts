import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Every sign-in forgets the browsers that were not seen for a year: without an index it read all of them.
  await db.schema.createIndex("devices_by_seen").on("devices").column("seen_at").execute();
  // The requests that wait are few; the answered ones are kept for good.
  await db.schema.createIndex("affiliate_requests_by_state").on("affiliate_requests").columns(["state", "id"]).execute();
}
