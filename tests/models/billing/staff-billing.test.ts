/** What staff do with a member's payments at Stripe: refund the last one, cancel, pause and resume. */
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { actorOf, createUser, nextNumber, testPassword, visitor } from "../../support/database/factories.ts";
import { StripeStandIn } from "../../support/stripe.ts";
import { addDays, formatCalendarDate } from "../../../app/time/calendar-date.ts";
import { addMonths } from "../../../app/time/calendar-month.ts";
import { dateIn, instantIn } from "../../../app/time/zone-time.ts";

const stripe = await new StripeStandIn().start();
for (const [name, value] of Object.entries({ ...stripe.env, APP_ORIGIN: "https://picks.test" }))
  vi.stubEnv(name, value);
const { db } = await import("../../../app/db.server.ts");
const { addAffiliate, findAffiliate } = await import("../../../app/models/affiliates/affiliate.server.ts");
const { cancelMembership } = await import("../../../app/models/billing/cancellation.server.ts");
const { takeWebhookEvent } = await import("../../../app/models/billing/payment-report.server.ts");
const { pauseMembership, resumeMembership } = await import("../../../app/models/billing/pause.server.ts");
const { refundLastPayment } = await import("../../../app/models/billing/refund.server.ts");
const { signUp } = await import("../../../app/models/people/sign-up.server.ts");
const { readUserPage } = await import("../../../app/models/people/user-page.server.ts");
afterAll(() => stripe.stop());

const superadmin = actorOf("superadmin", (await createUser(db, { role: "superadmin" })).id);
const report = (type: string, id: string) => takeWebhookEvent(visitor, stripe.signed(stripe.event(type, id)));
beforeEach(() => {
  stripe.down = false;
});

/** A member whom an affiliate brought, with their first payment of $49. */
async function broughtMember() {
  const partner = { name: "Courtside Sample", email: `partner${nextNumber()}@example.test` };
  const affiliate = await addAffiliate(actorOf("admin"), partner);
  const email = `member${nextNumber()}@example.test`;
  const bought = stripe.buy(email);
  await report("checkout.session.completed", bought.session.id);
  await report("invoice.paid", bought.invoice.id);
  const form = { name: "Sam Sample", phone: "555-0100", email, password: testPassword };
  await signUp(
    { ...visitor, address: `10.0.0.${nextNumber()}` },
    { ...form, session_id: bought.session.id, ref_code: affiliate.ref_code },
  );
  const { id } = await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  const commission = async () => Number((await findAffiliate(db, affiliate.id)).commission_cents);
  const form0 = { id, invoice_id: bought.invoice.id, shown: "0" };
  return { ...bought, id, commission, form: form0 };
}

async function trailOf(userId: number, action: string) {
  const rows = await db
    .selectFrom("audit")
    .select(["actor_id", "after"])
    .where("subject_id", "=", userId)
    .where("action", "=", action)
    .execute();
  return rows.map(({ actor_id, after }) => [actor_id === superadmin.person.id, JSON.parse(after ?? "{}")]);
}

describe("a refund of the last payment", () => {
  it("in part is made at Stripe, stored, and takes the commission back in proportion; access stays", async () => {
    const { id, invoice, commission, form } = await broughtMember();
    expect(await commission()).toBe(980);
    expect(await refundLastPayment(superadmin, { ...form, amount: "24.50", again: "24.50" })).toEqual({
      refunded: "$24.50",
    });
    expect([invoice.refunded, await commission()]).toEqual([2450, 490]);
    const view = await readUserPage(superadmin, { id });
    expect(view.payments).toMatchObject([{ amount: "$49.00", refunded: "$24.50", refundable: true }]);
    expect([view.user.membership?.slice(0, 6), view.broughtBy?.name]).toEqual(["Active", "Courtside Sample"]);
    expect(await trailOf(id, "payment.refunded")).toEqual([
      [true, { invoice: invoice.id, refunded: "$24.50", refunded_before: "$0.00" }],
    ]);
  });

  it("by a doubled form is made once, and the report of Stripe adds nothing", async () => {
    const { id, invoice, commission, form } = await broughtMember();
    const once = { ...form, amount: "49", again: "49.00" };
    const both = await Promise.all([refundLastPayment(superadmin, once), refundLastPayment(superadmin, once)]);
    await refundLastPayment(superadmin, once);
    await report("charge.refunded", invoice.charge);
    expect(both).toEqual([{ refunded: "$49.00" }, { refunded: "$49.00" }]);
    expect([invoice.refunded, await commission()]).toEqual([4900, 0]);
    expect(await trailOf(id, "payment.refunded")).toHaveLength(1);
    const view = await readUserPage(superadmin, { id });
    expect([view.user.membership?.slice(0, 5), view.payments[0]?.refundable]).toEqual(["Ended", false]);
  });

  it("is refused with amounts that differ, or more than is left, at their fields", async () => {
    const { invoice, form } = await broughtMember();
    const refused = (amount: string, again = amount) => refundLastPayment(superadmin, { ...form, amount, again });
    await expect(refused("10", "1")).rejects.toMatchObject({ fields: { again: "The two amounts are not the same." } });
    await expect(refused("49.01")).rejects.toMatchObject({ fields: { amount: "At most $49.00." } });
    await expect(refused("", "")).rejects.toMatchObject({ fields: { amount: "Enter an amount." } });
    expect(invoice.refunded).toBe(0);
  });

  it("is refused after another refund or a later payment, which the form did not show", async () => {
    const { form, invoice, subscription } = await broughtMember();
    await refundLastPayment(superadmin, { ...form, amount: "10", again: "10" });
    await expect(refundLastPayment(superadmin, { ...form, amount: "5", again: "5" })).rejects.toMatchObject({
      reason: "conflict",
    });
    await refundLastPayment(superadmin, { ...form, shown: "1000", amount: "10", again: "10" });
    expect(invoice.refunded).toBe(2000);
    const later = stripe.charge(subscription, Math.floor(Date.now() / 1000) + 60);
    await report("invoice.paid", later.id);
    await expect(
      refundLastPayment(superadmin, { ...form, shown: "2000", amount: "5", again: "5" }),
    ).rejects.toMatchObject({ message: "This is not their last payment any more." });
  });

  it("while Stripe is down is refused as busy, and can be sent again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { form, invoice } = await broughtMember();
    stripe.down = true;
    await expect(refundLastPayment(superadmin, { ...form, amount: "5", again: "5" })).rejects.toMatchObject({
      reason: "busy",
    });
    stripe.down = false;
    await refundLastPayment(superadmin, { ...form, amount: "5", again: "5" });
    expect(invoice.refunded).toBe(500);
  });
});

describe("a pause of the payments", () => {
  const inMonths = (months: number) => addMonths(dateIn("America/New_York", new Date()), months);
  const pausedAt = async (id: string) => {
    const columns = ["paused_at", "paused_until"] as const;
    return db.selectFrom("subscriptions").select(columns).where("id", "=", id).executeTakeFirstOrThrow();
  };

  it("charges nothing until the day, keeps access, is idempotent, and names who did it and why", async () => {
    const { id, subscription } = await broughtMember();
    const form = { id, subscription: subscription.id, until: inMonths(2), reason: "Travels" };
    const first = await pauseMembership(superadmin, form);
    expect(await pauseMembership(superadmin, form)).toEqual(first);
    const resumes = instantIn("America/New_York", inMonths(2), 0);
    expect(subscription.pause_collection).toEqual({ behavior: "void", resumes_at: resumes.getTime() / 1000 });
    const view = await readUserPage(superadmin, { id });
    expect(view.user.membership).toBe(`Active · payments paused until ${first.until}`);
    expect(view.access?.subscriptions).toMatchObject([{ running: true, pause: "resume" }]);
    expect(await trailOf(id, "membership.paused")).toEqual([
      [true, { subscription: subscription.id, paused_until: resumes.toISOString(), reason: "Travels" }],
    ]);
    await report("customer.subscription.updated", subscription.id);
    expect((await pausedAt(subscription.id)).paused_until).toBe(resumes.toISOString());
  });

  it("ends when staff resume them, and when Stripe reports that they began again", async () => {
    const { id, subscription } = await broughtMember();
    const form = { id, subscription: subscription.id };
    for (const resume of [
      () => resumeMembership(superadmin, form),
      async () => {
        subscription.pause_collection = null;
        await report("customer.subscription.updated", subscription.id);
      },
    ]) {
      await pauseMembership(superadmin, { ...form, until: inMonths(2) });
      await resume();
      expect([subscription.pause_collection, await pausedAt(subscription.id)]).toEqual([
        null,
        { paused_at: null, paused_until: null },
      ]);
    }
    await resumeMembership(superadmin, form);
    expect(await trailOf(id, "membership.resumed")).toEqual([[true, { subscription: subscription.id }]]);
    // The same pause again, after the first ended, is another one.
    expect(await trailOf(id, "membership.paused")).toHaveLength(2);
  });

  it("without an end, made at Stripe, is read too", async () => {
    const { id, subscription } = await broughtMember();
    subscription.pause_collection = { behavior: "void", resumes_at: null };
    await report("customer.subscription.updated", subscription.id);
    const view = await readUserPage(superadmin, { id });
    expect(view.user.membership).toBe("Active · payments paused");
  });

  it("is refused without a day, and with one that changes nothing or is too far, at its field", async () => {
    const { id, subscription } = await broughtMember();
    const pause = (until: string) => pauseMembership(superadmin, { id, subscription: subscription.id, until });
    const charged = dateIn("America/New_York", new Date(subscription.current_period_end * 1000));
    const inAYear = addMonths(charged, 12);
    await expect(pause("")).rejects.toMatchObject({
      fields: { until: "Enter the day from which they are charged again." },
    });
    const message = `Choose a day after ${formatCalendarDate(charged)}, their next charge, and at most a year later.`;
    for (const until of [addDays(charged, -29), charged, addDays(inAYear, 1)])
      await expect(pause(until)).rejects.toMatchObject({ fields: { until: message } });
    expect(subscription.pause_collection).toBeNull();
    for (const until of [addDays(charged, 1), inAYear])
      expect(await pause(until)).toEqual({ until: formatCalendarDate(until) });
  });

  it("is refused for what is canceled, past due, or somebody else's", async () => {
    const { id, subscription } = await broughtMember();
    const form = { id, subscription: subscription.id, until: inMonths(2) };
    const other = await createUser(db);
    await expect(pauseMembership(superadmin, { ...form, id: other.id })).rejects.toMatchObject({ reason: "not-found" });
    await cancelMembership(superadmin, form);
    await expect(pauseMembership(superadmin, form)).rejects.toMatchObject({ reason: "conflict" });
    const late = await broughtMember();
    await report("invoice.payment_failed", stripe.failCard(late.subscription).id);
    await expect(
      pauseMembership(superadmin, { ...form, id: late.id, subscription: late.subscription.id }),
    ).rejects.toMatchObject({ reason: "conflict" });
  });
});

describe("a cancellation by staff", () => {
  it("ends the subscription with its period, is idempotent, and names who did it", async () => {
    const { id, subscription } = await broughtMember();
    const first = await cancelMembership(superadmin, { id, subscription: subscription.id });
    expect(await cancelMembership(superadmin, { id, subscription: subscription.id })).toEqual(first);
    expect([subscription.cancel_at_period_end, first.until === null]).toEqual([true, false]);
    expect(await trailOf(id, "membership.canceled_by_staff")).toMatchObject([
      [true, { subscription: subscription.id }],
    ]);
    const other = await createUser(db);
    await expect(cancelMembership(superadmin, { id: other.id, subscription: subscription.id })).rejects.toMatchObject({
      reason: "not-found",
    });
  });
});
