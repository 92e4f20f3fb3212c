import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Which subscriptions an account has only because the e-mails are the same, which anybody can type: of those nobody is shown card and invoices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("subscriptions").addColumn("by_email", "integer", (column) => column.notNull().defaultTo(0).check(sql`by_email in (0, 1)`)).execute();
}
