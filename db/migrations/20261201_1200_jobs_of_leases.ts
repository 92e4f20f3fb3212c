import type { Kysely } from "kysely";

/** What the holder of a lease runs and how that went, written with each beat. Other processes show it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("leases")
    .addColumn("jobs", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
}
