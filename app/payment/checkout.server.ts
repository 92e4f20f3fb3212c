import { env } from "../env.server.ts";
import { demoCheckoutPath } from "../paths/paths.ts";
import type { Checkout } from "./provider.ts";

/** The hosted page of the specification: nobody hears from it who paid. The demo stands in for it with a page of its own. */
function hostedLink(): Checkout {
  const link = env.CHECKOUT_URL ?? demoCheckoutPath;
  return { link, begin: async () => link, billing: null };
}

// Loaded only where it is used: the package takes 35 MB.
export const checkout: Checkout = env.PAYMENT_MODE === "stripe" ? await (await import("./stripe.server.ts")).stripeCheckout() : hostedLink();
