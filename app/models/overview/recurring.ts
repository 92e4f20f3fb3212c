/** Monthly recurring revenue. Pure; money is in the currency's smallest unit. */
import { isPaused } from "../billing/membership.ts";
import { type Sale, isPaidAt, paidSpan } from "./paid-spans.ts";

export interface Money {
  /** Stripe's code: "usd". */
  currency: string;
  cents: number;
}

const perYear: Readonly<Record<string, number>> = { year: 1, month: 12, week: 52, day: 365 };

/** The monthly part of a price, rounded to a whole cent: of a yearly one a twelfth. `period` is "month", "3 months". */
export function monthlyCents(cents: number, period: string | null): number {
  const [, count = "1", unit = "month"] = /^(?:(\d+) )?(\w+?)s?$/.exec(period ?? "month") ?? [];
  return Math.round((cents * (perYear[unit] ?? 12)) / (12 * Number(count)));
}

/** The monthly prices of the subscriptions that are paid for now, the largest sum first. */
export function recurringNow(sales: readonly Sale[], now: string): Money[] {
  return sumOf(sales, now, (sale) => priceOf(sale) ?? paidBefore(sale, now));
}

/** The same on a past day: by what each paid last before, so that price changes show. */
export function recurringAt(sales: readonly Sale[], at: string): Money[] {
  return sumOf(sales, at, (sale) => paidBefore(sale, at) ?? priceOf(sale));
}

function sumOf(sales: readonly Sale[], at: string, priceAt: (sale: Sale) => Money | null): Money[] {
  const sums = new Map<string, number>();
  for (const sale of sales) {
    const span = paidSpan(sale);
    const price = span && isPaidAt(span, at) && !isPaused(sale, at) ? priceAt(sale) : null;
    if (price) sums.set(price.currency, (sums.get(price.currency) ?? 0) + monthlyCents(price.cents, sale.price_period));
  }
  return [...sums]
    .map(([currency, cents]) => ({ currency, cents }))
    .toSorted((one, other) => other.cents - one.cents || one.currency.localeCompare(other.currency));
}

function priceOf({ price_cents: cents, price_currency: currency }: Sale): Money | null {
  return cents === null || currency === null ? null : { cents, currency };
}

function paidBefore({ payments }: Sale, at: string): Money | null {
  const last = payments.findLast(({ paid_at }) => paid_at <= at);
  return last ? { cents: last.amount_cents, currency: last.currency } : null;
}
