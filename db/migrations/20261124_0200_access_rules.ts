import type { Kysely } from "kysely";
import { sql } from "kysely";

/** What staff say of an account's access beside what is paid for it, and which subscriptions they took from their account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("users").addColumn("access_rule", "text", (column) => column.notNull().defaultTo("paid").check(sql`access_rule in ('paid', 'until', 'open')`)).execute();
  await db.schema.alterTable("users").addColumn("access_rule_until", "text", (column) => column.check(sql`(access_rule = 'until') = (access_rule_until is not null)`)).execute();
  await db.schema.alterTable("subscriptions").addColumn("detached_at", "text", (column) => column.check(sql`detached_at is null or user_id is null`)).execute();
  // Its address was proven to be theirs, which opens its billing pages and proves no payment.
  await db.schema.alterTable("subscriptions").addColumn("email_proven", "integer", (column) => column.notNull().defaultTo(0).check(sql`email_proven in (0, 1)`)).execute();
  // Until now a subscription that was an account's by its e-mail alone could end its access. What it ended stays so until staff say otherwise.
  await sql`update users set access_rule = 'until', access_rule_until = access_until where access_until is not null
    and not exists (select 1 from subscriptions where subscriptions.user_id = users.id and by_email = 0)`.execute(db);
}
