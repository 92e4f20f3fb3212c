import type { Kysely } from "kysely";
import { sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // NULL = no end is known. What members pay for is theirs until then.
  await db.schema.alterTable("users").addColumn("access_until", "text").execute();
  // NULL = made by staff or through the API, where nobody was asked.
  await db.schema.alterTable("users").addColumn("age_confirmed_at", "text").execute();

  // The newest code of each e-mail address, known or not: both get the same answer in the same time.
  await db.schema
    .createTable("reset_codes")
    .addColumn("email", "text", (column) => column.primaryKey().notNull())
    .addColumn("code_hash", "text", (column) => column.notNull().check(sql`length(code_hash) = 64`))
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0).check(sql`tries between 0 and 5`))
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("reset_codes_by_end").on("reset_codes").column("expires_at").execute();

  // Mail that waits to be sent. What it says is rendered when it is sent, from `kind` and `params`.
  await db.schema
    .createTable("outbox")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("message_id", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("user_id", "integer", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("params", "text", (column) => column.notNull().check(sql`json_valid(params)`))
    // waiting: to be sent at `next_try_at` · handed-over: the server has it, or may have · sent, refused, expired: done
    .addColumn("state", "text", (column) => column.notNull().defaultTo("waiting").check(sql`state in ('waiting', 'handed-over', 'sent', 'refused', 'expired')`))
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0).check(sql`tries >= 0`))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("next_try_at", "text", (column) => column.notNull())
    // After this it is not worth sending.
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("finished_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("outbox_due").on("outbox").columns(["state", "next_try_at"]).execute();
  await db.schema.createIndex("outbox_of_user").on("outbox").column("user_id").execute();
}
