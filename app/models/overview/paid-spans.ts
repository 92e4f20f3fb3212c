/** Who paid from when to when. Pure: instants are ISO texts in UTC, which sort as text. */
import { addMonths } from "../../time/calendar-month.ts";
import { accessUntil, givesAccess, type Subscription } from "../billing/membership.ts";

export interface Payment {
  /** Above 0, in the currency's smallest unit. */
  amount_cents: number;
  currency: string;
  paid_at: string;
}

export interface Sale extends Subscription {
  user_id: number | null;
  created_at: string;
  price_cents: number | null;
  price_currency: string | null;
  price_period: string | null;
  /** Oldest first. */
  payments: readonly Payment[];
}

export type EndReason = "refunded" | "cancelled" | "unpaid" | "other";

export interface PaidSpan {
  from: string;
  /** Null = it goes on. */
  until: string | null;
  reason: EndReason;
}

/** From the first payment to the end of access; null for a trial, and for one that was never paid. */
export function paidSpan(sale: Sale): PaidSpan | null {
  const from = sale.payments[0]?.paid_at ?? (isPaidNow(sale) ? sale.created_at : null);
  const until = accessUntil([sale]);
  if (from === null || (until !== null && until <= from)) return null;
  return { from, until, reason: reasonOf(sale, until) };
}

/** One span for each time that a person paid without a break: two subscriptions at a time are one. */
export function spansOfPeople(sales: readonly Sale[]): PaidSpan[] {
  return [...grouped(sales, ({ id, user_id }) => user_id ?? id).values()].flatMap((own) =>
    joined(own.flatMap((sale) => paidSpan(sale) ?? [])),
  );
}

export function isPaidAt({ from, until }: PaidSpan, at: string): boolean {
  return from <= at && (until === null || until > at);
}

/** How many of those who paid at `start` don't at `now`, in percent; null when nobody paid at `start`. */
export function churnPercent(spans: readonly PaidSpan[], start: string, now: string): number | null {
  const before = spans.filter((span) => isPaidAt(span, start));
  const ended = before.filter((span) => !isPaidAt(span, now));
  return before.length === 0 ? null : (ended.length * 100) / before.length;
}

/** The day on which the next payment is due, YYYY-MM-DD; `paid` is that of the last one. */
export function nextDue(paid: string, period: string | null): string {
  return addMonths(paid, period === "year" ? 12 : 1);
}

export function grouped<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

function isPaidNow({ status }: Sale): boolean {
  return givesAccess(status) && status !== "trialing";
}

function reasonOf(sale: Sale, until: string | null): EndReason {
  const { status, cancels_at, refunded_at } = sale;
  if (refunded_at !== null && until === refunded_at) return "refunded";
  if (cancels_at !== null) return "cancelled";
  return status === "unpaid" || status === "incomplete_expired" || isOverdue(sale, until) ? "unpaid" : "other";
}

/** After the last try Stripe cancels most of them: they end more than a period after what was paid last. */
function isOverdue({ payments, price_period }: Sale, until: string | null): boolean {
  const paid = payments.at(-1)?.paid_at;
  return paid !== undefined && until !== null && nextDue(paid.slice(0, 10), price_period) < until.slice(0, 10);
}

function joined(spans: readonly PaidSpan[]): PaidSpan[] {
  const merged: PaidSpan[] = [];
  for (const span of spans.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = merged.at(-1);
    if (last === undefined || (last.until !== null && last.until < span.from)) merged.push({ ...span });
    else if (last.until !== null && (span.until === null || span.until > last.until))
      Object.assign(last, { until: span.until, reason: span.reason });
  }
  return merged;
}
