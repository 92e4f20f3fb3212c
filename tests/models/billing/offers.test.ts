import { afterAll, expect, it, vi } from "vitest";
import { actorOf, createUser, visitor } from "../../support/database/factories.ts";
import { ourPrice, StripeStandIn } from "../../support/stripe.ts";

const yearlyPrice = "price_a_year";
const stripe = await new StripeStandIn().start();
const settings = {
  STRIPE_PRICE_ID: `price_raised,${ourPrice}`,
  STRIPE_YEARLY_PRICE_ID: yearlyPrice,
  STRIPE_TRIAL_DAYS: "7",
  STRIPE_PROMOTION_CODES: "1",
};
for (const [name, value] of Object.entries({ ...stripe.env, ...settings, APP_ORIGIN: "https://picks.test" }))
  vi.stubEnv(name, value);
const { db } = await import("../../../app/db.server.ts");
const { beginCheckout, readCheckoutPage } = await import("../../../app/models/billing/membership.server.ts");
const { readSignUpPage } = await import("../../../app/models/people/sign-up.server.ts");
afterAll(() => stripe.stop());

const ofAge = { age_confirmed: "yes" };
const visit = (session_id: string) => readSignUpPage(visitor, { payment_success: "true", session_id });

it("without an answer of Stripe there is no yearly price; later it is there, and is asked once", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  stripe.down = true;
  expect(await readCheckoutPage(visitor, {})).toMatchObject({ offer: { trialDays: 7, yearly: null } });
  stripe.down = false;
  stripe.prices.set(yearlyPrice, { unit_amount: 49_000, currency: "usd" });
  vi.advanceTimersByTime(61_000);
  const offer = { trialDays: 7, yearly: { cents: 49_000, currency: "usd" } };
  expect(await readCheckoutPage(visitor, {})).toMatchObject({ offer });
  const before = stripe.requests.length;
  expect(await readCheckoutPage(visitor, {})).toMatchObject({ offer });
  expect(stripe.requests.length).toBe(before);
  vi.useRealTimers();
});

it("a visitor gets the plan that they chose, the trial and the field for a code", async () => {
  await beginCheckout(visitor, { ...ofAge, plan: "yearly" });
  expect(Object.fromEntries(stripe.lastForm)).toMatchObject({
    "line_items[0][price]": yearlyPrice,
    "subscription_data[trial_period_days]": "7",
    allow_promotion_codes: "true",
  });
  await expect(beginCheckout(visitor, { ...ofAge, plan: "weekly" })).rejects.toMatchObject({ reason: "invalid" });
});

it("a new price is sold, and the one of before still opens an account for those who paid it", async () => {
  await beginCheckout(visitor, ofAge);
  expect(stripe.lastForm.get("line_items[0][price]")).toBe("price_raised");
  for (const [price, state] of [
    ["price_raised", "form"],
    [ourPrice, "form"],
    ["price_of_a_mug", "unpaid"],
  ] as const)
    expect(await visit(stripe.buy(undefined, { price }).session.id)).toMatchObject({ state });
});

it("a member who comes back gets no second trial", async () => {
  const { id } = await createUser(db);
  const actor = actorOf("user", id);
  await beginCheckout({ ...actor, person: { ...actor.person, lapsed: true } }, {});
  expect(stripe.lastForm.get("subscription_data[trial_period_days]")).toBeNull();
});

it("after the payment the sign-up says what was paid, and what comes next", async () => {
  const { session, subscription } = stripe.buy(undefined, { price: yearlyPrice });
  subscription.current_period_end = Date.parse("2027-11-30T17:00:00.000Z") / 1000;
  expect(await visit(session.id)).toMatchObject({
    state: "form",
    receipt: "Payment received: $49.00, next on 11/30/2027.",
  });
});

it("a trial opens the sign-up, and nothing was charged", async () => {
  const { session, subscription, invoice } = stripe.buy();
  session.payment_status = "no_payment_required";
  Object.assign(subscription, {
    status: "trialing",
    current_period_end: Date.parse("2027-12-07T17:00:00.000Z") / 1000,
  });
  Object.assign(invoice, { amount_paid: 0 });
  expect(await visit(session.id)).toMatchObject({
    state: "form",
    receipt: "Nothing was charged today. First charge on 12/07/2027.",
  });
});
