import { z } from "zod";
import { db } from "../db.server.ts";
import { env } from "../env.server.ts";
import { Refusal } from "../refusal.ts";
import { affiliatesWithTotals, signupsByOutcome, visitsByOutcome } from "./affiliate-totals.server.ts";
import { shown } from "./affiliate.server.ts";
import { dueAfterDays, uncountedSignups, uncountedVisits } from "./affiliate.ts";
import { operation } from "./operation.server.ts";

/** A month of an affiliate's ledger, in UTC ("2026-11"): cents earned, less what refunds took back. */
export interface PartnerMonth {
  month: string;
  purchases: number;
  commission_cents: number;
}

const asked = z.object({ token: z.string() });

/**
 * What an affiliate sees of their own: whoever has the secret link, signed in or not. Names nobody who signed up.
 * Refuses with "not-found" for an unknown or renewed link, and after the affiliate was deleted.
 */
export const openPartnerPage = operation("partner.read", asked, async (_actor, { token }) => {
  const row = await affiliatesWithTotals(db).where("partner_token", "=", token).executeTakeFirst();
  if (!row) throw new Refusal("not-found", "There is nothing at this address. Ask us for your current link.");
  const [visits, signups, months, paid_cents] = await Promise.all([visitsByOutcome(db, row.id), signupsByOutcome(db, row.id), monthsOf(row.id), paidTo(row.id)]);
  const { id: _id, email: _email, ...affiliate } = shown(row);
  return {
    ...affiliate,
    rate_percent: env.AFFILIATE_COMMISSION_PERCENT,
    due_after_days: dueAfterDays,
    earned_cents: Number(row.commission_cents),
    paid_cents,
    months,
    uncounted: [...reasons(uncountedVisits, visits), ...reasons(uncountedSignups, signups)],
  };
});

function reasons<Reason extends string>(texts: Readonly<Record<Reason, string>>, counts: ReadonlyMap<string, number>): { reason: string; count: number }[] {
  return Object.entries<string>(texts).map(([key, reason]) => ({ reason, count: counts.get(key) ?? 0 })).filter(({ count }) => count > 0);
}

async function monthsOf(affiliateId: number): Promise<PartnerMonth[]> {
  const rows = await db.selectFrom("commissions")
    .select((entry) => [
      entry.fn<string>("substr", ["created_at", entry.lit(1), entry.lit(7)]).as("month"),
      entry.fn.countAll<number>().filterWhere("kind", "=", "purchase").as("purchases"),
      entry.fn.sum<number>("amount_cents").as("commission_cents"),
    ])
    .where("affiliate_id", "=", affiliateId).groupBy("month").orderBy("month").execute();
  return rows.map((row) => ({ month: row.month, purchases: Number(row.purchases), commission_cents: Number(row.commission_cents) }));
}

async function paidTo(affiliateId: number): Promise<number> {
  const row = await db.selectFrom("commissions").innerJoin("payout_items", "payout_items.commission_id", "commissions.id")
    .select((entry) => entry.fn.sum<number>("amount_cents").as("cents")).where("affiliate_id", "=", affiliateId).executeTakeFirst();
  return Number(row?.cents ?? 0);
}
