import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Sign-ups whose payment nobody reports: staff confirm it before anything opens or is booked. Whoever is here already had to wait for nobody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("users")
    .addColumn("payment_review", "text", (column) => column.notNull().defaultTo("none").check(sql`payment_review in ('none', 'waiting', 'confirmed', 'refused')`)).execute();
  // No foreign key: what a colleague did outlives their account.
  await db.schema.alterTable("users").addColumn("payment_reviewed_by", "integer").execute();
  await db.schema.alterTable("users").addColumn("waiting_ref_code", "text", (column) => column.notNull().defaultTo("")).execute();
  await db.schema.createIndex("users_waiting").on("users").column("payment_review").where(sql.ref("payment_review"), "=", sql.lit("waiting")).execute();
}
