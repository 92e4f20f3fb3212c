import type { Kysely } from "kysely";
import { sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // A deleted affiliate keeps its row: its money has a history, and its code is never given out again.
  await db.schema
    .createTable("affiliates")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("name", "text", (column) => column.notNull().check(sql`name <> ''`))
    .addColumn("email", "text", (column) => column.notNull().check(sql`email = lower(trim(email)) and email like '%_@_%'`))
    .addColumn("ref_code", "text", (column) => column.notNull().unique().check(sql`length(ref_code) = 8 and ref_code not glob '*[^2-9A-HJ-NP-Z]*'`))
    .addColumn("partner_token", "text", (column) => column.notNull().unique().check(sql`length(partner_token) = 43`))
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("deleted_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("affiliates_once_per_email").on("affiliates").column("email").where(sql.ref("deleted_at"), "is", null).unique().execute();

  // Visits by day and by what became of them: counted, or why not.
  await db.schema
    .createTable("affiliate_visits")
    .addColumn("affiliate_id", "integer", (column) => column.notNull().references("affiliates.id"))
    .addColumn("day", "text", (column) => column.notNull().check(sql`date(day) is day`))
    .addColumn("outcome", "text", (column) => column.notNull().check(sql`outcome in ('counted', 'repeated', 'same-address', 'bot', 'prefetch', 'signed-in')`))
    .addColumn("visits", "integer", (column) => column.notNull().check(sql`visits > 0`))
    .addPrimaryKeyConstraint("one_row_per_outcome", ["affiliate_id", "day", "outcome"])
    .modifyEnd(sql`strict`)
    .execute();

  // Browsers and addresses that were counted in the last 24 hours, hashed.
  await db.schema
    .createTable("affiliate_visitors")
    .addColumn("affiliate_id", "integer", (column) => column.notNull().references("affiliates.id"))
    .addColumn("visitor_hash", "text", (column) => column.notNull().check(sql`length(visitor_hash) = 64`))
    .addColumn("counted_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("one_row_per_visitor", ["affiliate_id", "visitor_hash"])
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("affiliate_visitors_by_age").on("affiliate_visitors").column("counted_at").execute();

  // Who brought whom: once, for good. The person may be deleted, the signup stays counted.
  await db.schema
    .createTable("referrals")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("affiliate_id", "integer", (column) => column.notNull().references("affiliates.id"))
    .addColumn("user_id", "integer", (column) => column.unique().references("users.id").onDelete("set null"))
    .addColumn("outcome", "text", (column) => column.notNull().check(sql`outcome in ('counted', 'own-email', 'staff')`))
    .addColumn("created_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("referrals_of_affiliate").on("referrals").columns(["affiliate_id", "created_at"]).execute();

  // Append-only, in cents. A commission is positive, what takes it back negative.
  await db.schema
    .createTable("commissions")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("affiliate_id", "integer", (column) => column.notNull().references("affiliates.id"))
    .addColumn("referral_id", "integer", (column) => column.notNull().references("referrals.id"))
    .addColumn("kind", "text", (column) => column.notNull().check(sql`kind in ('purchase', 'refund')`))
    .addColumn("amount_cents", "integer", (column) => column.notNull().check(sql`(kind = 'purchase' and amount_cents >= 0) or (kind = 'refund' and amount_cents < 0)`))
    .addColumn("price_cents", "integer", (column) => column.notNull().check(sql`price_cents >= 0`))
    .addColumn("rate_percent", "integer", (column) => column.notNull().check(sql`rate_percent between 0 and 99`))
    .addColumn("created_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("one_purchase_per_referral").on("commissions").column("referral_id").where(sql.ref("kind"), "=", sql.lit("purchase")).unique().execute();
  await db.schema.createIndex("commissions_of_referral").on("commissions").column("referral_id").execute();
  await db.schema.createIndex("commissions_of_affiliate").on("commissions").columns(["affiliate_id", "created_at"]).execute();

  await db.schema
    .createTable("payouts")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    // No foreign key: the batch outlives whoever marked it paid.
    .addColumn("paid_by", "integer", (column) => column.notNull())
    .addColumn("paid_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();

  // The primary key is what makes paying twice impossible.
  await db.schema
    .createTable("payout_items")
    .addColumn("commission_id", "integer", (column) => column.primaryKey().references("commissions.id"))
    .addColumn("payout_id", "integer", (column) => column.notNull().references("payouts.id"))
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("payout_items_of_payout").on("payout_items").column("payout_id").execute();

  // Kysely has no builder for triggers. They make the money append-only for every program that opens the file.
  for (const [table, key] of [["commissions", "id"], ["payouts", "id"], ["payout_items", "commission_id"]]) {
    const guard = (name: string, when: string) => sql.raw(`create trigger ${table}_${name} before ${when} begin select raise(abort, '${table} is append-only'); end`);
    await guard("are_never_changed", `update on ${table}`).execute(db);
    await guard("are_never_deleted", `delete on ${table}`).execute(db);
    await guard("are_never_replaced", `insert on ${table} when exists (select 1 from ${table} where ${key} = new.${key})`).execute(db);
  }
}
