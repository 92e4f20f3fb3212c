import type Stripe from "stripe";
import type { BilledSubscription, Checkout, Invoice, Offer } from "./provider.ts";
import { env } from "../env.server.ts";
import { logError } from "../log.server.ts";
import { buyerProof } from "./buyer-proof.server.ts";
import {
  asDispute,
  asInvoice,
  asReport,
  asSession,
  asSubscription,
  idOf,
  isSnapshot,
} from "./stripe-objects.server.ts";
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
    STRIPE_PRICE_ID: [price = "", ...earlierPrices] = [],
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

  const ourPrices = [price, ...earlierPrices, ...(yearlyPrice === undefined ? [] : [yearlyPrice])];
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
      findSubscription: (id) => askSubscription(stripe.subscriptions.retrieve(id, { expand })),
      cancel: (id, when) =>
        askSubscription(
          when === "now"
            ? stripe.subscriptions.cancel(id, { expand })
            : stripe.subscriptions.update(id, { cancel_at_period_end: true, expand }),
        ),
      pause: (id, until) =>
        askSubscription(
          stripe.subscriptions.update(id, {
            pause_collection: until === null ? "" : { behavior: "void", resumes_at: Date.parse(until) / 1000 },
            expand,
          }),
        ),
      async findInvoice(id) {
        const invoice = await askMaybe(stripe.invoices.retrieve(id));
        return invoice && asInvoice(invoice, 0);
      },
      findChargedInvoice,
      async findDispute(id) {
        const dispute = await askMaybe(stripe.disputes.retrieve(id));
        return dispute && asDispute(dispute);
      },
      async refund(invoice, cents, idempotencyKey) {
        const {
          data: [paid],
        } = await ask(stripe.invoicePayments.list({ invoice, status: "paid", limit: 1 }));
        const intent = idOf(paid?.payment.payment_intent);
        if (intent === null) return null;
        const refunded = await stripe.refunds
          .create({ payment_intent: intent, amount: cents }, { idempotencyKey })
          .catch(refuseRefund);
        const charge = idOf(refunded.charge);
        return charge === null ? null : findChargedInvoice(charge);
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

  async function askSubscription(call: Promise<Stripe.Subscription>): Promise<BilledSubscription | null> {
    const subscription = await askMaybe(call);
    return subscription && asSubscription(subscription, ourPrices, await payingMethod(subscription));
  }

  async function findChargedInvoice(chargeId: string): Promise<Invoice | null> {
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
  }

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

  function refuseRefund(error: unknown): never {
    const { StripeInvalidRequestError, StripeIdempotencyError } = StripeClient.errors;
    if (error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError)
      throw new Refusal(
        "conflict",
        "Stripe doesn't refund this now. It may be refunded or disputed already: look at the payment there.",
      );
    return refuse(error);
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

function addressOf(url: string | null): string {
  return new URL(url ?? "").href;
}
