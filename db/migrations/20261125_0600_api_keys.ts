import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Keys for programs. A draft remembers the key that sent it, and the trail the name of the key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("api_keys")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("name", "text", (column) => column.notNull().check(sql`name <> ''`))
    .addColumn("key_hash", "text", (column) => column.notNull().unique().check(sql`length(key_hash) = 64`))
    .addColumn("scopes", "text", (column) => column.notNull().check(sql`json_valid(scopes)`))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("used_at", "text")
    .addColumn("revoked_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("api_keys_by_name").unique().on("api_keys").column("name").where(sql.ref("revoked_at"), "is", null).execute();
  await db.schema.alterTable("audit").addColumn("key_name", "text", (column) => column.check(sql`key_name is null or actor_id is null`)).execute();
  await db.schema.alterTable("picks").addColumn("key_id", "integer", (column) => column.references("api_keys.id").onDelete("set null")).execute();
  await db.schema.createIndex("picks_of_key").on("picks").column("key_id").where(sql.ref("key_id"), "is not", null).execute();
}
