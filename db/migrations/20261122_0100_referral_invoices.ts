import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Which payment an affiliate earned on: not always the first that is stored of the account, and it outlives the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("referrals").addColumn("invoice_id", "text", (column) => column.check(sql`invoice_id <> ''`)).execute();
  // Until now it was the first payment of all that the account had.
  await sql`update referrals set invoice_id = (
    select payments.invoice_id from payments join subscriptions on subscriptions.id = payments.subscription_id
    where subscriptions.user_id = referrals.user_id order by payments.paid_at, payments.invoice_id limit 1
  ) where user_id is not null`.execute(db);
  await db.schema.createIndex("one_referral_per_invoice").on("referrals").column("invoice_id").where(sql.ref("invoice_id"), "is not", null).unique().execute();
}
