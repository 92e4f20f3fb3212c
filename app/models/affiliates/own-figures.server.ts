import { expressionBuilder } from "kysely";
import { z } from "zod";
import { type Database, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { priceCents } from "../../price.ts";
import { Refusal } from "../../refusal.ts";
import { affiliatesWithTotals, paidCents } from "./affiliate.server.ts";
import { type FunnelCounts, commissionCents, uncountedSignups, uncountedVisits } from "./affiliate.ts";
import { readUnpaid } from "./payout-due.server.ts";
import { findTerms } from "./terms.server.ts";
import { findable } from "../fields.ts";
import { addMonths } from "../../time/calendar-month.ts";
import { formatDay } from "../../time/instant-text.ts";
import { operation } from "../operation.server.ts";
import { dateIn, instantIn } from "../../time/zone-time.ts";

const shownMonths = 12;

/** A month ("2026-11") in the site's zone. Commission in cents, less refunds. */
export interface AffiliateMonth extends FunnelCounts {
  month: string;
  commission_cents: number;
}

export interface Uncounted {
  what: "clicks" | "signups" | "purchases";
  reason: string;
  count: number;
}

export type OwnFigures = Awaited<ReturnType<typeof readOwnFiguresPage>>;

const tokenInput = z.object({ token: z.string().transform(findable) });

/**
 * Anyone with the link can read it, so it has no member names. Amounts are in cents. Refuses with "not-found" for an
 * old link.
 */
export const readOwnFiguresPage = operation("affiliate-page.read", tokenInput, async (_actor, { token }) => {
  const row = await findByPageToken(token);
  const now = new Date();
  const [uncounted, months, paid_cents, next_payout, terms] = await Promise.all([
    uncountedOf(row.id),
    monthsOf(row, now),
    paidCents(row.id),
    nextPayoutOf(row.id, now),
    findTerms(db, row.id, now.toISOString()),
  ]);
  const { name, ref_code, total_clicks, total_signups, total_purchases, commission_cents: earned_cents } = row;
  return {
    name,
    ref_code,
    total_clicks,
    total_signups,
    total_purchases,
    terms: { ...terms, since: terms.since && formatDay(terms.since, env.SITE_TIMEZONE) },
    price_cents: priceCents,
    commission_cents: commissionCents(priceCents, terms.rate_percent),
    earned_cents,
    paid_cents,
    next_payout,
    months: months.slice(-shownMonths),
    uncounted,
  };
});

/** Lists all months, oldest first. Refuses like readOwnFiguresPage. */
export const listOwnMonths = operation("affiliate-page.read", tokenInput, async (_actor, { token }) => {
  const row = await findByPageToken(token);
  return { ref_code: row.ref_code, months: await monthsOf(row, new Date()) };
});

/** What is not due yet is summed by the day ("November 3, 2026" in the site's zone) from which it is due, soonest first. */
async function nextPayoutOf(affiliateId: number, now: Date) {
  const { due_cents, later } = await readUnpaid(db, affiliateId, now);
  const days = new Map<string, number>();
  for (const { at, cents } of later) {
    const day = formatDay(at.toISOString(), env.SITE_TIMEZONE);
    days.set(day, (days.get(day) ?? 0) + cents);
  }
  return { due_cents, later: [...days].flatMap(([day, cents]) => (cents === 0 ? [] : [{ day, cents }])) };
}

async function findByPageToken(token: string) {
  return affiliatesWithTotals(db)
    .where("page_token", "=", token)
    .executeTakeFirstOrThrow(() => new Refusal("not-found", "This link doesn't work. Ask us for your current one."));
}

/** Also counts refunded purchases, and those taken back by staff: only these have a reason. */
async function uncountedOf(affiliateId: number): Promise<Uncounted[]> {
  const [visits, signups, { refunded, taken_back }] = await Promise.all([
    db
      .selectFrom("affiliate_visits")
      .select((rows) => ["outcome", rows.fn.sum<number>("visits").as("count")])
      .where("affiliate_id", "=", affiliateId)
      .groupBy("outcome")
      .execute(),
    db
      .selectFrom("referrals")
      .select((rows) => ["outcome", rows.fn.countAll<number>().as("count")])
      .where("affiliate_id", "=", affiliateId)
      .groupBy("outcome")
      .execute(),
    db
      .selectFrom("commissions")
      .select(({ fn }) => [
        fn.count<number>("referral_id").distinct().filterWhere("reason", "is", null).as("refunded"),
        fn.count<number>("referral_id").distinct().filterWhere("reason", "is not", null).as("taken_back"),
      ])
      .where("affiliate_id", "=", affiliateId)
      .where("kind", "=", "refund")
      .executeTakeFirstOrThrow(),
  ]);
  const all: Uncounted[] = [
    ...reasons("clicks", uncountedVisits, visits),
    ...reasons("signups", uncountedSignups, signups),
    {
      what: "purchases",
      reason: "Counted above, then refunded in full or in part, with the commission",
      count: Number(refunded),
    },
    {
      what: "purchases",
      reason: "Counted above, then taken back with the commission, as after a disputed payment",
      count: Number(taken_back),
    },
  ];
  return all.filter(({ count }) => count > 0);
}

function reasons(
  what: Uncounted["what"],
  texts: Readonly<Record<string, string>>,
  counts: readonly { outcome: string; count: number }[],
): Uncounted[] {
  return Object.entries(texts).map(([key, reason]) => ({
    what,
    reason,
    count: Number(counts.find(({ outcome }) => outcome === key)?.count ?? 0),
  }));
}

interface MonthStart {
  month: string;
  at: string;
}

/** Lists every month from the affiliate's first to now, including empty ones, at least twelve; oldest first. */
async function monthsOf(affiliate: { id: number; created_at: string }, now: Date): Promise<AffiliateMonth[]> {
  const months = monthsBetween(
    dateIn(env.SITE_TIMEZONE, new Date(affiliate.created_at)),
    dateIn(env.SITE_TIMEZONE, now),
  );
  const [clicks, signups, entries] = await Promise.all([
    db
      .selectFrom("affiliate_visits")
      .select((visits) => [
        visits.fn<string>("substr", ["day", visits.lit(1), visits.lit(7)]).as("month"),
        visits.fn.sum<number>("visits").as("count"),
      ])
      .where("affiliate_id", "=", affiliate.id)
      .where("outcome", "=", "counted")
      .groupBy("month")
      .execute(),
    db
      .selectFrom("referrals")
      .select((rows) => [monthOfRow(months).as("month"), rows.fn.countAll<number>().as("count")])
      .where("affiliate_id", "=", affiliate.id)
      .where("outcome", "=", "counted")
      .groupBy("month")
      .execute(),
    db
      .selectFrom("commissions")
      .select((rows) => [
        monthOfRow(months).as("month"),
        rows.fn.countAll<number>().filterWhere("kind", "=", "purchase").as("purchases"),
        rows.fn.sum<number>("amount_cents").as("commission_cents"),
      ])
      .where("affiliate_id", "=", affiliate.id)
      .groupBy("month")
      .execute(),
  ]);
  return months.map(({ month }) => {
    const entry = entries.find((row) => row.month === month);
    return {
      month,
      clicks: Number(clicks.find((row) => row.month === month)?.count ?? 0),
      signups: Number(signups.find((row) => row.month === month)?.count ?? 0),
      purchases: Number(entry?.purchases ?? 0),
      commission_cents: Number(entry?.commission_cents ?? 0),
    };
  });
}

function monthsBetween(first: string, today: string): MonthStart[] {
  const months: MonthStart[] = [];
  for (let back = 0; back < 12 || monthOf(addMonths(today, -back)) >= monthOf(first); back += 1) {
    const month = monthOf(addMonths(today, -back));
    months.unshift({ month, at: instantIn(env.SITE_TIMEZONE, `${month}-01`, 0).toISOString() });
  }
  return months;
}

function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** The month of a row's `created_at`. SQLite has no time zones, so the query gets the start instants of the months. */
function monthOfRow(months: readonly MonthStart[]) {
  const [newest, ...older] = months.toReversed();
  const first = expressionBuilder<Database, "referrals" | "commissions">()
    .case()
    .when("created_at", ">=", newest?.at ?? "")
    .then(newest?.month ?? "");
  return older
    .reduce((later, { month, at }) => later.when("created_at", ">=", at).then(month), first)
    .else(months[0]?.month ?? "")
    .end();
}
