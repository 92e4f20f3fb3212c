import type { Kysely } from "kysely";
import { sql } from "kysely";

/** How many of Stripe's answers about a subscription were taken, so that an older one is not stored over a newer one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("subscription_versions")
    .addColumn("subscription_id", "text", (column) => column.notNull().primaryKey().check(sql`subscription_id <> ''`))
    .addColumn("version", "integer", (column) => column.notNull().check(sql`version > 0`))
    .modifyEnd(sql`strict`)
    .execute();
}
