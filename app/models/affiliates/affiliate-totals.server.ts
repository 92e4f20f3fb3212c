import { sql } from "kysely";
import type { Db } from "../../db.server.ts";
import { db } from "../../db.server.ts";
import type { SignupOutcome, VisitOutcome } from "./affiliate.ts";

/**
 * Selects affiliates with their totals, newest first, without deleted ones; money in cents. With subqueries, SQLite
 * sums each affiliate by an index.
 */
export function affiliatesWithTotals(source: Db) {
  return source
    .selectFrom("affiliates")
    .where("affiliates.deleted_at", "is", null)
    .select((query) => [
      "affiliates.id",
      "affiliates.name",
      "affiliates.email",
      "affiliates.ref_code",
      "affiliates.page_token",
      "affiliates.version",
      "affiliates.created_at",
      query
        .selectFrom("affiliate_visits")
        .whereRef("affiliate_id", "=", "affiliates.id")
        .where("outcome", "=", "counted")
        .select((visits) => visits.fn.coalesce(visits.fn.sum<number>("visits"), sql.lit(0)).as("n"))
        .$asScalar()
        .$notNull()
        .as("total_clicks"),
      query
        .selectFrom("referrals")
        .whereRef("affiliate_id", "=", "affiliates.id")
        .where("outcome", "=", "counted")
        .select((rows) => rows.fn.countAll<number>().as("n"))
        .$asScalar()
        .$notNull()
        .as("total_signups"),
      query
        .selectFrom("commissions")
        .whereRef("affiliate_id", "=", "affiliates.id")
        .where("kind", "=", "purchase")
        .select((rows) => rows.fn.countAll<number>().as("n"))
        .$asScalar()
        .$notNull()
        .as("total_purchases"),
      query
        .selectFrom("commissions")
        .whereRef("affiliate_id", "=", "affiliates.id")
        .select((rows) => rows.fn.coalesce(rows.fn.sum<number>("amount_cents"), sql.lit(0)).as("n"))
        .$asScalar()
        .$notNull()
        .as("commission_cents"),
    ])
    .orderBy("affiliates.id", "desc");
}

/** Sums the cents that are in no payout yet: due and not yet due, less refunds. */
export async function unpaidCents(affiliateId: number): Promise<number> {
  const row = await db
    .selectFrom("commissions")
    .leftJoin("payout_items", "payout_items.commission_id", "commissions.id")
    .select((entry) => entry.fn.sum<number>("amount_cents").as("cents"))
    .where("affiliate_id", "=", affiliateId)
    .where("commission_id", "is", null)
    .executeTakeFirst();
  return Number(row?.cents ?? 0);
}

export async function visitsByOutcome(source: Db, affiliateId: number): Promise<Map<VisitOutcome, number>> {
  const rows = await source
    .selectFrom("affiliate_visits")
    .select((visits) => ["outcome", visits.fn.sum<number>("visits").as("visits")])
    .where("affiliate_id", "=", affiliateId)
    .groupBy("outcome")
    .execute();
  return new Map(rows.map(({ outcome, visits }) => [outcome, Number(visits)]));
}

export async function signupsByOutcome(source: Db, affiliateId: number): Promise<Map<SignupOutcome, number>> {
  const rows = await source
    .selectFrom("referrals")
    .select((referrals) => ["outcome", referrals.fn.countAll<number>().as("signups")])
    .where("affiliate_id", "=", affiliateId)
    .groupBy("outcome")
    .execute();
  return new Map(rows.map(({ outcome, signups }) => [outcome, Number(signups)]));
}
