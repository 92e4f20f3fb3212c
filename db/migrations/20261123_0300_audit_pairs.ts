import type { Kysely } from "kysely";

/** Whoever did most of what is on record did little of some kind: looking for that read all that they did. Two indexes for two, so that an entry costs the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("audit_by_actor_and_action").on("audit").columns(["actor_id", "action", "at"]).execute();
  await db.schema.createIndex("audit_by_actor_and_subject").on("audit").columns(["actor_id", "subject", "at"]).execute();
  // An account's trail is read by time now, as the whole one is, by audit_by_one_subject and audit_by_actor.
  await db.schema.dropIndex("audit_of_subject").execute();
  await db.schema.dropIndex("audit_of_actor").execute();
}
