/** What is read of Stripe's objects. */
import type Stripe from "stripe";
import { env } from "../env.server.ts";
import { isBuyerProof } from "./buyer-proof.server.ts";
import type { BilledSubscription, CheckoutSession, Dispute, Invoice, Price, WebhookEvent } from "./provider.ts";

/** Nothing is due at the start of a trial, or with a code for the whole price. */
const settled: readonly string[] =
  env.STRIPE_TRIAL_DAYS !== undefined || env.STRIPE_PROMOTION_CODES ? ["paid", "no_payment_required"] : ["paid"];

export function asSession(session: Stripe.Checkout.Session): CheckoutSession {
  const { mode, status, payment_status, subscription, invoice, customer_details, client_reference_id, metadata } =
    session;
  const member = userIdOf(metadata?.user_id);
  return {
    paid: mode === "subscription" && status === "complete" && settled.includes(payment_status),
    subscriptionId: idOf(subscription),
    invoiceId: idOf(invoice),
    email: asEmail(customer_details?.email),
    userId: member !== null && isBuyerProof(member, metadata?.proof ?? "") ? member : null,
    reference: userIdOf(client_reference_id),
  };
}

function userIdOf(text: string | null | undefined): number | null {
  return /^[1-9]\d{0,15}$/.test(text ?? "") ? Number(text) : null;
}

export function asSubscription(
  subscription: Stripe.Subscription,
  ourPrices: readonly string[],
  method: Stripe.PaymentMethod | null,
): BilledSubscription {
  const { customer, items, cancel_at, cancel_at_period_end, ended_at, id, pause_collection, status } = subscription;
  const periodEnd = instant(Math.max(0, ...items.data.map((item) => item.current_period_end)) || null);
  const paying = typeof customer === "object" && !customer.deleted ? customer : null;
  const own = items.data.find((item) => ourPrices.includes(item.price.id));
  const bought = own ?? items.data[0];
  return {
    id,
    status,
    periodEnd,
    customerId: idOf(customer) ?? "",
    email: asEmail(paying?.email),
    ours: own !== undefined,
    cancelsAt: instant(cancel_at) ?? (cancel_at_period_end ? periodEnd : null),
    endedAt: instant(ended_at),
    paused: pause_collection && { until: instant(pause_collection.resumes_at) },
    price: bought ? priceOf(bought) : null,
    card: method?.card ? { brand: method.card.brand, last4: method.card.last4 } : null,
  };
}

/** Null for a price in tiers, which has no single amount. */
function priceOf({ price: { unit_amount, currency, recurring }, quantity = 1 }: Stripe.SubscriptionItem): Price | null {
  if (unit_amount === null || recurring === null) return null;
  const { interval, interval_count: count } = recurring;
  return { cents: unit_amount * quantity, currency, period: count === 1 ? interval : `${count} ${interval}s` };
}

export function asInvoice(invoice: Stripe.Invoice, refundedCents: number): Invoice | null {
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription ?? null);
  if (subscriptionId === null) return null;
  const paidAt = instant(invoice.status_transitions.paid_at);
  if (invoice.status !== "paid" || paidAt === null || invoice.amount_paid <= 0)
    return { subscriptionId, payment: null };
  return {
    subscriptionId,
    payment: {
      invoiceId: invoice.id,
      amountCents: invoice.amount_paid,
      currency: invoice.currency,
      paidAt,
      refundedCents,
    },
  };
}

export function asDispute({ charge, created, evidence_details, status }: Stripe.Dispute): Dispute {
  return {
    chargeId: idOf(charge) ?? "",
    openedAt: new Date(created * 1000).toISOString(),
    dueBy: instant(evidence_details.due_by),
    status,
  };
}

/** A webhook configured for thin payloads sends events without the object. */
export function isSnapshot({ data }: { data?: { object?: object | null } }): boolean {
  return typeof data?.object === "object" && data.object !== null;
}

export function asReport(event: Stripe.Event): WebhookEvent {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return { id: event.id, about: { kind: "session", id: event.data.object.id } };
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return { id: event.id, about: { kind: "subscription", id: event.data.object.id } };
    case "invoice.paid":
    case "invoice.payment_failed":
      return { id: event.id, about: { kind: "invoice", id: event.data.object.id } };
    case "charge.refunded":
      return { id: event.id, about: { kind: "charge", id: event.data.object.id } };
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
      return { id: event.id, about: { kind: "dispute", id: event.data.object.id } };
    default:
      return { id: event.id, about: null };
  }
}

export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === "object" ? (value?.id ?? null) : (value ?? null);
}

function asEmail(text: string | null | undefined): string | null {
  const email = text?.trim().toLowerCase() ?? "";
  return /^[^\s@]+@[^\s@]+$/.test(email) ? email : null;
}

function instant(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}
