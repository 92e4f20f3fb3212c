import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // The whole trail is read newest first, by time; each filter has an index in that order. The primary key stands at the end of each.
  await db.schema.createIndex("audit_by_time").on("audit").column("at").execute();
  await db.schema.createIndex("audit_by_actor").on("audit").columns(["actor_id", "at"]).execute();
  await db.schema.createIndex("audit_by_action").on("audit").columns(["action", "at"]).execute();
  await db.schema.createIndex("audit_by_subject").on("audit").columns(["subject", "at"]).execute();
  await db.schema.createIndex("audit_by_one_subject").on("audit").columns(["subject", "subject_id", "at"]).execute();
}
