import type { Kysely } from "kysely";
import { sql } from "kysely";

/** A payment that the member disputed at their bank: since when, until when an answer is due, and Stripe's own status. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("payments").addColumn("disputed_at", "text").execute();
  await db.schema
    .alterTable("payments")
    .addColumn("dispute_due_by", "text", (column) => column.check(sql`dispute_due_by is null or disputed_at is not null`))
    .execute();
  await db.schema
    .alterTable("payments")
    .addColumn("dispute_status", "text", (column) => column.check(sql`(dispute_status is null) = (disputed_at is null) and dispute_status <> ''`))
    .execute();
  await db.schema.createIndex("payments_disputed").on("payments").column("disputed_at").where(sql.ref("disputed_at"), "is not", null).execute();
}
