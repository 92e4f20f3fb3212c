import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Why this pick: a text for members that is not sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("picks").addColumn("why", "text", (column) => column.notNull().defaultTo("").check(sql`length(why) <= 1000`)).execute();
}
