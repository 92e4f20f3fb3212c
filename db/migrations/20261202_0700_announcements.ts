import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Texts that staff send to members. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("announcements")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("audience", "text", (column) => column.notNull())
    .addColumn("push", "integer", (column) => column.notNull().check(sql`push in (0, 1)`))
    .addColumn("state", "text", (column) =>
      column
        .notNull()
        .defaultTo("draft")
        .check(sql`state in ('draft', 'sending', 'sent', 'stopped')`),
    )
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("sent_at", "text")
    // How far it is, and when the next people get it.
    .addColumn("queued_to", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("next_at", "text")
    .addColumn("mails", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("alerts", "integer", (column) => column.notNull().defaultTo(0))
    .modifyEnd(sql`strict`)
    .execute();
}
