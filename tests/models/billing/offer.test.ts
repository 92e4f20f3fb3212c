import { expect, it } from "vitest";
import { planText, termsText } from "../../../app/models/billing/offer.ts";

const yearly = { cents: 49_000, currency: "usd" };

it.each([
  [{ trialDays: null, yearly: null }, "$49.00 today, then $49.00 every month until you cancel."],
  [{ trialDays: 1, yearly: null }, "1 day free, then $49.00 every month until you cancel."],
  [{ trialDays: null, yearly }, "$49.00 every month or $490.00 every year, the first today, until you cancel."],
  [{ trialDays: 7, yearly }, "7 days free, then $49.00 every month or $490.00 every year until you cancel."],
])("the terms of %j", (offer, text) => {
  expect(termsText(offer)).toBe(text);
});

it("a plan says its price and period", () => {
  const offer = { trialDays: null, yearly };
  expect([planText("monthly", offer), planText("yearly", offer)]).toEqual(["$49 / month", "$490 / year"]);
});
