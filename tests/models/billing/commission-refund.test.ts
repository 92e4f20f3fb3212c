/** What refunds take of a commission, through the provider's reports: of the payment that opened the account alone, in any order, whatever became of the account. */
import { afterAll, describe, expect, it, vi } from "vitest";
import { actorOf, nextNumber, testPassword, visitor } from "../../support/database/factories.ts";
import type { StripeEvent } from "../../support/stripe.ts";
import { StripeStandIn } from "../../support/stripe.ts";

const stripe = await new StripeStandIn().start();
for (const [name, value] of Object.entries({ ...stripe.env, APP_ORIGIN: "https://picks.test" })) vi.stubEnv(name, value);
const { db } = await import("../../../app/db.server.ts");
const { addAffiliate, findAffiliate } = await import("../../../app/models/affiliates/affiliate.server.ts");
const { takePaymentReport } = await import("../../../app/models/billing/payment-report.server.ts");
const { signUp } = await import("../../../app/models/people/sign-up.server.ts");
const { deleteUser } = await import("../../../app/models/people/user-account.server.ts");
afterAll(() => stripe.stop());

const superadmin = actorOf("superadmin");
const nowSeconds = () => Math.floor(Date.now() / 1000);
const newEmail = () => `member${nextNumber()}@example.test`;
const report = (event: StripeEvent) => takePaymentReport(visitor, stripe.signed(event));
const newPartner = () => addAffiliate(actorOf("admin"), { name: "Courtside Sample", email: `partner${nextNumber()}@example.test` });
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
  return signUp({ ...visitor, address: `10.0.0.${nextNumber()}` }, { name: "Sam Sample", phone: "555-0100", email, password: testPassword, session_id: session.id, ref_code });
}

async function refund({ invoice, subscription }: Pick<Bought, "invoice" | "subscription">, cents = 4900): Promise<void> {
  invoice.refunded = cents;
  if (cents === 4900) stripe.end(subscription);
  await report(stripe.event("charge.refunded", invoice.charge));
}

describe("a commission", () => {
  it.each([["$4.90", { amount_paid: 490 }, 98], ["$49.00", {}, 980], ["$0.02", { amount_paid: 2 }, 0], ["nothing yet", { status: "open", amount_paid: 0, paid_at: null }, 0], ["another currency, as the list price", { amount_paid: 7500, currency: "jpy" }, 980]] as const)("is of what the invoice was: %s", async (_what, changes, cents) => {
    const [partner, bought] = [await newPartner(), stripe.buy(newEmail())];
    Object.assign(bought.invoice, changes);
    await join(newEmail(), bought, partner);
    expect(await earned(partner)).toBe(cents);
  });

  it("of a discounted payment is taken back whole with its refund, whenever that was reported", async () => {
    const [partner, bought] = [await newPartner(), stripe.buy(newEmail())];
    bought.invoice.amount_paid = 490;
    await join(newEmail(), bought, partner);
    bought.invoice.refunded = 245;
    await report(stripe.event("charge.refunded", bought.invoice.charge));
    expect(await earned(partner)).toBe(49);
    bought.invoice.refunded = 490;
    await report(stripe.event("charge.refunded", bought.invoice.charge));
    expect(await earned(partner)).toBe(0);
  });

  it("stays when whoever paid twice before the account existed gets the other payment back", async () => {
    const [partner, email] = [await newPartner(), newEmail()];
    const [first, second] = [await buy(email, 600), await buy(email, 60)];
    await join(email, second, partner);
    await refund(first);
    expect(await earned(partner)).toBe(980);
    await refund(second);
    expect(await earned(partner)).toBe(0);
  });

  it("stays when a payment before the one that opened the account had been given back, whatever is paid later", async () => {
    const [partner, email] = [await newPartner(), newEmail()];
    const [first, second] = [await buy(email, 600), await buy(email, 60)];
    await refund(first);
    await join(email, second, partner);
    await report(stripe.event("invoice.paid", stripe.charge(second.subscription, nowSeconds()).id));
    expect(await earned(partner)).toBe(980);
  });

  it("of a second affiliate stays when an e-mail comes back whose first payment, through another, was given back", async () => {
    const [first, second, email] = [await newPartner(), await newPartner(), newEmail()];
    const before = await buy(email, 6000);
    const { id } = await join(email, before, first);
    await refund(before);
    await deleteUser(superadmin, { id });
    await join(email, await buy(email), second);
    expect([await earned(first), await earned(second)]).toEqual([0, 980]);
  });

  it("is not what an affiliate gets who signs up with their own e-mail, whatever e-mail they paid with", async () => {
    const email = newEmail();
    const partner = await addAffiliate(actorOf("admin"), { name: "Courtside Sample", email });
    await join(email, await buy(newEmail()), partner);
    expect(await earned(partner)).toBe(0);
  });

  it("is taken back after the account was deleted too", async () => {
    const [partner, email] = [await newPartner(), newEmail()];
    const bought = await buy(email);
    const { id } = await join(email, bought, partner);
    await deleteUser(superadmin, { id });
    await refund(bought, 2450);
    expect(await earned(partner)).toBe(490);
    await refund(bought);
    expect(await earned(partner)).toBe(0);
  });

  it("begins with what is left where a part was given back before the account was opened", async () => {
    const [partner, email] = [await newPartner(), newEmail()];
    const bought = await buy(email);
    await refund(bought, 2450);
    await join(email, bought, partner);
    expect(await earned(partner)).toBe(490);
  });

  it("does not depend on the order of the reports: a renewal's refund may be heard of before the first payment", async () => {
    const [partner, email] = [await newPartner(), newEmail()];
    const bought = stripe.buy(email);
    await join(email, bought, partner);
    const renewal = stripe.charge(bought.subscription, nowSeconds() + 10);
    await report(stripe.event("invoice.paid", renewal.id));
    renewal.refunded = 4900;
    await report(stripe.event("charge.refunded", renewal.charge));
    await report(stripe.event("invoice.paid", bought.invoice.id));
    expect(await earned(partner)).toBe(980);
  });

  it("is booked once for a payment, also where the account it opened was deleted and is opened again with it", async () => {
    const [first, second, email] = [await newPartner(), await newPartner(), newEmail()];
    const bought = await buy(email);
    await deleteUser(superadmin, { id: (await join(email, bought, first)).id });
    await join(email, bought, second);
    expect([await earned(first), await earned(second)]).toEqual([980, 0]);
  });
});
