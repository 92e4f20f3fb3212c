import type { Kysely } from "kysely";
import { sql } from "kysely";

/** How often all of a person's sessions and tokens were ended, so that no sign-in that was checked before begins another one after. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("users").addColumn("access_epoch", "integer", (column) => column.notNull().defaultTo(0).check(sql`access_epoch >= 0`)).execute();
}
