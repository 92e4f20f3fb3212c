import { z } from "zod";
import { db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { priceCents } from "../../price.ts";
import { Refusal } from "../../refusal.ts";
import { affiliatesWithTotals, signupsByOutcome, visitsByOutcome } from "./affiliate-totals.server.ts";
import { commissionCents, dueAfterDays, uncountedSignups, uncountedVisits } from "./affiliate.ts";
import { operation } from "../operation.server.ts";
import { monthsOf } from "./own-months.server.ts";

const shownMonths = 12;

export interface Uncounted {
  what: "clicks" | "signups" | "purchases";
  reason: string;
  count: number;
}

export type OwnFigures = Awaited<ReturnType<typeof readOwnFiguresPage>>;

const tokenInput = z.object({ token: z.string() });

/**
 * Anyone with the link can read it, so it has no member names. Amounts are in cents. Refuses with "not-found" for an
 * old link.
 */
export const readOwnFiguresPage = operation("affiliate-page.read", tokenInput, async (_actor, { token }) => {
  const row = await findByPageToken(token);
  const [uncounted, months, paid_cents] = await Promise.all([
    uncountedOf(row.id),
    monthsOf(db, row, new Date()),
    paidTo(row.id),
  ]);
  const { name, ref_code, total_clicks, total_signups, total_purchases, commission_cents: earned_cents } = row;
  const rate_percent = env.AFFILIATE_COMMISSION_PERCENT;
  return {
    name,
    ref_code,
    total_clicks,
    total_signups,
    total_purchases,
    rate_percent,
    price_cents: priceCents,
    commission_cents: commissionCents(priceCents, rate_percent),
    due_after_days: dueAfterDays,
    earned_cents,
    paid_cents,
    months: months.slice(-shownMonths),
    uncounted,
  };
});

/** Lists all months, oldest first. Refuses like readOwnFiguresPage. */
export const listOwnMonths = operation("affiliate-page.read", tokenInput, async (_actor, { token }) => {
  const row = await findByPageToken(token);
  return { ref_code: row.ref_code, months: await monthsOf(db, row, new Date()) };
});

async function findByPageToken(token: string) {
  const row = await affiliatesWithTotals(db).where("page_token", "=", token).executeTakeFirst();
  if (row) return row;
  throw new Refusal("not-found", "There is nothing at this address. Ask us for your current link.");
}

async function uncountedOf(affiliateId: number): Promise<Uncounted[]> {
  const [visits, signups, refunded, takenBack] = await Promise.all([
    visitsByOutcome(db, affiliateId),
    signupsByOutcome(db, affiliateId),
    takenFrom(affiliateId, "is"),
    takenFrom(affiliateId, "is not"),
  ]);
  const refunds: Uncounted = {
    what: "purchases",
    reason: "Counted above, then refunded in full or in part, with the commission",
    count: refunded,
  };
  const disputes: Uncounted = {
    what: "purchases",
    reason: "Counted above, then taken back with the commission, as after a disputed payment",
    count: takenBack,
  };
  return [
    ...reasons("clicks", uncountedVisits, visits),
    ...reasons("signups", uncountedSignups, signups),
    refunds,
    disputes,
  ].filter(({ count }) => count > 0);
}

function reasons<Reason extends string>(
  what: Uncounted["what"],
  texts: Readonly<Record<Reason, string>>,
  counts: ReadonlyMap<string, number>,
): Uncounted[] {
  return Object.entries<string>(texts).map(([key, reason]) => ({ what, reason, count: counts.get(key) ?? 0 }));
}

/** Counts purchases refunded (`is` null reason) or taken back by staff (`is not`). */
async function takenFrom(affiliateId: number, hasNoReason: "is" | "is not"): Promise<number> {
  const row = await db
    .selectFrom("commissions")
    .select((entry) => entry.fn.count<number>("referral_id").distinct().as("purchases"))
    .where("affiliate_id", "=", affiliateId)
    .where("kind", "=", "refund")
    .where("reason", hasNoReason, null)
    .executeTakeFirst();
  return Number(row?.purchases ?? 0);
}

async function paidTo(affiliateId: number): Promise<number> {
  const row = await db
    .selectFrom("commissions")
    .innerJoin("payout_items", "payout_items.commission_id", "commissions.id")
    .select((entry) => entry.fn.sum<number>("amount_cents").as("cents"))
    .where("affiliate_id", "=", affiliateId)
    .executeTakeFirst();
  return Number(row?.cents ?? 0);
}
