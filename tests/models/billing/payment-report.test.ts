/** Reports of the payment provider against a stand-in of its API: what becomes of the subscription, and of the member's access. */
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { actorOf, createUser, nextNumber, testPassword, visitor } from "../../support/database/factories.ts";
import { newGate } from "../../support/app/gate.ts";
import { messagesOf } from "../../support/app/log.ts";
import { soon } from "../../support/soon.ts";
import type { SignOptions, StripeEvent, Subscribed } from "../../support/stripe.ts";
import { begunBy, StripeStandIn } from "../../support/stripe.ts";

const stripe = await new StripeStandIn().start();
for (const [name, value] of Object.entries({ ...stripe.env, APP_ORIGIN: "https://picks.test" })) vi.stubEnv(name, value);
const { db, write } = await import("../../../app/db.server.ts");
const { addAffiliate } = await import("../../../app/models/affiliates/affiliate.server.ts");
const { bookSignup } = await import("../../../app/models/affiliates/referral.server.ts");
const { rereadOverdue, takePaymentReport } = await import("../../../app/models/billing/payment-report.server.ts");
const { addUser } = await import("../../../app/models/people/user.server.ts");
const { hasRunningSubscription, proveEmail, readMemberships, recordSubscription } = await import("../../../app/models/billing/subscription.server.ts");
afterAll(() => stripe.stop());
beforeEach(() => {
  stripe.down = false;
  stripe.refuses = "";
  stripe.stuck.clear();
  stripe.hold = Promise.resolve();
});

const received = { received: true };

function report(event: StripeEvent, options?: SignOptions): Promise<unknown> {
  return takePaymentReport(visitor, stripe.signed(event, options));
}

function updated({ id }: Subscribed): StripeEvent {
  return stripe.event("customer.subscription.updated", id);
}

/** Reports the subscription as it is now while the answer that somebody else waits for is held at the gate, and lets that go. */
async function reportBefore(waiting: Promise<unknown>, { open }: ReturnType<typeof newGate>, subscription: Subscribed): Promise<void> {
  stripe.hold = Promise.resolve();
  const reported = report(updated(subscription));
  await Promise.race([reported, stripe.timeToOvertake()]);
  open();
  await Promise.all([waiting, reported]);
}

/** A member who paid, as the reports told. */
async function payingMember() {
  const user = await createUser(db);
  const bought = stripe.buy(user.email, begunBy(user.id));
  await report(stripe.event("checkout.session.completed", bought.session.id));
  await report(stripe.event("invoice.paid", bought.invoice.id));
  return { ...bought, user };
}

async function accessOf(userId: number): Promise<string | null> {
  return (await db.selectFrom("users").select("access_until").where("id", "=", userId).executeTakeFirstOrThrow()).access_until;
}

async function statusOf(userId: number): Promise<string | undefined> {
  return (await readMemberships(db, [userId])).get(userId)?.kind;
}

function stored(id: string) {
  return db.selectFrom("subscriptions").selectAll().where("id", "=", id).executeTakeFirst();
}

async function auditOf(userId: number): Promise<string[]> {
  return (await db.selectFrom("audit").select("action").where("subject_id", "=", userId).orderBy("id").execute()).map(({ action }) => action);
}

/** What an affiliate who brought a person has earned with them, in cents. */
async function earnedWith(userId: number): Promise<number> {
  const rows = await db.selectFrom("commissions").innerJoin("referrals", "referrals.id", "commissions.referral_id").select("amount_cents").where("user_id", "=", userId).execute();
  return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

describe("of a member whom an affiliate brought", () => {
  async function referredMember() {
    const { ref_code } = await addAffiliate(actorOf("admin"), { name: "Courtside Sample", email: `partner${nextNumber()}@example.test` });
    const member = await payingMember();
    await write((trx) => bookSignup(trx, { ...member.user, role: "user", invoiceId: member.invoice.id }, ref_code));
    return member;
  }

  it("the refund of the first payment takes the commission back as far as it goes, and no report of it does so twice", async () => {
    const { user, invoice } = await referredMember();
    expect(await earnedWith(user.id)).toBe(980);
    invoice.refunded = 2450;
    await report(stripe.event("charge.refunded", invoice.charge));
    await report(stripe.event("charge.refunded", invoice.charge));
    expect(await earnedWith(user.id)).toBe(490);
    invoice.refunded = 4900;
    await report(stripe.event("charge.refunded", invoice.charge));
    expect(await earnedWith(user.id)).toBe(0);
  });

  it("the refund of a later payment leaves the commission", async () => {
    const { user, subscription } = await referredMember();
    const later = stripe.charge(subscription, Math.floor(Date.now() / 1000) + 3600);
    await report(stripe.event("invoice.paid", later.id));
    later.refunded = 4900;
    await report(stripe.event("charge.refunded", later.charge));
    expect(await earnedWith(user.id)).toBe(980);
  });
});

const isPast = (instant: string | null) => instant !== null && Date.parse(instant) <= Date.now();

describe("a report that nobody can trust", () => {
  it.each([
    ["forged", { secret: "a-guess" }],
    ["changed after it was signed", { forged: '{"id":"evt_x","object":"event","type":"invoice.paid","data":{"object":{"id":"in_1"}}}' }],
    ["late", { at: Math.floor(Date.now() / 1000) - 301 }],
  ])("because it is %s is refused, and nothing is asked or stored", async (_why, options) => {
    const { subscription } = stripe.buy((await createUser(db)).email);
    const before = stripe.asked.length;
    await expect(report(updated(subscription), options)).rejects.toMatchObject({ reason: "malformed", message: "The signature is wrong or too old." });
    expect([stripe.asked.length - before, await stored(subscription.id)]).toEqual([0, undefined]);
  });

  it.each(["", "t=1,v1=abc", "nonsense"])("because its signature is %j is refused", async (signature) => {
    const { body } = stripe.signed(updated(stripe.buy().subscription));
    await expect(takePaymentReport(visitor, { body, signature })).rejects.toMatchObject({ reason: "malformed" });
  });

  it("is taken while the older of two secrets is still in use", async () => {
    const { user, subscription } = await payingMember();
    stripe.end(subscription);
    expect(await report(updated(subscription), { secret: "an-older-one-of-the-tests" })).toEqual(received);
    expect(isPast(await accessOf(user.id))).toBe(true);
  });
});

describe("the life of a membership", () => {
  it("begins with a payment", async () => {
    const { user, subscription, invoice } = await payingMember();
    expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([null, "active"]);
    expect(await stored(subscription.id)).toMatchObject({ user_id: user.id, email: user.email, status: "active", ended_at: null });
    expect(await db.selectFrom("payments").selectAll().where("invoice_id", "=", invoice.id).execute()).toMatchObject([{ subscription_id: subscription.id, amount_cents: 4900, currency: "usd", refunded_cents: 0 }]);
    expect(await auditOf(user.id)).toEqual(["membership.paid"]);
  });

  it("keeps access after a failed card while it is tried again, and ends when that is given up", async () => {
    const { user, subscription } = await payingMember();
    await report(stripe.event("invoice.payment_failed", stripe.failCard(subscription).id));
    expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([null, "past-due"]);
    stripe.end(subscription, "unpaid");
    await report(updated(subscription));
    const ended = await accessOf(user.id);
    expect([isPast(ended), await statusOf(user.id)]).toEqual([true, "ended"]);
    await report(updated(subscription));
    expect(await accessOf(user.id), "ends once").toBe(ended);
    subscription.status = "active";
    await report(stripe.event("invoice.paid", stripe.charge(subscription).id));
    expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([null, "active"]);
    const later = new Date(Date.now() + 60_000);
    vi.useFakeTimers({ toFake: ["Date"], now: later });
    onTestFinished(() => void vi.useRealTimers());
    stripe.end(subscription, "unpaid");
    await report(updated(subscription));
    expect(await accessOf(user.id), "the second end is not the first").toBe(later.toISOString());
  });

  it("ends at the period's end when it was cancelled, without another report", async () => {
    const { user, subscription } = await payingMember();
    const end = Math.floor(Date.now() / 1000) + 3600;
    stripe.cancelAtPeriodEnd(subscription, end);
    await report(updated(subscription));
    const access = await accessOf(user.id);
    expect(access).toBe(new Date(end * 1000).toISOString());
    expect([await statusOf(user.id), await hasRunningSubscription(db, user.id)]).toEqual(["ending", false]);
    expect((await readMemberships(db, [user.id], new Date(end * 1000))).get(user.id)).toEqual({ kind: "ended", at: access });
    stripe.end(subscription);
    await report(stripe.event("customer.subscription.deleted", subscription.id));
    expect(isPast(await accessOf(user.id))).toBe(true);
  });

  it("ends at the period's end when that alone is said, without an instant", async () => {
    const { user, subscription } = await payingMember();
    Object.assign(subscription, { cancel_at_period_end: true, cancel_at: null });
    await report(updated(subscription));
    expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([new Date(subscription.current_period_end * 1000).toISOString(), "ending"]);
  });

  it("ends on any other day, too, for which it was cancelled", async () => {
    const { user, subscription } = await payingMember();
    subscription.cancel_at = subscription.current_period_end - 7 * 24 * 3600;
    for (const cancel_at_period_end of [false, true]) {
      await report(updated(Object.assign(subscription, { cancel_at_period_end })));
      expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([new Date(subscription.cancel_at * 1000).toISOString(), "ending"]);
    }
  });

  it("ended when Stripe says that it did, however late that is reported", async () => {
    const { user, subscription } = await payingMember();
    stripe.end(subscription);
    subscription.ended_at = Math.floor(Date.now() / 1000) - 3600;
    await report(updated(subscription));
    expect(await accessOf(user.id)).toBe(new Date(subscription.ended_at * 1000).toISOString());
    const changes = await db.selectFrom("audit").select(["before", "after"]).where("subject_id", "=", user.id).where("action", "=", "membership.changed").execute();
    expect(changes.map(({ before, after }) => [JSON.parse(before ?? ""), JSON.parse(after ?? "")])).toMatchObject([[{ access_until: null }, { access_until: await accessOf(user.id) }]]);
  });

  it("ends at once when the whole payment is given back, and comes back with the next payment", async () => {
    const { user, subscription, invoice } = await payingMember();
    invoice.refunded = 1000;
    await report(stripe.event("charge.refunded", invoice.charge));
    expect(await accessOf(user.id), "a part of it ends nothing").toBeNull();
    invoice.refunded = 4900;
    await report(stripe.event("charge.refunded", invoice.charge));
    expect([isPast(await accessOf(user.id)), await statusOf(user.id), await hasRunningSubscription(db, user.id)]).toEqual([true, "ended", true]);
    await report(stripe.event("invoice.paid", invoice.id));
    expect(isPast(await accessOf(user.id)), "the same payment again").toBe(true);
    await report(stripe.event("invoice.paid", stripe.charge(subscription, Math.floor(Date.now() / 1000) + 60).id));
    expect(await accessOf(user.id)).toBeNull();
  });

  it("ends when more was given back than was paid, as all of it", async () => {
    const { user, invoice } = await payingMember();
    invoice.refunded = 5000;
    await report(stripe.event("charge.refunded", invoice.charge));
    expect([await statusOf(user.id), await db.selectFrom("payments").select("refunded_cents").where("invoice_id", "=", invoice.id).execute()]).toEqual(["ended", [{ refunded_cents: 4900 }]]);
  });

  it("goes on when somebody else's payment is given back", async () => {
    const [refunded, other] = [await payingMember(), await payingMember()];
    refunded.invoice.refunded = 4900;
    await report(stripe.event("charge.refunded", refunded.invoice.charge));
    expect([await statusOf(refunded.user.id), await statusOf(other.user.id), await accessOf(other.user.id)]).toEqual(["ended", "active", null]);
    expect(await db.selectFrom("payments").select(["refunded_cents", "refunded_at"]).where("invoice_id", "=", other.invoice.id).execute()).toEqual([{ refunded_cents: 0, refunded_at: null }]);
  });

  it("ended when its payment was given back, however often that is reported after it", async () => {
    const { user, invoice } = await payingMember();
    invoice.refunded = 4900;
    await report(stripe.event("charge.refunded", invoice.charge));
    const earlier = "2026-01-02T03:04:05.000Z";
    await db.updateTable("payments").set({ refunded_at: earlier }).where("invoice_id", "=", invoice.id).execute();
    await report(stripe.event("charge.refunded", invoice.charge));
    expect(await accessOf(user.id)).toBe(earlier);
  });

  it("of each of several people is their own", async () => {
    const [active, ended] = [await payingMember(), await payingMember()];
    stripe.end(ended.subscription);
    await report(updated(ended.subscription));
    const memberships = await readMemberships(db, [active.user.id, ended.user.id]);
    expect([active, ended].map(({ user }) => memberships.get(user.id)?.kind)).toEqual(["active", "ended"]);
  });

  it("of several goes by the best", async () => {
    const { user, subscription } = await payingMember();
    const second = stripe.buy(user.email);
    await report(stripe.event("checkout.session.completed", second.session.id));
    expect(await auditOf(user.id)).toEqual(["membership.paid", "membership.paid_twice"]);
    stripe.end(subscription);
    await report(updated(subscription));
    expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([null, "active"]);
    stripe.end(second.subscription);
    await report(updated(second.subscription));
    expect(await statusOf(user.id)).toBe("ended");
  });

  it("that is paid for together with something else is one all the same, until the later of their ends", async () => {
    const user = await createUser(db);
    const { session, subscription } = stripe.buy(user.email, begunBy(user.id));
    subscription.beside = { price: "price_of_something_else", current_period_end: subscription.current_period_end + 60 };
    await report(stripe.event("checkout.session.completed", session.id));
    Object.assign(subscription, { cancel_at_period_end: true, cancel_at: null });
    await report(updated(subscription));
    expect([await statusOf(user.id), await accessOf(user.id)]).toEqual(["ending", new Date((subscription.current_period_end + 60) * 1000).toISOString()]);
  });

  it("goes on when a period costs nothing, which is no payment that was given back", async () => {
    const { user, subscription } = await payingMember();
    await report(stripe.event("invoice.paid", Object.assign(stripe.charge(subscription), { amount_paid: 0 }).id));
    expect([await statusOf(user.id), (await stored(subscription.id))?.status]).toEqual(["active", "active"]);
  });

  it("is paid for in whatever money Stripe says", async () => {
    const { subscription } = await payingMember();
    const { id } = Object.assign(stripe.charge(subscription), { currency: "eur" });
    await report(stripe.event("invoice.paid", id));
    expect(await db.selectFrom("payments").select("currency").where("invoice_id", "=", id).execute()).toEqual([{ currency: "eur" }]);
  });

  it("is untouched where nobody ever paid", async () => {
    const { id } = await createUser(db);
    await payingMember();
    expect([await accessOf(id), await statusOf(id), await hasRunningSubscription(db, id)]).toEqual([null, "unbilled", false]);
  });

  it("outlives its account, so that the money stays known", async () => {
    const { user, subscription } = await payingMember();
    expect(await hasRunningSubscription(db, user.id)).toBe(true);
    await db.deleteFrom("users").where("id", "=", user.id).execute();
    expect(await stored(subscription.id)).toMatchObject({ user_id: null });
    stripe.end(subscription);
    expect(await report(updated(subscription))).toEqual(received);
    expect(await stored(subscription.id)).toMatchObject({ user_id: null, status: "canceled" });
  });
});

describe("what was never reported", () => {
  const hoursAfter = ({ current_period_end }: Subscribed, hours: number) => new Date((current_period_end + hours * 3600) * 1000);

  it("is asked about a day after the period's end, and ends what ended or goes on with what goes on", async () => {
    const [ended, renewed] = [await payingMember(), await payingMember()];
    const over = hoursAfter(ended.subscription, 25);
    stripe.end(ended.subscription);
    renewed.subscription.current_period_end += 30 * 24 * 3600;
    await rereadOverdue(over);
    const memberships = await readMemberships(db, [ended.user.id, renewed.user.id]);
    expect([memberships.get(ended.user.id)?.kind, memberships.get(renewed.user.id)]).toEqual(["ended", { kind: "active", renews_at: hoursAfter(renewed.subscription, 0).toISOString() }]);
    const before = stripe.asked.length;
    await rereadOverdue(over);
    expect(stripe.asked.slice(before).filter((line) => [ended, renewed].some(({ subscription }) => line.endsWith(`/${subscription.id}`)))).toEqual([]);
  });

  it.each(["past_due", "trialing"])("is asked about where it was %s, which gives access too", async (status) => {
    const { user, subscription } = await payingMember();
    subscription.status = status;
    await report(updated(subscription));
    stripe.end(subscription);
    await rereadOverdue(hoursAfter(subscription, 25));
    expect(await statusOf(user.id)).toBe("ended");
  });

  it("is not asked about while a report may still come, nor where Stripe knows of nothing", async () => {
    const { user, subscription } = await payingMember();
    const before = stripe.asked.length;
    await rereadOverdue(hoursAfter(subscription, 23));
    expect(stripe.asked.slice(before)).not.toContain(`GET /v1/subscriptions/${subscription.id}`);
    stripe.subscriptions.delete(subscription.id);
    await rereadOverdue(hoursAfter(subscription, 25));
    expect(stripe.asked.slice(before)).toContain(`GET /v1/subscriptions/${subscription.id}`);
    expect(await statusOf(user.id)).toBe("active");
  });

  it("is asked about no more once the server is to end, and says about how many it was", async () => {
    const members = [await payingMember(), await payingMember()];
    const [before, turns] = [stripe.asked.length, [true, false]];
    const latest = Math.max(...members.map(({ subscription }) => subscription.current_period_end));
    expect(await rereadOverdue(new Date((latest + 25 * 3600) * 1000), () => turns.shift() ?? false)).toBe(1);
    expect(stripe.asked.length - before).toBe(1);
  });

  it("takes no old answer over what was reported meanwhile", async () => {
    const { user, subscription } = await payingMember();
    subscription.current_period_end -= 32 * 24 * 3600;
    await report(updated(subscription));
    const [before, gate] = [stripe.asked.length, newGate()];
    stripe.hold = gate.passed;
    const asking = rereadOverdue(new Date());
    await vi.waitUntil(() => stripe.asked.slice(before).includes(`GET /v1/subscriptions/${subscription.id}`), soon);
    stripe.cancelAtPeriodEnd(subscription);
    await reportBefore(asking, gate, subscription);
    expect(await statusOf(user.id)).toBe("ended");
    stripe.end(subscription);
    await report(updated(subscription));
  });

  it("takes no old answer over what another process, whose turns are its own, was told meanwhile", async () => {
    const [{ user, subscription }, { subscription: overdue }] = [await payingMember(), await payingMember()];
    for (const late of [subscription, overdue]) {
      late.current_period_end -= 32 * 24 * 3600;
      await report(updated(late));
    }
    subscription.current_period_end += 30 * 24 * 3600;
    const [before, gate] = [stripe.asked.length, newGate()];
    stripe.hold = gate.passed;
    const asking = rereadOverdue(new Date());
    await vi.waitUntil(() => stripe.asked.slice(before).includes(`GET /v1/subscriptions/${subscription.id}`), soon);
    const now = new Date();
    const ended = { id: subscription.id, customerId: subscription.customer, email: user.email, status: "canceled", ours: true, periodEnd: null, cancelsAt: null, endedAt: now.toISOString() };
    await write((trx) => recordSubscription(trx, { subscription: ended }, now));
    gate.open();
    await asking;
    expect(await statusOf(user.id)).toBe("ended");
    stripe.end(overdue);
    await rereadOverdue(new Date());
  });

  it("is asked about also behind what can't be asked about, but not on and on while Stripe is down", async () => {
    const members = await Promise.all(Array.from({ length: 8 }, payingMember));
    for (const [index, { subscription }] of members.entries()) {
      subscription.current_period_end -= (40 - index) * 24 * 3600;
      await report(updated(subscription));
      stripe.end(subscription);
      stripe.stuck.add(subscription.id);
    }
    const complaint = vi.spyOn(console, "error").mockReturnValue();
    const before = stripe.asked.length;
    await expect(rereadOverdue(new Date())).rejects.toMatchObject({ reason: "busy" });
    expect(stripe.asked.length - before).toBe(5);
    for (const { subscription } of members.slice(1)) stripe.stuck.delete(subscription.id);
    await expect(rereadOverdue(new Date())).rejects.toMatchObject({ reason: "busy" });
    complaint.mockRestore();
    expect(await Promise.all(members.map(({ user }) => statusOf(user.id)))).toEqual(members.map((_member, index) => (index === 0 ? "active" : "ended")));
  });
});

describe("a payment of a stranger", () => {
  const forged: [how: string, changes: (userId: number) => object][] = [
    ["typed the e-mail", () => ({})],
    ["named the account as the reference of a payment link", (id) => ({ client_reference_id: String(id) })],
    ["made the proof up", (id) => begunBy(id, "another-secret-than-that-of-the-server")],
    ["sent the proof of another account", (id) => ({ metadata: { ...begunBy(id + 1).metadata, user_id: String(id) } })],
  ];

  async function paidByStranger(user: { id: number; email: string }, changes: (userId: number) => object) {
    const bought = stripe.buy(user.email, changes(user.id));
    for (const event of [stripe.event("checkout.session.completed", bought.session.id), stripe.event("invoice.paid", bought.invoice.id)]) await report(event);
    expect(await stored(bought.subscription.id)).toMatchObject({ user_id: user.id, by_email: 1 });
    return bought;
  }

  it.each(forged)("who %s never ends the access of an account that had no end", async (_how, changes) => {
    const user = await createUser(db);
    const { subscription, invoice } = await paidByStranger(user, changes);
    stripe.cancelAtPeriodEnd(subscription);
    await report(updated(subscription));
    expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([null, "unbilled"]);
    invoice.refunded = 4900;
    await report(stripe.event("charge.refunded", invoice.charge));
    stripe.end(subscription);
    await report(stripe.event("customer.subscription.deleted", subscription.id));
    expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([null, "unbilled"]);
  });

  it("who typed the e-mail does not either once its owner proves that it is theirs", async () => {
    const user = await createUser(db);
    const { subscription } = await paidByStranger(user, () => ({}));
    await write((trx) => proveEmail(trx, user.id));
    stripe.end(subscription);
    await report(updated(subscription));
    expect([await accessOf(user.id), await stored(subscription.id)]).toMatchObject([null, { by_email: 1, email_proven: 1 }]);
  });

  it.each(forged)("who %s ends no later access of an account that pays itself, and extends what has ended", async (_how, changes) => {
    const { user, subscription } = await payingMember();
    const end = (seconds: number) => new Date(seconds * 1000).toISOString();
    stripe.cancelAtPeriodEnd(subscription);
    await report(updated(subscription));
    const other = await paidByStranger(user, changes);
    expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([null, "active"]);
    stripe.cancelAtPeriodEnd(other.subscription, subscription.current_period_end - 3600);
    await report(updated(other.subscription));
    expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([end(subscription.current_period_end), "ending"]);
    stripe.end(subscription);
    await report(updated(subscription));
    expect(await accessOf(user.id)).toBe(end(other.subscription.current_period_end));
  });
});

describe("whose membership it is", () => {
  it("is nobody's when it was bought before the account exists", async () => {
    const { session, subscription } = stripe.buy("early@example.test");
    await report(stripe.event("checkout.session.completed", session.id));
    expect(await stored(subscription.id)).toMatchObject({ user_id: null, email: "early@example.test" });
    const user = await createUser(db, { email: "early@example.test" });
    await report(updated(subscription));
    expect(await stored(subscription.id)).toMatchObject({ user_id: user.id });
  });

  it.each([
    ["was cancelled", ({ subscription }: ReturnType<StripeStandIn["buy"]>) => stripe.end(subscription)],
    ["was cancelled for a day that is over", ({ subscription }: ReturnType<StripeStandIn["buy"]>) => stripe.cancelAtPeriodEnd(subscription, Math.floor(Date.now() / 1000) - 60)],
  ])("is not that of an account made after it %s, which pays nothing and would be locked out by a late report", async (_how, end) => {
    const email = `former${nextNumber()}@example.test`;
    const bought = stripe.buy(email);
    await report(stripe.event("checkout.session.completed", bought.session.id));
    end(bought);
    await report(updated(bought.subscription));
    const { id } = await addUser(actorOf("superadmin"), { email, password: testPassword, role: "user", name: "" });
    bought.invoice.refunded = 4900;
    await report(stripe.event("charge.refunded", bought.invoice.charge));
    expect([await accessOf(id), await statusOf(id), (await stored(bought.subscription.id))?.user_id]).toEqual([null, "unbilled", null]);
  });

  it("is the member's who began it signed in, whatever e-mail was paid with", async () => {
    const [member, other] = [await createUser(db), await createUser(db)];
    const { session, subscription } = stripe.buy(other.email, begunBy(member.id));
    await report(stripe.event("checkout.session.completed", session.id));
    expect(await stored(subscription.id)).toMatchObject({ user_id: member.id });
  });

  it("moves from the account with its e-mail to the member who turns out to have begun it, whichever report comes first", async () => {
    const [member, other] = [await createUser(db), await createUser(db)];
    const { session, subscription } = stripe.buy(other.email, begunBy(member.id));
    const before = await statusOf(other.id);
    await report(updated(subscription));
    expect([await stored(subscription.id), await statusOf(other.id)]).toMatchObject([{ user_id: other.id, by_email: 1 }, "active"]);
    await report(stripe.event("checkout.session.completed", session.id));
    expect(await stored(subscription.id)).toMatchObject({ user_id: member.id, by_email: 0 });
    expect([await statusOf(member.id), await statusOf(other.id)]).toEqual(["active", before]);
  });

  it("leaves the account that it moves from no end of access which was not its own", async () => {
    const [member, other] = [await createUser(db), await createUser(db)];
    const { session, subscription } = stripe.buy(other.email, begunBy(member.id));
    stripe.cancelAtPeriodEnd(subscription);
    await report(updated(subscription));
    const end = new Date(subscription.current_period_end * 1000).toISOString();
    expect([await accessOf(member.id), await accessOf(other.id)]).toEqual([null, null]);
    await report(stripe.event("checkout.session.completed", session.id));
    expect([await accessOf(member.id), await accessOf(other.id)]).toEqual([end, null]);
  });

  it("is told apart by how it came to its account, once for all", async () => {
    const user = await createUser(db);
    const { session, subscription } = stripe.buy(user.email, begunBy(user.id));
    await report(updated(subscription));
    expect(await stored(subscription.id)).toMatchObject({ user_id: user.id, by_email: 1 });
    for (const event of [stripe.event("checkout.session.completed", session.id), updated(subscription)]) {
      await report(event);
      expect(await stored(subscription.id)).toMatchObject({ user_id: user.id, by_email: 0 });
    }
    expect((await auditOf(user.id)).filter((action) => action.startsWith("membership.paid"))).toEqual(["membership.paid"]);
  });

  it.each(["999999999", "0", "1; drop table users", "not-a-number"])("is that of the e-mail where the reference is %j", async (client_reference_id) => {
    const user = await createUser(db);
    const { session, subscription } = stripe.buy(user.email.toUpperCase(), { client_reference_id });
    await report(stripe.event("checkout.session.completed", session.id));
    expect(await stored(subscription.id)).toMatchObject({ user_id: user.id });
  });

  it("stays that of the account that has it", async () => {
    const { user, subscription } = await payingMember();
    const other = await createUser(db);
    stripe.customers.set(subscription.customer, { id: subscription.customer, email: other.email });
    await report(updated(subscription));
    expect(await stored(subscription.id)).toMatchObject({ user_id: user.id, email: other.email });
  });

  it.each(["", "no address"])("keeps the e-mail that it was paid with when the customer's is %j", async (email) => {
    const { user, subscription } = await payingMember();
    stripe.customers.set(subscription.customer, { id: subscription.customer, email });
    await report(updated(subscription));
    expect(await stored(subscription.id)).toMatchObject({ email: user.email });
  });
});

describe("reports that are not for us", () => {
  it.each([
    ["another price", { price: "price_of_something_else" }],
    ["no subscription", { mode: "payment" }],
  ])("for %s change nothing", async (_what, changes) => {
    const user = await createUser(db);
    const { session, subscription, invoice } = stripe.buy(user.email, changes);
    const [completed, paid] = [stripe.event("checkout.session.completed", session.id), stripe.event("invoice.paid", invoice.id)];
    expect(await report(completed)).toEqual(received);
    if ("price" in changes) expect(await report(paid)).toEqual(received);
    expect(await stored(subscription.id)).toBeUndefined();
    expect(await db.selectFrom("stripe_events").select("id").where("id", "in", [completed.id, paid.id]).execute()).toEqual([]);
    expect(await auditOf(user.id)).toEqual([]);
  });

  it("are not for us, either, when what was for our price is for another by the time that it is stored", async () => {
    const user = await createUser(db);
    const now = new Date();
    const changed = { id: `sub_${nextNumber()}`, customerId: "cus_1", email: user.email, status: "active", ours: false, periodEnd: null, cancelsAt: null, endedAt: null };
    await write((trx) => recordSubscription(trx, { subscription: changed, userId: user.id }, now));
    expect([await stored(changed.id), await statusOf(user.id)]).toEqual([undefined, "unbilled"]);
  });

  it.each(["customer.created", "payment_intent.succeeded", "an.unknown.event"])("of the kind %s are thanked for", async (type) => {
    const before = stripe.asked.length;
    expect(await report(stripe.event(type, "x_1"))).toEqual(received);
    expect(stripe.asked.length).toBe(before);
  });

  it.each(["checkout.session.completed", "customer.subscription.updated", "invoice.paid", "charge.refunded"])("about something that is not there (%s) are thanked for", async (type) => {
    expect(await report(stripe.event(type, "gone_1"))).toEqual(received);
  });

  it.each([
    ["an invoice of no subscription", "invoice.paid", { subscription: null }],
    ["a charge of the old kind, which names no invoice", "charge.refunded", { intent: null }],
  ])("because they are about %s are thanked for, and nothing more is asked", async (_what, type, changes) => {
    const invoice = Object.assign(stripe.buy().invoice, changes);
    const before = stripe.asked.length;
    expect(await report(stripe.event(type, type === "invoice.paid" ? invoice.id : invoice.charge))).toEqual(received);
    expect(stripe.asked.length - before).toBe(1);
  });

  it("of a checkout whose payment arrives days later open the membership when it has", async () => {
    const user = await createUser(db);
    const { session, subscription } = stripe.buy(user.email);
    Object.assign(session, { payment_status: "unpaid" });
    Object.assign(subscription, { status: "incomplete" });
    await report(stripe.event("checkout.session.completed", session.id));
    expect(await statusOf(user.id)).toBe("unbilled");
    Object.assign(session, { payment_status: "paid" });
    Object.assign(subscription, { status: "active" });
    await report(stripe.event("checkout.session.async_payment_succeeded", session.id));
    expect(await statusOf(user.id)).toBe("active");
  });

  it("before anything was paid open nothing", async () => {
    const { subscription } = stripe.buy((await createUser(db)).email);
    subscription.status = "incomplete";
    await report(updated(subscription));
    expect(await stored(subscription.id)).toBeUndefined();
  });

  it("for a price that we had before still count for members who have it", async () => {
    const { user, subscription } = await payingMember();
    subscription.price = "price_next_year";
    stripe.end(subscription);
    await report(updated(subscription));
    expect(await statusOf(user.id)).toBe("ended");
  });
});

describe("reports out of order", () => {
  it("end the same, whichever comes first", async () => {
    const outcomes = [];
    for (const order of [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]]) {
      const user = await createUser(db);
      const { session, subscription, invoice } = stripe.buy(user.email, begunBy(user.id));
      invoice.refunded = 4900;
      const events = [
        stripe.event("checkout.session.completed", session.id), stripe.event("invoice.paid", invoice.id),
        stripe.event("charge.refunded", invoice.charge), updated(subscription),
      ];
      for (const index of order) await report(events[index] ?? updated(subscription));
      const payments = await db.selectFrom("payments").select(["amount_cents", "refunded_cents"]).where("subscription_id", "=", subscription.id).execute();
      outcomes.push([(await stored(subscription.id))?.user_id === user.id, await statusOf(user.id), payments]);
    }
    expect(outcomes).toEqual(Array(4).fill([true, "ended", [{ amount_cents: 4900, refunded_cents: 4900 }]]));
  });

  it("of an earlier payment's refund leave what the latest one paid for, whichever was heard of first", async () => {
    const user = await createUser(db);
    const { session, subscription, invoice: earlier } = stripe.buy(user.email);
    await report(stripe.event("checkout.session.completed", session.id));
    const latest = stripe.charge(subscription, Math.floor(Date.now() / 1000));
    Object.assign(earlier, { paid_at: Math.floor(Date.now() / 1000) - 3600, refunded: 4900 });
    stripe.invoices.set("in_zz", Object.assign(earlier, { id: "in_zz" }));
    await report(stripe.event("invoice.paid", latest.id));
    await report(stripe.event("charge.refunded", earlier.charge));
    expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([null, "active"]);
  });

  it("of the deletion before the update leave it ended", async () => {
    const { user, subscription } = await payingMember();
    const older = updated(subscription);
    stripe.end(subscription);
    await report(stripe.event("customer.subscription.deleted", subscription.id));
    await report(older);
    expect(await statusOf(user.id)).toBe("ended");
  });

  it("at the same time can't put what was read earlier over what was read later", async () => {
    const { user, subscription } = await payingMember();
    const gate = newGate();
    stripe.hold = gate.passed;
    const before = stripe.asked.length;
    const early = report(updated(subscription));
    await vi.waitUntil(() => stripe.asked.length > before, soon);
    // The stand-in has read the subscription as it was, and holds the answer.
    stripe.end(subscription);
    await reportBefore(early, gate, subscription);
    expect(await statusOf(user.id)).toBe("ended");
  });
});

describe("a report that is sent again", () => {
  it("counts once, also when both arrive at the same time", async () => {
    const { user, subscription } = await payingMember();
    stripe.cancelAtPeriodEnd(subscription);
    const event = updated(subscription);
    expect(await Promise.all([report(event), report(event)])).toEqual([received, received]);
    const before = await auditOf(user.id);
    const asked = stripe.asked.length;
    expect(await report(event)).toEqual(received);
    expect([await auditOf(user.id), stripe.asked.length]).toEqual([before, asked]);
    expect(before).toEqual(["membership.paid", "membership.changed"]);
  });

  it("because Stripe could not be asked the first time is carried out then", async () => {
    const complaint = vi.spyOn(console, "error").mockReturnValue();
    const { user, subscription } = await payingMember();
    stripe.end(subscription);
    const event = updated(subscription);
    stripe.down = true;
    await expect(report(event)).rejects.toMatchObject({ reason: "busy" });
    expect([await statusOf(user.id), messagesOf(complaint.mock.calls)]).toEqual(["active", ["Stripe: StripeConnectionError"]]);
    stripe.down = false;
    expect(await report(event)).toEqual(received);
    expect(await statusOf(user.id)).toBe("ended");
  });

  it("because Stripe would not say what it is about, which is not to say that nothing is there, is carried out then", async () => {
    const complaint = vi.spyOn(console, "error").mockReturnValue();
    const { user, subscription } = await payingMember();
    stripe.end(subscription);
    const event = updated(subscription);
    stripe.refuses = "testmode_charges_only";
    await expect(report(event)).rejects.toMatchObject({ reason: "busy" });
    expect(messagesOf(complaint.mock.calls)).toEqual(["Stripe: StripeInvalidRequestError testmode_charges_only 400 req_1"]);
    stripe.refuses = "";
    await report(event);
    expect(await statusOf(user.id)).toBe("ended");
  });
});
