import type { Kysely } from "kysely";
import { sql } from "kysely";

/** How many calls programs made with each key, by day in UTC. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("api_key_days")
    .addColumn("key_id", "integer", (column) => column.notNull().references("api_keys.id"))
    .addColumn("day", "text", (column) => column.notNull().check(sql`length(day) = 10`))
    .addColumn("reads", "integer", (column) => column.notNull().check(sql`reads >= 0`))
    .addColumn("writes", "integer", (column) => column.notNull().check(sql`writes >= 0`))
    .addPrimaryKeyConstraint("api_key_days_by_key", ["key_id", "day"])
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("api_key_days_by_day").on("api_key_days").column("day").execute();
}
