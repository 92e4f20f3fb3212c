import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Whether an imported member was sent the mail to set a password: null = not imported, "due" = not yet, "sent" = once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("users")
    .addColumn("password_mail", "text", (column) => column.check(sql`password_mail in ('due', 'sent')`))
    .execute();
  await db.schema.createIndex("users_due_password_mail").on("users").column("password_mail").where(sql.ref("password_mail"), "=", sql.lit("due")).execute();
}
