/** Only refunds of the payment that opened the account reduce a commission, in any order of the webhooks. */
import { afterAll, describe, expect, it, vi } from "vitest";
import { actorOf, nextNumber, testPassword, visitor } from "../../support/database/factories.ts";
import { type StripeEvent, StripeStandIn } from "../../support/stripe.ts";

const stripe = await new StripeStandIn().start();
for (const [name, value] of Object.entries({ ...stripe.env, APP_ORIGIN: "https://picks.test" }))
  vi.stubEnv(name, value);
const { db } = await import("../../../app/db.server.ts");
const { addAffiliate, findAffiliate } = await import("../../../app/models/affiliates/affiliate.server.ts");
const { takeWebhookEvent } = await import("../../../app/models/billing/payment-report.server.ts");
const { signUp } = await import("../../../app/models/people/sign-up.server.ts");
const { deleteUser } = await import("../../../app/models/people/user-account.server.ts");
afterAll(() => stripe.stop());

const superadmin = actorOf("superadmin");
const nowSeconds = () => Math.floor(Date.now() / 1000);
const newEmail = () => `member${nextNumber()}@example.test`;
const report = (event: StripeEvent) => takeWebhookEvent(visitor, stripe.signed(event));
const newAffiliate = () =>
  addAffiliate(actorOf("admin"), { name: "Courtside Sample", email: `partner${nextNumber()}@example.test` });
const earned = async ({ id }: { id: number }) => Number((await findAffiliate(db, id)).commission_cents);

type Bought = ReturnType<StripeStandIn["buy"]>;

async function buy(email: string, secondsAgo = 0): Promise<Bought> {
  const bought = stripe.buy(email);
  bought.invoice.paid_at = nowSeconds() - secondsAgo;
  await report(stripe.event("checkout.session.completed", bought.session.id));
  await report(stripe.event("invoice.paid", bought.invoice.id));
  return bought;
}

function join(email: string, { session }: Bought, { ref_code }: { ref_code: string }) {
  return signUp(
    { ...visitor, address: `10.0.0.${nextNumber()}` },
    { name: "Sam Sample", phone: "555-0100", email, password: testPassword, session_id: session.id, ref_code },
  );
}

async function refund(
  { invoice, subscription }: Pick<Bought, "invoice" | "subscription">,
  cents = 4900,
): Promise<void> {
  invoice.refunded = cents;
  if (cents === 4900) stripe.end(subscription);
  await report(stripe.event("charge.refunded", invoice.charge));
}

describe("a commission", () => {
  it.each([
    ["$4.90", { amount_paid: 490 }, 98],
    ["$49.00", {}, 980],
    ["$0.02", { amount_paid: 2 }, 0],
    ["nothing yet", { status: "open", amount_paid: 0, paid_at: null }, 0],
    ["the list price, for another currency", { amount_paid: 7500, currency: "jpy" }, 980],
  ] as const)("depends on the invoice's amount: %s", async (_what, changes, cents) => {
    const [affiliate, bought] = [await newAffiliate(), stripe.buy(newEmail())];
    Object.assign(bought.invoice, changes);
    await join(newEmail(), bought, affiliate);
    expect(await earned(affiliate)).toBe(cents);
  });

  it("of a discounted payment is reduced in proportion to its refunds", async () => {
    const [affiliate, bought] = [await newAffiliate(), stripe.buy(newEmail())];
    bought.invoice.amount_paid = 490;
    await join(newEmail(), bought, affiliate);
    bought.invoice.refunded = 245;
    await report(stripe.event("charge.refunded", bought.invoice.charge));
    expect(await earned(affiliate)).toBe(49);
    bought.invoice.refunded = 490;
    await report(stripe.event("charge.refunded", bought.invoice.charge));
    expect(await earned(affiliate)).toBe(0);
  });

  it("stays when another payment from before the account is refunded", async () => {
    const [affiliate, email] = [await newAffiliate(), newEmail()];
    const [first, second] = [await buy(email, 600), await buy(email, 60)];
    await join(email, second, affiliate);
    await refund(first);
    expect(await earned(affiliate)).toBe(980);
    await refund(second);
    expect(await earned(affiliate)).toBe(0);
  });

  it("stays when a payment before the one that opened the account was refunded, also after a later payment", async () => {
    const [affiliate, email] = [await newAffiliate(), newEmail()];
    const [first, second] = [await buy(email, 600), await buy(email, 60)];
    await refund(first);
    await join(email, second, affiliate);
    await report(stripe.event("invoice.paid", stripe.charge(second.subscription, nowSeconds()).id));
    expect(await earned(affiliate)).toBe(980);
  });

  it("of a second affiliate stays when the member's first payment, through another affiliate, was refunded", async () => {
    const [first, second, email] = [await newAffiliate(), await newAffiliate(), newEmail()];
    const before = await buy(email, 6000);
    const { id } = await join(email, before, first);
    await refund(before);
    await deleteUser(superadmin, { id });
    await join(email, await buy(email), second);
    expect([await earned(first), await earned(second)]).toEqual([0, 980]);
  });

  it("is zero for affiliates who sign up with their own email, even when they pay with another one", async () => {
    const email = newEmail();
    const affiliate = await addAffiliate(actorOf("admin"), { name: "Courtside Sample", email });
    await join(email, await buy(newEmail()), affiliate);
    expect(await earned(affiliate)).toBe(0);
  });

  it("is reduced by a refund after the account was deleted", async () => {
    const [affiliate, email] = [await newAffiliate(), newEmail()];
    const bought = await buy(email);
    const { id } = await join(email, bought, affiliate);
    await deleteUser(superadmin, { id });
    await refund(bought, 2450);
    expect(await earned(affiliate)).toBe(490);
    await refund(bought);
    expect(await earned(affiliate)).toBe(0);
  });

  it("starts reduced when a part was refunded before the account was created", async () => {
    const [affiliate, email] = [await newAffiliate(), newEmail()];
    const bought = await buy(email);
    await refund(bought, 2450);
    await join(email, bought, affiliate);
    expect(await earned(affiliate)).toBe(490);
  });

  it("does not depend on the order of the webhooks: a renewal's refund may arrive before the first payment", async () => {
    const [affiliate, email] = [await newAffiliate(), newEmail()];
    const bought = stripe.buy(email);
    await join(email, bought, affiliate);
    const renewal = stripe.charge(bought.subscription, nowSeconds() + 10);
    await report(stripe.event("invoice.paid", renewal.id));
    renewal.refunded = 4900;
    await report(stripe.event("charge.refunded", renewal.charge));
    await report(stripe.event("invoice.paid", bought.invoice.id));
    expect(await earned(affiliate)).toBe(980);
  });

  it("is booked once per payment, even when the account is deleted and created again with it", async () => {
    const [first, second, email] = [await newAffiliate(), await newAffiliate(), newEmail()];
    const bought = await buy(email);
    await deleteUser(superadmin, { id: (await join(email, bought, first)).id });
    await join(email, bought, second);
    expect([await earned(first), await earned(second)]).toEqual([980, 0]);
  });
});
