import type Stripe from "stripe";
import type { BilledSubscription, Checkout, CheckoutSession, Invoice, Offer, Price, WebhookEvent } from "./provider.ts";
import { env } from "../env.server.ts";
import { logError } from "../log.server.ts";
import { buyerProof, isBuyerProof } from "./buyer-proof.server.ts";
import { pricingPath, profilePath, renewedPath, signUpPath } from "../paths/paths.ts";
import { Refusal } from "../refusal.ts";

const timeoutMs = 8000;
const askAgainMs = 60_000;
/** The codes for an object that is unknown, or a subscription that has ended. */
const goneCodes = ["resource_missing", "invalid_canceled_subscription_fields"];
const expand = ["customer", "default_payment_method"];

/**
 * Takes only ids from a webhook event and reads the objects from Stripe, so that the order of events doesn't matter.
 */
export async function stripeCheckout(): Promise<Checkout> {
  const { default: StripeClient } = await import("stripe");
  const {
    STRIPE_SECRET_KEY: key = "",
    STRIPE_PRICE_ID: price = "",
    STRIPE_YEARLY_PRICE_ID: yearlyPrice,
    STRIPE_TRIAL_DAYS: trialDays,
    STRIPE_PROMOTION_CODES: takesCodes,
    STRIPE_WEBHOOK_SECRET: secrets = [],
    APP_ORIGIN: origin = "",
  } = env;
  const stripe = new StripeClient(key, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...hostOf(env.STRIPE_API_BASE),
  });

  const ourPrices = [price, ...(yearlyPrice === undefined ? [] : [yearlyPrice])];
  let yearly: Offer["yearly"] = null;
  let askedAt = -Infinity;

  return {
    link: null,
    async offer() {
      // Prices at Stripe never change: asked once, and again after a minute while there is no answer.
      if (yearlyPrice !== undefined && yearly === null && performance.now() - askedAt > askAgainMs) {
        askedAt = performance.now();
        const found = await askMaybe(stripe.prices.retrieve(yearlyPrice)).catch(() => null);
        if (found?.unit_amount != null) yearly = { cents: found.unit_amount, currency: found.currency };
      }
      return { trialDays: trialDays ?? null, yearly };
    },
    async begin(buyer, plan) {
      const back = buyer ? `${renewedPath}?` : `${signUpPath}?payment_success=true&`;
      const prepare = (customer: { customer: string } | { customer_email: string } | null) =>
        stripe.checkout.sessions.create({
          mode: "subscription",
          line_items: [{ price: (plan === "yearly" && yearlyPrice) || price, quantity: 1 }],
          // Only for those who are new here.
          ...(trialDays !== undefined && buyer === null && { subscription_data: { trial_period_days: trialDays } }),
          ...(takesCodes && { allow_promotion_codes: true }),
          // Stripe replaces the placeholder, so its braces must not be encoded.
          success_url: `${origin}${back}session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${origin}${buyer ? profilePath : pricingPath}`,
          ...(buyer && {
            client_reference_id: String(buyer.userId),
            metadata: { user_id: String(buyer.userId), proof: buyerProof(buyer.userId) },
          }),
          ...customer,
        });
      const existing = buyer?.customerId ? await askMaybe(prepare({ customer: buyer.customerId })) : null;
      // If the customer was deleted at Stripe, the member pays as a new one.
      const session = existing ?? (await ask(prepare(buyer && { customer_email: buyer.email })));
      return addressOf(session.url);
    },
    billing: {
      async findSession(id) {
        const session = await askMaybe(stripe.checkout.sessions.retrieve(id));
        return session && asSession(session);
      },
      async findSubscription(id) {
        const subscription = await askMaybe(stripe.subscriptions.retrieve(id, { expand }));
        return subscription && asSubscription(subscription, ourPrices, await payingMethod(subscription));
      },
      async cancel(id, when) {
        const subscription = await askMaybe(
          when === "now"
            ? stripe.subscriptions.cancel(id, { expand })
            : stripe.subscriptions.update(id, { cancel_at_period_end: true, expand }),
        );
        return subscription && asSubscription(subscription, ourPrices, await payingMethod(subscription));
      },
      async findInvoice(id) {
        const invoice = await askMaybe(stripe.invoices.retrieve(id));
        return invoice && asInvoice(invoice, 0);
      },
      async findChargedInvoice(chargeId) {
        const charge = await askMaybe(stripe.charges.retrieve(chargeId));
        const intent = charge && idOf(charge.payment_intent);
        if (!intent) return null;
        const {
          data: [paid],
        } = await ask(
          stripe.invoicePayments.list({
            payment: { type: "payment_intent", payment_intent: intent },
            expand: ["data.invoice"],
            limit: 1,
          }),
        );
        return paid && typeof paid.invoice === "object" && !paid.invoice.deleted
          ? asInvoice(paid.invoice, charge.amount_refunded)
          : null;
      },
      async openPortal(customer) {
        const session = await askMaybe(
          stripe.billingPortal.sessions.create({ customer, return_url: `${origin}${profilePath}` }),
        );
        return session && addressOf(session.url);
      },
      readWebhookEvent: (body, signature) => asReport(verified(body, signature)),
    },
  };

  function verified(body: string, signature: string): Stripe.Event {
    for (const secret of secrets) {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, secret);
        if (isSnapshot(event)) return event;
      } catch (error) {
        if (error instanceof StripeClient.errors.StripeSignatureVerificationError) continue;
      }
      throw new Refusal(
        "malformed",
        "This event does not contain its object. Set the webhook to send snapshot payloads.",
      );
    }
    throw new Refusal("malformed", "The signature is wrong or too old.");
  }

  /** The customer's own one pays for a subscription without one. */
  async function payingMethod({
    customer,
    default_payment_method: own,
  }: Stripe.Subscription): Promise<Stripe.PaymentMethod | null> {
    if (own !== null) return typeof own === "string" ? null : own;
    const paying = typeof customer === "object" && !customer.deleted ? customer : null;
    const id = idOf(paying?.invoice_settings.default_payment_method ?? null);
    return id === null ? null : askMaybe(stripe.paymentMethods.retrieve(id));
  }

  async function askMaybe<R>(call: Promise<R>): Promise<R | null> {
    try {
      return await call;
    } catch (error) {
      if (error instanceof StripeClient.errors.StripeInvalidRequestError && goneCodes.includes(error.code ?? ""))
        return null;
      return refuse(error);
    }
  }

  function ask<R>(call: Promise<R>): Promise<R> {
    return call.catch(refuse);
  }

  function refuse(error: unknown): never {
    if (!(error instanceof StripeClient.errors.StripeError)) throw error;
    // Stripe's message can contain user input and a part of the key.
    logError(`Stripe: ${[error.type, error.code, error.statusCode, error.requestId].filter(Boolean).join(" ")}`);
    throw new Refusal("busy", "The payment service can't be reached right now. Please try again in a moment.", {
      retryAfter: 30,
    });
  }
}

function hostOf(base: string | undefined): Stripe.StripeConfig {
  if (base === undefined) return {};
  const { hostname, port, protocol } = new URL(base);
  return { host: hostname, ...(port !== "" && { port }), protocol: protocol === "http:" ? "http" : "https" };
}

/** Nothing is due at the start of a trial, or with a code for the whole price. */
const settled: readonly string[] =
  env.STRIPE_TRIAL_DAYS !== undefined || env.STRIPE_PROMOTION_CODES ? ["paid", "no_payment_required"] : ["paid"];

function asSession(session: Stripe.Checkout.Session): CheckoutSession {
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

function asSubscription(
  subscription: Stripe.Subscription,
  ourPrices: readonly string[],
  method: Stripe.PaymentMethod | null,
): BilledSubscription {
  const { customer, items, cancel_at, cancel_at_period_end, ended_at, id, status } = subscription;
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

function asInvoice(invoice: Stripe.Invoice, refundedCents: number): Invoice | null {
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

/** A webhook configured for thin payloads sends events without the object. */
function isSnapshot({ data }: { data?: { object?: object | null } }): boolean {
  return typeof data?.object === "object" && data.object !== null;
}

function asReport(event: Stripe.Event): WebhookEvent {
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
    default:
      return { id: event.id, about: null };
  }
}

function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === "object" ? (value?.id ?? null) : (value ?? null);
}

function asEmail(text: string | null | undefined): string | null {
  const email = text?.trim().toLowerCase() ?? "";
  return /^[^\s@]+@[^\s@]+$/.test(email) ? email : null;
}

function instant(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}

function addressOf(url: string | null): string {
  return new URL(url ?? "").href;
}
