import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Why staff took a commission back, as after a lost dispute. A refund's entry has no reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("commissions").addColumn("reason", "text", (column) => column.check(sql`reason is null or (reason <> '' and kind = 'refund')`)).execute();
}
