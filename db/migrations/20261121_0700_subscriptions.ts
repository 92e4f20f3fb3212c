import type { Kysely } from "kysely";
import { sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // What the payment provider last said about each subscription to our price.
  await db.schema
    .createTable("subscriptions")
    .addColumn("id", "text", (column) => column.primaryKey().notNull().check(sql`id <> ''`))
    .addColumn("customer_id", "text", (column) => column.notNull().check(sql`customer_id <> ''`))
    // NULL = paid for, but no account was opened with it yet, or it was deleted.
    .addColumn("user_id", "integer", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("email", "text", (column) => column.check(sql`email = lower(trim(email)) and email like '%_@_%'`))
    .addColumn("status", "text", (column) => column.notNull().check(sql`status <> ''`))
    .addColumn("period_end", "text")
    // When it stops by itself, because it was cancelled; NULL = it goes on.
    .addColumn("cancels_at", "text")
    // When it stopped giving access; NULL while it does.
    .addColumn("ended_at", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("subscriptions_of_user").on("subscriptions").column("user_id").execute();
  await db.schema.createIndex("subscriptions_by_email").on("subscriptions").column("email").execute();

  await db.schema
    .createTable("payments")
    .addColumn("invoice_id", "text", (column) => column.primaryKey().notNull().check(sql`invoice_id <> ''`))
    .addColumn("subscription_id", "text", (column) => column.notNull().references("subscriptions.id").onDelete("restrict"))
    .addColumn("amount_cents", "integer", (column) => column.notNull().check(sql`amount_cents > 0`))
    .addColumn("currency", "text", (column) => column.notNull().check(sql`length(currency) = 3`))
    .addColumn("paid_at", "text", (column) => column.notNull())
    .addColumn("refunded_cents", "integer", (column) => column.notNull().defaultTo(0).check(sql`refunded_cents between 0 and amount_cents`))
    // When the whole of it had been given back.
    .addColumn("refunded_at", "text", (column) => column.check(sql`refunded_at is null or refunded_cents = amount_cents`))
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("payments_of_subscription").on("payments").columns(["subscription_id", "paid_at"]).execute();

  // Reports of the payment provider that were carried out: each counts once.
  await db.schema
    .createTable("stripe_events")
    .addColumn("id", "text", (column) => column.primaryKey().notNull().check(sql`id <> ''`))
    .addColumn("received_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("stripe_events_by_age").on("stripe_events").column("received_at").execute();
}
