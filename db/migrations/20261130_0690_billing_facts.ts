import type { Kysely } from "kysely";
import { sql } from "kysely";

/** What a subscription costs and which card pays it, as the payment provider said last; null = not told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const subscriptions = db.schema.alterTable("subscriptions");
  await subscriptions.addColumn("price_cents", "integer", (column) => column.check(sql`price_cents >= 0`)).execute();
  await subscriptions.addColumn("price_currency", "text", (column) => column.check(sql`length(price_currency) = 3`)).execute();
  await subscriptions.addColumn("price_period", "text", (column) => column.check(sql`price_period <> ''`)).execute();
  await subscriptions.addColumn("card_brand", "text", (column) => column.check(sql`card_brand <> ''`)).execute();
  await subscriptions.addColumn("card_last4", "text", (column) => column.check(sql`length(card_last4) = 4`)).execute();
}
