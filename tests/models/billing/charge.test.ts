import { describe, expect, it } from "vitest";
import { chargeOf } from "../../../app/models/billing/charge.ts";

const subscription = {
  status: "active",
  paused_at: null,
  paused_until: null,
  period_end: "2026-12-21T03:00:00.000Z",
  price_cents: 4900,
  price_currency: "usd",
  price_period: "month",
  card_brand: "visa",
  card_last4: "4242",
};
const charge = (changes: Partial<Parameters<typeof chargeOf>[0]>) =>
  chargeOf({ ...subscription, ...changes }, "America/New_York");

describe("what a member reads about the next charge", () => {
  it("has price, date in the site's zone, and card", () => {
    expect(charge({})).toEqual({ price: "$49\u00a0/\u00a0month", next: "12/20/2026", card: "Visa ending in 4242" });
  });

  it.each([
    [4950, "usd", "month", "$49.50\u00a0/\u00a0month"],
    [12_000, "usd", "3 months", "$120\u00a0/\u00a03 months"],
    [4900, "eur", "year", "€49\u00a0/\u00a0year"],
    [7000, "jpy", "month", "¥7,000\u00a0/\u00a0month"],
  ])("writes %d %s each %s as %s", (price_cents, price_currency, price_period, text) => {
    expect(charge({ price_cents, price_currency, price_period }).price).toBe(text);
  });

  it("names no date while a failed charge is retried", () => {
    expect(charge({ status: "past_due" }).next).toBeNull();
  });

  it("names a date only when it charges on that date", () => {
    const paused = (paused_until: string | null) =>
      charge({ paused_at: "2026-12-01T00:00:00.000Z", paused_until }).next;
    expect([paused(null), paused("2027-01-15T05:00:00.000Z"), paused("2026-12-15T05:00:00.000Z")]).toEqual([
      null,
      null,
      "12/20/2026",
    ]);
  });

  it("leaves out what Stripe has not told", () => {
    expect(charge({ price_cents: null, card_brand: null, period_end: null })).toEqual({
      price: null,
      next: null,
      card: null,
    });
  });

  it.each([
    ["amex", "American Express ending in 4242"],
    ["a-new-brand", "Card ending in 4242"],
  ])("names the brand %s", (card_brand, card) => {
    expect(charge({ card_brand }).card).toBe(card);
  });
});
