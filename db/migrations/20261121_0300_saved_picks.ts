import type { Kysely } from "kysely";
import { sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // The stream and the status are the pick's, so they are not kept here.
  await db.schema
    .createTable("saved_picks")
    .addColumn("user_id", "integer", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("pick_id", "integer", (column) => column.notNull().references("picks.id").onDelete("cascade"))
    .addColumn("saved_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("saved_picks_key", ["user_id", "pick_id"])
    .modifyEnd(sql`strict, without rowid`)
    .execute();
  await db.schema.createIndex("saved_picks_of_pick").on("saved_picks").column("pick_id").execute();
}
