import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Nearly every entry is a sign-in, and the page leaves them out: without an index of the others it would read all of them to find twenty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("audit_without_sign_ins")
    .on("audit")
    .column("at")
    .where(sql`action`, "not in", sql`('session.begun', 'session.ended', 'session.refused', 'session.throttled')`)
    .execute();
}
