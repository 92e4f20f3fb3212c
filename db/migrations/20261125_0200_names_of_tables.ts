import type { Kysely } from "kysely";

/** Tables and columns by the field's own terms. Renaming keeps every row, and SQLite renames what refers to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("half_way_sign_ins").renameTo("two_factor_challenges").execute();
  await db.schema.dropIndex("half_way_sign_ins_of_user").execute();
  await db.schema.dropIndex("half_way_sign_ins_by_age").execute();
  await db.schema.createIndex("two_factor_challenges_of_user").on("two_factor_challenges").column("user_id").execute();
  await db.schema.createIndex("two_factor_challenges_by_age").on("two_factor_challenges").column("created_at").execute();

  await db.schema.alterTable("sent_forms").renameTo("idempotency_keys").execute();
  await db.schema.alterTable("idempotency_keys").renameColumn("name", "key_hash").execute();
  await db.schema.alterTable("idempotency_keys").renameColumn("sent_at", "used_at").execute();
  await db.schema.dropIndex("sent_forms_by_age").execute();
  await db.schema.createIndex("idempotency_keys_by_age").on("idempotency_keys").column("used_at").execute();

  await db.schema.alterTable("affiliate_sendings").renameTo("affiliate_request_submissions").execute();
  await db.schema.dropIndex("affiliate_sendings_of_request").execute();
  await db.schema.createIndex("affiliate_request_submissions_of_request").on("affiliate_request_submissions").columns(["request_id", "id"]).execute();

  await db.schema.alterTable("affiliates").renameColumn("partner_token", "page_token").execute();
  await db.schema.alterTable("two_factors").renameColumn("sealed_secret", "encrypted_secret").execute();
}
