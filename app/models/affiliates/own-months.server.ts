import { expressionBuilder } from "kysely";
import type { Database, Db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { dateIn, instantIn } from "../../time/zone-time.ts";
import { addMonths } from "../../time/calendar-month.ts";

/** A month ("2026-11") in the site's zone. Commission in cents, less refunds. */
export interface AffiliateMonth {
  month: string;
  clicks: number;
  signups: number;
  purchases: number;
  commission_cents: number;
}

interface MonthStart {
  month: string;
  at: string;
}

/** Lists every month from the affiliate's first to now, including empty ones, at least twelve; oldest first. */
export async function monthsOf(
  source: Db,
  affiliate: { id: number; created_at: string },
  now: Date,
): Promise<AffiliateMonth[]> {
  const months = monthsBetween(
    dateIn(env.SITE_TIMEZONE, new Date(affiliate.created_at)),
    dateIn(env.SITE_TIMEZONE, now),
  );
  const [clicks, signups, entries] = await Promise.all([
    clicksByMonth(source, affiliate.id),
    signupsByMonth(source, affiliate.id, months),
    entriesByMonth(source, affiliate.id, months),
  ]);
  return months.map(({ month }) => ({
    month,
    clicks: clicks.get(month) ?? 0,
    signups: signups.get(month) ?? 0,
    ...(entries.get(month) ?? { purchases: 0, commission_cents: 0 }),
  }));
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

async function clicksByMonth(source: Db, affiliateId: number): Promise<Map<string, number>> {
  const rows = await source
    .selectFrom("affiliate_visits")
    .select((visits) => [
      visits.fn<string>("substr", ["day", visits.lit(1), visits.lit(7)]).as("month"),
      visits.fn.sum<number>("visits").as("clicks"),
    ])
    .where("affiliate_id", "=", affiliateId)
    .where("outcome", "=", "counted")
    .groupBy("month")
    .execute();
  return new Map(rows.map(({ month, clicks }) => [month, Number(clicks)]));
}

async function signupsByMonth(
  source: Db,
  affiliateId: number,
  months: readonly MonthStart[],
): Promise<Map<string, number>> {
  const rows = await source
    .selectFrom("referrals")
    .select((signups) => [monthOfRow(months).as("month"), signups.fn.countAll<number>().as("signups")])
    .where("affiliate_id", "=", affiliateId)
    .where("outcome", "=", "counted")
    .groupBy("month")
    .execute();
  return new Map(rows.map(({ month, signups }) => [month, Number(signups)]));
}

async function entriesByMonth(
  source: Db,
  affiliateId: number,
  months: readonly MonthStart[],
): Promise<Map<string, Pick<AffiliateMonth, "purchases" | "commission_cents">>> {
  const rows = await source
    .selectFrom("commissions")
    .select((entry) => [
      monthOfRow(months).as("month"),
      entry.fn.countAll<number>().filterWhere("kind", "=", "purchase").as("purchases"),
      entry.fn.sum<number>("amount_cents").as("commission_cents"),
    ])
    .where("affiliate_id", "=", affiliateId)
    .groupBy("month")
    .execute();
  return new Map(
    rows.map(({ month, purchases, commission_cents }) => [
      month,
      { purchases: Number(purchases), commission_cents: Number(commission_cents) },
    ]),
  );
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
