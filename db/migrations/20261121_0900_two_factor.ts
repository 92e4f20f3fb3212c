import type { Kysely } from "kysely";
import { sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("two_factors")
    .addColumn("user_id", "integer", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("sealed_secret", "text", (column) => column.notNull().check(sql`sealed_secret like 'v1.%'`))
    .addColumn("begun_at", "text", (column) => column.notNull())
    .addColumn("on_since", "text")
    .addColumn("last_step", "integer", (column) => column.check(sql`last_step > 0`))
    // Turned on, a first code was accepted.
    .addCheckConstraint("on_with_a_code", sql`(on_since is null) = (last_step is null)`)
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("recovery_codes")
    .addColumn("code_hash", "text", (column) => column.primaryKey().notNull().check(sql`length(code_hash) = 64`))
    .addColumn("user_id", "integer", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("recovery_codes_of_user").on("recovery_codes").column("user_id").execute();

  await db.schema
    .createTable("half_way_sign_ins")
    .addColumn("id_hash", "text", (column) => column.primaryKey().notNull().check(sql`length(id_hash) = 64`))
    .addColumn("user_id", "integer", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("half_way_sign_ins_of_user").on("half_way_sign_ins").column("user_id").execute();
  await db.schema.createIndex("half_way_sign_ins_by_age").on("half_way_sign_ins").column("created_at").execute();
}
