/** The monthly price of a membership. Pure. Must equal the Stripe price that STRIPE_PRICE_ID names. */
export const priceCents = 4900;

/** "$49", with cents only when there are some. */
export const price = `$${(priceCents / 100).toFixed(priceCents % 100 === 0 ? 0 : 2)}`;
