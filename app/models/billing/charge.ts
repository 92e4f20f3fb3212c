/** What a member reads about the next charge. Pure. */
import { formatCalendarDate } from "../../time/calendar-date.ts";
import { dateIn } from "../../time/zone-time.ts";
import { isPaused } from "./membership.ts";

export interface Charge {
  /** "$49 / month"; null = not told. */
  price: string | null;
  /** The date of the next charge; null while a failed one is retried, and when it is paused on that date. */
  next: string | null;
  /** "Visa ending in 4242"; null = not told. */
  card: string | null;
}

interface Charged {
  status: string;
  paused_at: string | null;
  paused_until: string | null;
  period_end: string | null;
  price_cents: number | null;
  price_currency: string | null;
  price_period: string | null;
  card_brand: string | null;
  card_last4: string | null;
}

export function chargeOf(subscription: Charged, zone: string): Charge {
  const { card_brand, card_last4 } = subscription;
  return {
    price: priceText(subscription),
    next: nextOf(subscription, zone),
    card: card_brand === null || card_last4 === null ? null : `${brandName(card_brand)} ending in ${card_last4}`,
  };
}

function nextOf(subscription: Charged, zone: string): string | null {
  const { status, period_end } = subscription;
  const isCharged = status !== "past_due" && period_end !== null && !isPaused(subscription, period_end);
  return isCharged ? dayIn(zone, period_end) : null;
}

/** "12/21/2026". */
export function dayIn(zone: string, instant: string): string {
  return formatCalendarDate(dateIn(zone, new Date(instant)));
}

function priceText({ price_cents, price_currency, price_period }: Charged): string | null {
  if (price_cents === null || price_currency === null || price_period === null) return null;
  return `${moneyText(price_cents, price_currency, "without zeros")}\u00a0/\u00a0${price_period}`;
}

/** "$49.00"; without zeros "$49". `amount` is in the currency's smallest unit. */
export function moneyText(
  amount: number,
  currency: string,
  zeros: "with zeros" | "without zeros" = "with zeros",
): string {
  const money = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    trailingZeroDisplay: zeros === "with zeros" ? "auto" : "stripIfInteger",
  });
  return money.format(amount / 10 ** digitsOf(currency));
}

/** The decimals of a currency: yen have no cents. */
export function digitsOf(currency: string): number {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

const brandNames: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

function brandName(brand: string): string {
  return brandNames[brand] ?? "Card";
}
