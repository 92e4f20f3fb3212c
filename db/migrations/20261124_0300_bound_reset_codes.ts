import type { Kysely } from "kysely";
import { sql } from "kysely";

/** A reset code belongs to whoever asked for it. Codes live ten minutes: those of before end with their table, which no other refers to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable("reset_codes").execute();
  await db.schema
    .createTable("reset_codes")
    // SHA-256 of the token that the browser or program has of it.
    .addColumn("token_hash", "text", (column) => column.primaryKey().notNull().check(sql`length(token_hash) = 64`))
    // Of an account or not: both get the same answer in the same time.
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("code_hash", "text", (column) => column.notNull().check(sql`length(code_hash) = 64`))
    // 0 = asked for by a call of the API, which may use it without the token.
    .addColumn("bound", "integer", (column) => column.notNull().check(sql`bound in (0, 1)`))
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0).check(sql`tries between 0 and 5`))
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("reset_codes_by_email").on("reset_codes").column("email").execute();
  await db.schema.createIndex("reset_codes_by_end").on("reset_codes").column("expires_at").execute();
}
