/** What a membership costs a month. Pure. The price at Stripe that STRIPE_PRICE_ID names has to be the same. */
export const priceCents = 4900;

/** As the pages say it: "$49", with cents only where there are some. */
export const price = `$${(priceCents / 100).toFixed(priceCents % 100 === 0 ? 0 : 2)}`;
