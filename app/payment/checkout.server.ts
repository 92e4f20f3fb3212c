import { env } from "../env.server.ts";
import { demoCheckoutPath } from "../paths/paths.ts";
import type { Checkout } from "./provider.ts";

/** The hosted payment page, which reports no payments. The demo has its own replacement page. */
function hostedLink(): Checkout {
  const link = env.CHECKOUT_URL ?? demoCheckoutPath;
  return { link, begin: async () => link, offer: async () => ({ trialDays: null, yearly: null }), billing: null };
}

// Loaded on demand: the Stripe package takes 35 MB.
export const checkout: Checkout =
  env.PAYMENT_MODE === "stripe" ? await (await import("./stripe.server.ts")).stripeCheckout() : hostedLink();
