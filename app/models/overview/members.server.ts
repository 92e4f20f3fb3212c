/** The figures of members and of what they pay. */
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import { type Database, type Db, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { dayMs } from "../../time/durations.ts";
import { dateIn } from "../../time/zone-time.ts";
import { type StoredSubscription, subscriptionsIn } from "../billing/subscription-row.server.ts";
import { accessUntil } from "../billing/membership.ts";
import type { Access } from "../people/user.ts";
import { countAccess } from "../people/users-list.server.ts";
import { type Days, sumByDay } from "./days.ts";
import {
  type EndReason,
  type PaidSpan,
  type Sale,
  churnPercent,
  grouped,
  isPaidAt,
  nextDue,
  spansOfPeople,
} from "./paid-spans.ts";
import { type Money, recurringAt, recurringNow } from "./recurring.ts";

/** Payments before it are not needed: a price is paid at least once a year. */
const readMs = 400 * dayMs;
const withAccess = ["paid", "ending", "past-due", "trial", "granted"] as const;

export interface FailedPayment {
  /** Null = paid, but no account was opened with it. */
  userId: number | null;
  /** The member's name, or the address of the subscription. */
  name: string;
  /** The day on which the payment was due, YYYY-MM-DD. */
  since: string;
  /** The day on which access ends; null = when Stripe gives up. */
  until: string | null;
}

export interface MemberFigures {
  access: { all: number; kinds: { kind: Access; count: number }[]; paying: number[] };
  /** By currency, the largest now first. `days` has the sum at the end of each day. */
  recurring: { currency: string; now: number; before: number; days: number[] }[];
  flow: {
    payingBefore: number;
    joined: number[];
    ended: number[];
    reasons: { reason: EndReason; count: number }[];
    /** In percent; null when nobody paid at the beginning. */
    churn: number | null;
  };
  failed: FailedPayment[];
}

export async function readMemberFigures(days: Days, now: Date): Promise<MemberFigures> {
  const sales = await listSales(days);
  const spans = spansOfPeople(sales);
  const late = sales.filter(isFailed);
  const names = await namesOf(late);
  return {
    access: { ...(await readAccess(now)), paying: days.ends.map((at) => countPaidAt(spans, at)) },
    recurring: recurringOf(sales, days),
    flow: flowOf(spans, days),
    failed: late.map((sale) => failedPayment(sale, names)),
  };
}

type StoredSale = Sale & StoredSubscription;

/** A break changes nothing. */
async function readAccess(now: Date): Promise<Omit<MemberFigures["access"], "paying">> {
  const counts = await countAccess(now);
  const kinds = withAccess.map((kind) => ({ kind, count: counts.get(kind) ?? 0 }));
  return { all: kinds.reduce((sum, { count }) => sum + count, 0), kinds };
}

async function namesOf(sales: readonly Sale[]): Promise<Map<number, string>> {
  const ids = sales.flatMap(({ user_id }) => user_id ?? []);
  if (ids.length === 0) return new Map();
  const people = await db.selectFrom("users").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}

/** The subscriptions that run, or ended since the first day, with their payments. */
async function listSales({ start }: Days): Promise<StoredSale[]> {
  const stored = await subscriptionsIn(db)
    .where((row) => isRecent(row, start))
    .execute();
  const payments = grouped(await listPayments(db, start), ({ subscription_id }) => subscription_id);
  return stored.map((subscription) => ({
    ...subscription,
    payments: (payments.get(subscription.id) ?? []).toSorted((one, other) => (one.paid_at < other.paid_at ? -1 : 1)),
  }));
}

function listPayments(source: Db, start: string) {
  return source
    .selectFrom("subscriptions")
    .innerJoin("payments", "payments.subscription_id", "subscriptions.id")
    .select(["subscription_id", "amount_cents", "currency", "paid_at"])
    .where((row) => isRecent(row, start))
    .where("amount_cents", ">", 0)
    .where("paid_at", ">", new Date(Date.parse(start) - readMs).toISOString())
    .execute();
}

function isRecent(row: ExpressionBuilder<Database, "subscriptions">, start: string): Expression<SqlBool> {
  return row.or([row("subscriptions.ended_at", "is", null), row("subscriptions.ended_at", ">=", start)]);
}

function recurringOf(sales: readonly Sale[], { start, ends }: Days): MemberFigures["recurring"] {
  const centsIn = (sums: readonly Money[], currency: string) =>
    sums.find((sum) => sum.currency === currency)?.cents ?? 0;
  const before = recurringAt(sales, start);
  const daily = ends.map((at, index) => (index === ends.length - 1 ? recurringNow(sales, at) : recurringAt(sales, at)));
  const last = daily.at(-1) ?? [];
  const currencies = new Set([...last, ...before].map(({ currency }) => currency));
  return [...currencies].map((currency) => ({
    currency,
    now: centsIn(last, currency),
    before: centsIn(before, currency),
    days: daily.map((sums) => centsIn(sums, currency)),
  }));
}

function flowOf(spans: readonly PaidSpan[], days: Days): MemberFigures["flow"] {
  const { start, ends } = days;
  const now = ends.at(-1) ?? start;
  const over = spans.filter(({ until }) => until !== null && until > start && until <= now);
  const payingBefore = countPaidAt(spans, start);
  const reasons = (["cancelled", "unpaid", "refunded", "other"] as const).map((reason) => ({
    reason,
    count: over.filter((span) => span.reason === reason).length,
  }));
  return {
    payingBefore,
    joined: sumByDay(
      days,
      spans.map(({ from }) => ({ at: from, amount: 1 })),
    ),
    ended: sumByDay(
      days,
      over.map(({ until }) => ({ at: until ?? "", amount: 1 })),
    ),
    reasons: reasons.filter(({ count }) => count > 0),
    churn: churnPercent(spans, start, now),
  };
}

function countPaidAt(spans: readonly PaidSpan[], at: string): number {
  return spans.filter((span) => isPaidAt(span, at)).length;
}

function isFailed({ status }: Sale): boolean {
  return status === "past_due";
}

/** Stripe does not say since when: a payment is due a period after the last one. */
function failedPayment(sale: StoredSale, names: ReadonlyMap<number, string>): FailedPayment {
  const dayOf = (instant: string) => dateIn(env.SITE_TIMEZONE, new Date(instant));
  const paid = sale.payments.at(-1)?.paid_at;
  const until = accessUntil([sale]);
  return {
    userId: sale.user_id,
    name: names.get(sale.user_id ?? 0) ?? sale.email ?? sale.id,
    since: paid === undefined ? dayOf(sale.created_at) : nextDue(dayOf(paid), sale.price_period),
    until: until && dayOf(until),
  };
}
