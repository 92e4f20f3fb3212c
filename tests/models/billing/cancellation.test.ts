import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { actorOf, createUser, nextNumber, visitor } from "../../support/database/factories.ts";
import { begunBy, StripeStandIn } from "../../support/stripe.ts";

const stripe = await new StripeStandIn().start();
for (const [name, value] of Object.entries({ ...stripe.env, APP_ORIGIN: "https://picks.test" }))
  vi.stubEnv(name, value);
const { db } = await import("../../../app/db.server.ts");
const { cancelAllOf, cancelOwnMembership, readOwnCancelPage } =
  await import("../../../app/models/billing/cancellation.server.ts");
const { readOwnMembership } = await import("../../../app/models/billing/membership.server.ts");
const { takeWebhookEvent } = await import("../../../app/models/billing/payment-report.server.ts");
const { readOwnData } = await import("../../../app/models/people/own-data.server.ts");
afterAll(() => stripe.stop());
beforeEach(() => {
  stripe.down = false;
});

const report = (type: string, id: string) => takeWebhookEvent(visitor, stripe.signed(stripe.event(type, id)));
const stored = (id: string) => db.selectFrom("subscriptions").selectAll().where("id", "=", id).executeTakeFirst();

async function payingMember(bought?: ReturnType<StripeStandIn["buy"]>) {
  const user = await createUser(db);
  const own = bought ?? stripe.buy(user.email, begunBy(user.id));
  await report("checkout.session.completed", own.session.id);
  return { ...own, user, actor: actorOf("user", user.id) };
}

async function cancellations(userId: number) {
  return db
    .selectFrom("audit")
    .select(["actor_id", "after"])
    .where("action", "=", "membership.canceled")
    .where("subject_id", "=", userId)
    .execute();
}

function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

describe("the price and card of a subscription", () => {
  it("are stored with Stripe's answer, and a page view asks Stripe nothing", async () => {
    const { actor } = await payingMember();
    const before = stripe.requests.length;
    expect((await readOwnMembership(db, actor.person))?.charge).toMatchObject({
      price: "$49\u00a0/\u00a0month",
      card: "Visa ending in 4242",
    });
    expect(stripe.requests.length).toBe(before);
  });

  it("fall back to the customer's card, and follow a change", async () => {
    const { actor, subscription } = await payingMember();
    Object.assign(subscription, { card: null, customersCard: { brand: "amex", last4: "0005" }, amount: 9900 });
    await report("customer.subscription.updated", subscription.id);
    expect((await readOwnMembership(db, actor.person))?.charge).toMatchObject({
      price: "$99\u00a0/\u00a0month",
      card: "American Express ending in 0005",
    });
  });

  it("name no card where something else pays", async () => {
    const { actor, subscription } = await payingMember();
    subscription.card = null;
    await report("customer.subscription.updated", subscription.id);
    expect((await readOwnMembership(db, actor.person))?.charge?.card).toBeNull();
  });

  it("are forgotten with the subscription's end", async () => {
    const { subscription } = await payingMember();
    stripe.end(subscription);
    await report("customer.subscription.deleted", subscription.id);
    expect(await stored(subscription.id)).toMatchObject({ card_brand: null, card_last4: null, price_cents: 4900 });
  });

  it("of a payment that is matched by e-mail alone are not shown", async () => {
    const user = await createUser(db);
    await db.updateTable("users").set({ email_confirmed_at: user.created_at }).where("id", "=", user.id).execute();
    await report("checkout.session.completed", stripe.buy(user.email).session.id);
    const { person } = actorOf("user", user.id);
    expect(await readOwnMembership(db, person)).toMatchObject({ charge: null, running: [expect.anything()] });
    expect((await readOwnData(actorOf("user", user.id), {})).subscriptions).toMatchObject([
      { price_cents: 4900, card_brand: null, card_last4: null },
    ]);
  });

  it("are in the member's data", async () => {
    const { actor } = await payingMember();
    expect((await readOwnData(actor, {})).subscriptions).toMatchObject([
      { price_cents: 4900, price_currency: "usd", price_period: "month", card_brand: "visa", card_last4: "4242" },
    ]);
  });
});

describe("cancelling one's membership", () => {
  it("ends it at Stripe with its period, stores that at once and writes it to the trail", async () => {
    const { actor, user, subscription } = await payingMember();
    const view = await readOwnCancelPage(actor, {});
    expect(view).toMatchObject({ subscription: subscription.id, why: null });
    const { until } = await cancelOwnMembership(actor, { subscription: view.subscription });
    expect(until).toBe(view.until);
    expect(subscription.cancel_at_period_end).toBe(true);
    const end = instant(subscription.current_period_end);
    expect(await stored(subscription.id)).toMatchObject({ status: "active", cancels_at: end });
    expect(await db.selectFrom("users").select("access_until").where("id", "=", user.id).executeTakeFirst()).toEqual({
      access_until: end,
    });
    expect(await cancellations(user.id)).toEqual([
      { actor_id: user.id, after: JSON.stringify({ subscription: subscription.id, cancels_at: end }) },
    ]);
  });

  it("is idempotent", async () => {
    const { actor, user, subscription } = await payingMember();
    const [first, second] = await Promise.all([
      cancelOwnMembership(actor, { subscription: subscription.id }),
      cancelOwnMembership(actor, { subscription: subscription.id }),
    ]);
    expect(await cancelOwnMembership(actor, { subscription: subscription.id })).toEqual(first);
    expect(second).toEqual(first);
    expect(await cancellations(user.id)).toHaveLength(1);
  });

  it("stores the end of a subscription that ended at Stripe meanwhile", async () => {
    const { actor, subscription } = await payingMember();
    stripe.end(subscription);
    await cancelOwnMembership(actor, { subscription: subscription.id });
    expect(await stored(subscription.id)).toMatchObject({ status: "canceled", ended_at: expect.any(String) });
  });

  it("ends a membership with a failed payment now, so that the payment is not tried again", async () => {
    const { actor, subscription } = await payingMember();
    stripe.failCard(subscription);
    await report("customer.subscription.updated", subscription.id);
    expect(await readOwnCancelPage(actor, {})).toMatchObject({ endsNow: true, until: null });
    expect(await cancelOwnMembership(actor, { subscription: subscription.id })).toEqual({ until: null });
    expect([subscription.status, await stored(subscription.id)]).toEqual([
      "canceled",
      expect.objectContaining({ status: "canceled", ended_at: expect.any(String) }),
    ]);
  });

  it("cancels nothing that Stripe doesn't know", async () => {
    const { actor, user, subscription } = await payingMember();
    stripe.subscriptions.delete(subscription.id);
    await expect(cancelOwnMembership(actor, { subscription: subscription.id })).rejects.toMatchObject({
      reason: "conflict",
    });
    await cancelAllOf(user.id);
    expect(await cancellations(user.id)).toEqual([]);
  });

  it("changes nothing while Stripe can't be reached, and says where else to cancel", async () => {
    const { actor, user, subscription } = await payingMember();
    stripe.down = true;
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    onTestFinished(() => errors.mockRestore());
    await expect(cancelOwnMembership(actor, { subscription: subscription.id })).rejects.toMatchObject({
      reason: "busy",
      message: expect.stringMatching(/^Your membership could not be canceled: .* or cancel under "Manage billing"\.$/),
    });
    expect([subscription.cancel_at_period_end, (await stored(subscription.id))?.cancels_at]).toEqual([false, null]);
    expect(await cancellations(user.id)).toEqual([]);
  });

  it("is refused for another member's subscription, and for one that is matched by e-mail alone", async () => {
    const [{ actor }, other] = [await payingMember(), await payingMember()];
    const input = { subscription: other.subscription.id };
    await expect(cancelOwnMembership(actor, input)).rejects.toMatchObject({ reason: "conflict" });
    const user = await createUser(db);
    await db.updateTable("users").set({ email_confirmed_at: user.created_at }).where("id", "=", user.id).execute();
    const { session, subscription } = stripe.buy(user.email);
    await report("checkout.session.completed", session.id);
    await expect(
      cancelOwnMembership(actorOf("user", user.id), { subscription: subscription.id }),
    ).rejects.toMatchObject({ reason: "conflict", message: expect.stringMatching(/^This was paid for without/) });
    expect([subscription.cancel_at_period_end, other.subscription.cancel_at_period_end]).toEqual([false, false]);
  });

  it("is refused for an id that nobody has", async () => {
    const { actor } = await payingMember();
    await expect(cancelOwnMembership(actor, { subscription: `sub_${nextNumber()}` })).rejects.toMatchObject({
      reason: "conflict",
    });
  });

  it("asks a member with two subscriptions to cancel each on the billing page", async () => {
    const { actor, user } = await payingMember();
    await report("checkout.session.completed", stripe.buy(user.email, begunBy(user.id)).session.id);
    expect(await readOwnCancelPage(actor, {})).toMatchObject({
      subscription: null,
      why: expect.stringMatching(/^You have 2 subscriptions\./),
    });
  });

  it("has nothing to do without a subscription", async () => {
    const { id } = await createUser(db);
    expect(await readOwnCancelPage(actorOf("user", id), {})).toMatchObject({
      subscription: null,
      why: expect.stringMatching(/^You don't have a subscription that renews/),
    });
  });
});
