import { env } from "./env.server.ts";
import { demoCheckoutPath } from "./paths.ts";

/** How a membership is paid for. */
export interface Checkout {
  /** The address of a payment page that needs no preparation, or null where `begin` makes one for each buyer. */
  readonly link: string | null;
}

/** The hosted page of the specification: nobody hears from it who paid. The demo stands in for it with a page of its own. */
const hostedLink: Checkout = { link: env.CHECKOUT_URL ?? demoCheckoutPath };

export const checkout: Checkout = hostedLink;
