import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Whose address is proven to be theirs, and the links that prove it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("users").addColumn("email_confirmed_at", "text").execute();
  // Nobody asked them, and nobody must lose the mails that they get: it counts as confirmed from the beginning, which no proof is.
  await sql`update users set email_confirmed_at = created_at`.execute(db);
  await db.schema
    .createTable("email_confirmations")
    .addColumn("token_hash", "text", (column) => column.primaryKey().notNull().check(sql`length(token_hash) = 64`))
    .addColumn("user_id", "integer", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("used_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("email_confirmations_of_user").on("email_confirmations").column("user_id").execute();
  await db.schema.createIndex("email_confirmations_by_end").on("email_confirmations").column("expires_at").execute();
}
