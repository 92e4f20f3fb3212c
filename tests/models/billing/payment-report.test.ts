import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { actorOf, createUser, nextNumber, testPassword, visitor } from "../../support/database/factories.ts";
import { newGate } from "../../support/app/gate.ts";
import { messagesOf } from "../../support/app/log.ts";
import { soon } from "../../support/soon.ts";
import { type SignOptions, type StripeEvent, type Subscribed, begunBy, StripeStandIn } from "../../support/stripe.ts";

const stripe = await new StripeStandIn().start();
for (const [name, value] of Object.entries({ ...stripe.env, APP_ORIGIN: "https://picks.test" }))
  vi.stubEnv(name, value);
const { db, write } = await import("../../../app/db.server.ts");
const { addAffiliate } = await import("../../../app/models/affiliates/affiliate.server.ts");
const { bookSignup } = await import("../../../app/models/affiliates/referral.server.ts");
const { refreshOverdue, takeWebhookEvent } = await import("../../../app/models/billing/payment-report.server.ts");
const { addUser } = await import("../../../app/models/people/user.server.ts");
const { proveEmail, recordSubscription } = await import("../../../app/models/billing/subscription.server.ts");
const { hasRunningSubscription, readMemberships } =
  await import("../../../app/models/billing/subscription-row.server.ts");
afterAll(() => stripe.stop());
beforeEach(() => {
  stripe.down = false;
  stripe.errorCode = "";
  stripe.lockedIds.clear();
  stripe.hold = Promise.resolve();
});

const received = { received: true };

function report(event: StripeEvent, options?: SignOptions): Promise<unknown> {
  return takeWebhookEvent(visitor, stripe.signed(event, options));
}

function updated({ id }: Subscribed): StripeEvent {
  return stripe.event("customer.subscription.updated", id);
}

/** Reports the subscription's current state while an older answer is held at the gate, then lets it through. */
async function reportBefore(
  waiting: Promise<unknown>,
  { open }: ReturnType<typeof newGate>,
  subscription: Subscribed,
): Promise<void> {
  stripe.hold = Promise.resolve();
  await report(updated(subscription));
  open();
  await waiting;
}

async function payingMember() {
  const user = await createUser(db);
  const bought = stripe.buy(user.email, begunBy(user.id));
  await report(stripe.event("checkout.session.completed", bought.session.id));
  await report(stripe.event("invoice.paid", bought.invoice.id));
  return { ...bought, user };
}

async function accessOf(userId: number): Promise<string | null> {
  return (await db.selectFrom("users").select("access_until").where("id", "=", userId).executeTakeFirstOrThrow())
    .access_until;
}

async function statusOf(userId: number): Promise<string | undefined> {
  return (await readMemberships(db, [userId])).get(userId)?.kind;
}

function stored(id: string) {
  return db.selectFrom("subscriptions").selectAll().where("id", "=", id).executeTakeFirst();
}

async function auditOf(userId: number): Promise<string[]> {
  return (await db.selectFrom("audit").select("action").where("subject_id", "=", userId).orderBy("id").execute()).map(
    ({ action }) => action,
  );
}

async function earnedWith(userId: number): Promise<number> {
  const rows = await db
    .selectFrom("commissions")
    .innerJoin("referrals", "referrals.id", "commissions.referral_id")
    .select("amount_cents")
    .where("user_id", "=", userId)
    .execute();
  return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

describe("a member with an affiliate", () => {
  async function referredMember() {
    const { ref_code } = await addAffiliate(actorOf("admin"), {
      name: "Courtside Sample",
      email: `partner${nextNumber()}@example.test`,
    });
    const member = await payingMember();
    await write((trx) => bookSignup(trx, { ...member.user, role: "user", invoiceId: member.invoice.id }, ref_code));
    return member;
  }

  it("a refund of the first payment reduces the commission in proportion, and is idempotent", async () => {
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

  it("a refund of a later payment does not change the commission", async () => {
    const { user, subscription } = await referredMember();
    const later = stripe.charge(subscription, Math.floor(Date.now() / 1000) + 3600);
    await report(stripe.event("invoice.paid", later.id));
    later.refunded = 4900;
    await report(stripe.event("charge.refunded", later.charge));
    expect(await earnedWith(user.id)).toBe(980);
  });
});

const isPast = (instant: string | null) => instant !== null && Date.parse(instant) <= Date.now();

describe("an untrusted webhook", () => {
  it.each([
    ["forged", { secret: "a-guess" }],
    [
      "changed after it was signed",
      { forged: '{"id":"evt_x","object":"event","type":"invoice.paid","data":{"object":{"id":"in_1"}}}' },
    ],
    ["late", { at: Math.floor(Date.now() / 1000) - 301 }],
  ])("that is %s is refused, without a request to Stripe or a write", async (_why, options) => {
    const { subscription } = stripe.buy((await createUser(db)).email);
    const before = stripe.requests.length;
    await expect(report(updated(subscription), options)).rejects.toMatchObject({
      reason: "malformed",
      message: "The signature is wrong or too old.",
    });
    expect([stripe.requests.length - before, await stored(subscription.id)]).toEqual([0, undefined]);
  });

  it.each(["", "t=1,v1=abc", "nonsense"])("with the signature %j is refused", async (signature) => {
    const { body } = stripe.signed(updated(stripe.buy().subscription));
    await expect(takeWebhookEvent(visitor, { body, signature })).rejects.toMatchObject({ reason: "malformed" });
  });

  it("does not include one signed with the older of two secrets", async () => {
    const { user, subscription } = await payingMember();
    stripe.end(subscription);
    expect(await report(updated(subscription), { secret: "an-older-one-of-the-tests" })).toEqual(received);
    expect(isPast(await accessOf(user.id))).toBe(true);
  });
});

describe("a membership", () => {
  it("begins with a payment", async () => {
    const { user, subscription, invoice } = await payingMember();
    expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([null, "active"]);
    expect(await stored(subscription.id)).toMatchObject({
      user_id: user.id,
      email: user.email,
      status: "active",
      ended_at: null,
    });
    expect(await db.selectFrom("payments").selectAll().where("invoice_id", "=", invoice.id).execute()).toMatchObject([
      { subscription_id: subscription.id, amount_cents: 4900, currency: "usd", refunded_cents: 0 },
    ]);
    expect(await auditOf(user.id)).toEqual(["membership.paid"]);
  });

  it("keeps access while Stripe retries a failed card, and ends after the last retry", async () => {
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

  it("ends at the period's end when it was canceled, without another webhook", async () => {
    const { user, subscription } = await payingMember();
    const end = Math.floor(Date.now() / 1000) + 3600;
    stripe.cancelAtPeriodEnd(subscription, end);
    await report(updated(subscription));
    const access = await accessOf(user.id);
    expect(access).toBe(new Date(end * 1000).toISOString());
    expect([await statusOf(user.id), await hasRunningSubscription(db, user.id)]).toEqual(["ending", false]);
    expect((await readMemberships(db, [user.id], new Date(end * 1000))).get(user.id)).toEqual({
      kind: "ended",
      at: access,
    });
    stripe.end(subscription);
    await report(stripe.event("customer.subscription.deleted", subscription.id));
    expect(isPast(await accessOf(user.id))).toBe(true);
  });

  it("ends at the period's end when Stripe sends only the flag, without an instant", async () => {
    const { user, subscription } = await payingMember();
    Object.assign(subscription, { cancel_at_period_end: true, cancel_at: null });
    await report(updated(subscription));
    expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([
      new Date(subscription.current_period_end * 1000).toISOString(),
      "ending",
    ]);
  });

  it("ends on any other day for which it was canceled", async () => {
    const { user, subscription } = await payingMember();
    subscription.cancel_at = subscription.current_period_end - 7 * 24 * 3600;
    for (const cancel_at_period_end of [false, true]) {
      await report(updated(Object.assign(subscription, { cancel_at_period_end })));
      expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([
        new Date(subscription.cancel_at * 1000).toISOString(),
        "ending",
      ]);
    }
  });

  it("ended at Stripe's end time, even when the webhook is late", async () => {
    const { user, subscription } = await payingMember();
    stripe.end(subscription);
    subscription.ended_at = Math.floor(Date.now() / 1000) - 3600;
    await report(updated(subscription));
    expect(await accessOf(user.id)).toBe(new Date(subscription.ended_at * 1000).toISOString());
    const changes = await db
      .selectFrom("audit")
      .select(["before", "after"])
      .where("subject_id", "=", user.id)
      .where("action", "=", "membership.changed")
      .execute();
    expect(changes.map(({ before, after }) => [JSON.parse(before ?? ""), JSON.parse(after ?? "")])).toMatchObject([
      [{ access_until: null }, { access_until: await accessOf(user.id) }],
    ]);
  });

  it("ends at once when the whole payment is refunded, and continues with the next payment", async () => {
    const { user, subscription, invoice } = await payingMember();
    invoice.refunded = 1000;
    await report(stripe.event("charge.refunded", invoice.charge));
    expect(await accessOf(user.id), "a partial refund ends nothing").toBeNull();
    invoice.refunded = 4900;
    await report(stripe.event("charge.refunded", invoice.charge));
    expect([
      isPast(await accessOf(user.id)),
      await statusOf(user.id),
      await hasRunningSubscription(db, user.id),
    ]).toEqual([true, "ended", true]);
    await report(stripe.event("invoice.paid", invoice.id));
    expect(isPast(await accessOf(user.id)), "the same payment again").toBe(true);
    await report(stripe.event("invoice.paid", stripe.charge(subscription, Math.floor(Date.now() / 1000) + 60).id));
    expect(await accessOf(user.id)).toBeNull();
  });

  it("ends when more was refunded than paid", async () => {
    const { user, invoice } = await payingMember();
    invoice.refunded = 5000;
    await report(stripe.event("charge.refunded", invoice.charge));
    expect([
      await statusOf(user.id),
      await db.selectFrom("payments").select("refunded_cents").where("invoice_id", "=", invoice.id).execute(),
    ]).toEqual(["ended", [{ refunded_cents: 4900 }]]);
  });

  it("is not changed by the refund of another member's payment", async () => {
    const [refunded, other] = [await payingMember(), await payingMember()];
    refunded.invoice.refunded = 4900;
    await report(stripe.event("charge.refunded", refunded.invoice.charge));
    expect([await statusOf(refunded.user.id), await statusOf(other.user.id), await accessOf(other.user.id)]).toEqual([
      "ended",
      "active",
      null,
    ]);
    expect(
      await db
        .selectFrom("payments")
        .select(["refunded_cents", "refunded_at"])
        .where("invoice_id", "=", other.invoice.id)
        .execute(),
    ).toEqual([{ refunded_cents: 0, refunded_at: null }]);
  });

  it("ended at the first refund, even when the refund is reported again", async () => {
    const { user, invoice } = await payingMember();
    invoice.refunded = 4900;
    await report(stripe.event("charge.refunded", invoice.charge));
    const earlier = "2026-01-02T03:04:05.000Z";
    await db.updateTable("payments").set({ refunded_at: earlier }).where("invoice_id", "=", invoice.id).execute();
    await report(stripe.event("charge.refunded", invoice.charge));
    expect(await accessOf(user.id)).toBe(earlier);
  });

  it("is read separately for each of several members", async () => {
    const [active, ended] = [await payingMember(), await payingMember()];
    stripe.end(ended.subscription);
    await report(updated(ended.subscription));
    const memberships = await readMemberships(db, [active.user.id, ended.user.id]);
    expect([active, ended].map(({ user }) => memberships.get(user.id)?.kind)).toEqual(["active", "ended"]);
  });

  it("follows the best of several subscriptions", async () => {
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

  it("can share a subscription with another price, and lasts until the later period end", async () => {
    const user = await createUser(db);
    const { session, subscription } = stripe.buy(user.email, begunBy(user.id));
    subscription.otherItem = {
      price: "price_of_something_else",
      current_period_end: subscription.current_period_end + 60,
    };
    await report(stripe.event("checkout.session.completed", session.id));
    Object.assign(subscription, { cancel_at_period_end: true, cancel_at: null });
    await report(updated(subscription));
    expect([await statusOf(user.id), await accessOf(user.id)]).toEqual([
      "ending",
      new Date((subscription.current_period_end + 60) * 1000).toISOString(),
    ]);
  });

  it("continues when a period costs nothing, which is not a refund", async () => {
    const { user, subscription } = await payingMember();
    await report(stripe.event("invoice.paid", Object.assign(stripe.charge(subscription), { amount_paid: 0 }).id));
    expect([await statusOf(user.id), (await stored(subscription.id))?.status]).toEqual(["active", "active"]);
  });

  it("stores the payment's currency", async () => {
    const { subscription } = await payingMember();
    const { id } = Object.assign(stripe.charge(subscription), { currency: "eur" });
    await report(stripe.event("invoice.paid", id));
    expect(await db.selectFrom("payments").select("currency").where("invoice_id", "=", id).execute()).toEqual([
      { currency: "eur" },
    ]);
  });

  it("does not exist for a member who never paid", async () => {
    const { id } = await createUser(db);
    await payingMember();
    expect([await accessOf(id), await statusOf(id), await hasRunningSubscription(db, id)]).toEqual([
      null,
      "unbilled",
      false,
    ]);
  });

  it("keeps its row after the account is deleted, so that payments stay on record", async () => {
    const { user, subscription } = await payingMember();
    expect(await hasRunningSubscription(db, user.id)).toBe(true);
    await db.deleteFrom("users").where("id", "=", user.id).execute();
    expect(await stored(subscription.id)).toMatchObject({ user_id: null });
    stripe.end(subscription);
    expect(await report(updated(subscription))).toEqual(received);
    expect(await stored(subscription.id)).toMatchObject({ user_id: null, status: "canceled" });
  });
});

describe("refreshOverdue", () => {
  const hoursAfter = ({ current_period_end }: Subscribed, hours: number) =>
    new Date((current_period_end + hours * 3600) * 1000);

  it("rereads a subscription a day after its period end, and ends or renews it", async () => {
    const [ended, renewed] = [await payingMember(), await payingMember()];
    const over = hoursAfter(ended.subscription, 25);
    stripe.end(ended.subscription);
    renewed.subscription.current_period_end += 30 * 24 * 3600;
    await refreshOverdue(over);
    const memberships = await readMemberships(db, [ended.user.id, renewed.user.id]);
    expect([memberships.get(ended.user.id)?.kind, memberships.get(renewed.user.id)]).toEqual([
      "ended",
      { kind: "active", renews_at: hoursAfter(renewed.subscription, 0).toISOString() },
    ]);
    const before = stripe.requests.length;
    await refreshOverdue(over);
    expect(
      stripe.requests
        .slice(before)
        .filter((line) => [ended, renewed].some(({ subscription }) => line.endsWith(`/${subscription.id}`))),
    ).toEqual([]);
  });

  it.each(["past_due", "trialing"])("rereads a subscription that is %s, which gives access too", async (status) => {
    const { user, subscription } = await payingMember();
    subscription.status = status;
    await report(updated(subscription));
    stripe.end(subscription);
    await refreshOverdue(hoursAfter(subscription, 25));
    expect(await statusOf(user.id)).toBe("ended");
  });

  it("waits while a webhook may still come, and changes nothing when Stripe does not know the subscription", async () => {
    const { user, subscription } = await payingMember();
    const before = stripe.requests.length;
    await refreshOverdue(hoursAfter(subscription, 23));
    expect(stripe.requests.slice(before)).not.toContain(`GET /v1/subscriptions/${subscription.id}`);
    stripe.subscriptions.delete(subscription.id);
    await refreshOverdue(hoursAfter(subscription, 25));
    expect(stripe.requests.slice(before)).toContain(`GET /v1/subscriptions/${subscription.id}`);
    expect(await statusOf(user.id)).toBe("active");
  });

  it("stops when the server is told to stop, and returns how many it reread", async () => {
    const members = [await payingMember(), await payingMember()];
    const [before, turns] = [stripe.requests.length, [true, false]];
    const latest = Math.max(...members.map(({ subscription }) => subscription.current_period_end));
    expect(await refreshOverdue(new Date((latest + 25 * 3600) * 1000), () => turns.shift() ?? false)).toBe(1);
    expect(stripe.requests.length - before).toBe(1);
  });

  it("does not overwrite a webhook that came during the request", async () => {
    const { user, subscription } = await payingMember();
    subscription.current_period_end -= 32 * 24 * 3600;
    await report(updated(subscription));
    const [before, gate] = [stripe.requests.length, newGate()];
    stripe.hold = gate.passed;
    const rereading = refreshOverdue(new Date());
    await vi.waitUntil(() => stripe.requests.slice(before).includes(`GET /v1/subscriptions/${subscription.id}`), soon);
    stripe.cancelAtPeriodEnd(subscription);
    await reportBefore(rereading, gate, subscription);
    expect(await statusOf(user.id)).toBe("ended");
    stripe.end(subscription);
    await report(updated(subscription));
  });

  it("continues after subscriptions that fail, but stops after five failures while Stripe is down", async () => {
    const members = await Promise.all(Array.from({ length: 8 }, payingMember));
    for (const [index, { subscription }] of members.entries()) {
      subscription.current_period_end -= (40 - index) * 24 * 3600;
      await report(updated(subscription));
      stripe.end(subscription);
      stripe.lockedIds.add(subscription.id);
    }
    const errors = vi.spyOn(console, "error").mockReturnValue();
    const before = stripe.requests.length;
    await expect(refreshOverdue(new Date())).rejects.toMatchObject({ reason: "busy" });
    expect(stripe.requests.length - before).toBe(5);
    for (const { subscription } of members.slice(1)) stripe.lockedIds.delete(subscription.id);
    await expect(refreshOverdue(new Date())).rejects.toMatchObject({ reason: "busy" });
    errors.mockRestore();
    expect(await Promise.all(members.map(({ user }) => statusOf(user.id)))).toEqual(
      members.map((_member, index) => (index === 0 ? "active" : "ended")),
    );
  });
});

describe("a stranger's payment", () => {
  const forged: [how: string, changes: (userId: number) => object][] = [
    ["typed the member's email", () => ({})],
    ["set the account as the reference of a payment link", (id) => ({ client_reference_id: String(id) })],
    ["forged the proof", (id) => begunBy(id, "another-secret-than-that-of-the-server")],
    ["sent another account's proof", (id) => ({ metadata: { ...begunBy(id + 1).metadata, user_id: String(id) } })],
  ];

  async function paidByStranger(user: { id: number; email: string }, changes: (userId: number) => object) {
    const bought = stripe.buy(user.email, changes(user.id));
    for (const event of [
      stripe.event("checkout.session.completed", bought.session.id),
      stripe.event("invoice.paid", bought.invoice.id),
    ])
      await report(event);
    expect(await stored(bought.subscription.id)).toMatchObject({ user_id: user.id, by_email: 1 });
    return bought;
  }

  it.each(forged)("never ends unlimited access when the stranger %s", async (_how, changes) => {
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

  it("never ends unlimited access after the member proves the email either", async () => {
    const user = await createUser(db);
    const { subscription } = await paidByStranger(user, () => ({}));
    await write((trx) => proveEmail(trx, user.id));
    stripe.end(subscription);
    await report(updated(subscription));
    expect([await accessOf(user.id), await stored(subscription.id)]).toMatchObject([
      null,
      { by_email: 1, email_proven: 1 },
    ]);
  });

  it.each(forged)(
    "never shortens a paid membership, but can extend it, when the stranger %s",
    async (_how, changes) => {
      const { user, subscription } = await payingMember();
      const end = (seconds: number) => new Date(seconds * 1000).toISOString();
      stripe.cancelAtPeriodEnd(subscription);
      await report(updated(subscription));
      const other = await paidByStranger(user, changes);
      expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([null, "active"]);
      stripe.cancelAtPeriodEnd(other.subscription, subscription.current_period_end - 3600);
      await report(updated(other.subscription));
      expect([await accessOf(user.id), await statusOf(user.id)]).toEqual([
        end(subscription.current_period_end),
        "ending",
      ]);
      stripe.end(subscription);
      await report(updated(subscription));
      expect(await accessOf(user.id)).toBe(end(other.subscription.current_period_end));
    },
  );
});

describe("the owner of a subscription", () => {
  it("is empty until an account with its email exists", async () => {
    const { session, subscription } = stripe.buy("early@example.test");
    await report(stripe.event("checkout.session.completed", session.id));
    expect(await stored(subscription.id)).toMatchObject({ user_id: null, email: "early@example.test" });
    const user = await createUser(db, { email: "early@example.test" });
    await report(updated(subscription));
    expect(await stored(subscription.id)).toMatchObject({ user_id: user.id });
  });

  it.each([
    ["was canceled", ({ subscription }: ReturnType<StripeStandIn["buy"]>) => stripe.end(subscription)],
    [
      "was canceled for a past day",
      ({ subscription }: ReturnType<StripeStandIn["buy"]>) =>
        stripe.cancelAtPeriodEnd(subscription, Math.floor(Date.now() / 1000) - 60),
    ],
  ])("is not an account created after it %s, which a late webhook would lock out", async (_how, end) => {
    const email = `former${nextNumber()}@example.test`;
    const bought = stripe.buy(email);
    await report(stripe.event("checkout.session.completed", bought.session.id));
    end(bought);
    await report(updated(bought.subscription));
    const { id } = await addUser(actorOf("superadmin"), { email, password: testPassword, role: "user", name: "" });
    bought.invoice.refunded = 4900;
    await report(stripe.event("charge.refunded", bought.invoice.charge));
    expect([await accessOf(id), await statusOf(id), (await stored(bought.subscription.id))?.user_id]).toEqual([
      null,
      "unbilled",
      null,
    ]);
  });

  it("is the signed-in member who began it, even with another email", async () => {
    const [member, other] = [await createUser(db), await createUser(db)];
    const { session, subscription } = stripe.buy(other.email, begunBy(member.id));
    await report(stripe.event("checkout.session.completed", session.id));
    expect(await stored(subscription.id)).toMatchObject({ user_id: member.id });
  });

  it("changes from the account with its email to the member who began it", async () => {
    const [member, other] = [await createUser(db), await createUser(db)];
    const { session, subscription } = stripe.buy(other.email, begunBy(member.id));
    const before = await statusOf(other.id);
    await report(updated(subscription));
    expect([await stored(subscription.id), await statusOf(other.id)]).toMatchObject([
      { user_id: other.id, by_email: 1 },
      "active",
    ]);
    await report(stripe.event("checkout.session.completed", session.id));
    expect(await stored(subscription.id)).toMatchObject({ user_id: member.id, by_email: 0 });
    expect([await statusOf(member.id), await statusOf(other.id)]).toEqual(["active", before]);
  });

  it("changes without leaving an end of access on the former account", async () => {
    const [member, other] = [await createUser(db), await createUser(db)];
    const { session, subscription } = stripe.buy(other.email, begunBy(member.id));
    stripe.cancelAtPeriodEnd(subscription);
    await report(updated(subscription));
    const end = new Date(subscription.current_period_end * 1000).toISOString();
    expect([await accessOf(member.id), await accessOf(other.id)]).toEqual([null, null]);
    await report(stripe.event("checkout.session.completed", session.id));
    expect([await accessOf(member.id), await accessOf(other.id)]).toEqual([end, null]);
  });

  it("is marked as matched by email until it is proven, and stays proven", async () => {
    const user = await createUser(db);
    const { session, subscription } = stripe.buy(user.email, begunBy(user.id));
    await report(updated(subscription));
    expect(await stored(subscription.id)).toMatchObject({ user_id: user.id, by_email: 1 });
    for (const event of [stripe.event("checkout.session.completed", session.id), updated(subscription)]) {
      await report(event);
      expect(await stored(subscription.id)).toMatchObject({ user_id: user.id, by_email: 0 });
    }
    expect((await auditOf(user.id)).filter((action) => action.startsWith("membership.paid"))).toEqual([
      "membership.paid",
    ]);
  });

  it.each(["999999999", "0", "1; drop table users", "not-a-number"])(
    "is the account with its email when the reference is %j",
    async (client_reference_id) => {
      const user = await createUser(db);
      const { session, subscription } = stripe.buy(user.email.toUpperCase(), { client_reference_id });
      await report(stripe.event("checkout.session.completed", session.id));
      expect(await stored(subscription.id)).toMatchObject({ user_id: user.id });
    },
  );

  it("stays the same when the customer's email changes", async () => {
    const { user, subscription } = await payingMember();
    const other = await createUser(db);
    stripe.customers.set(subscription.customer, { id: subscription.customer, email: other.email });
    await report(updated(subscription));
    expect(await stored(subscription.id)).toMatchObject({ user_id: user.id, email: other.email });
  });

  it.each(["", "no address"])("stays with the email of the payment when the customer's email is %j", async (email) => {
    const { user, subscription } = await payingMember();
    stripe.customers.set(subscription.customer, { id: subscription.customer, email });
    await report(updated(subscription));
    expect(await stored(subscription.id)).toMatchObject({ email: user.email });
  });
});

describe("an irrelevant or early webhook", () => {
  it.each([
    ["another price", { price: "price_of_something_else" }],
    ["no subscription", { mode: "payment" }],
  ])("for %s changes nothing", async (_what, changes) => {
    const user = await createUser(db);
    const { session, subscription, invoice } = stripe.buy(user.email, changes);
    const [completed, paid] = [
      stripe.event("checkout.session.completed", session.id),
      stripe.event("invoice.paid", invoice.id),
    ];
    expect(await report(completed)).toEqual(received);
    if ("price" in changes) expect(await report(paid)).toEqual(received);
    expect(await stored(subscription.id)).toBeUndefined();
    expect(
      await db.selectFrom("stripe_events").select("id").where("id", "in", [completed.id, paid.id]).execute(),
    ).toEqual([]);
    expect(await auditOf(user.id)).toEqual([]);
  });

  it("for a subscription that is no longer for our price is not stored", async () => {
    const user = await createUser(db);
    const now = new Date();
    const changed = {
      id: `sub_${nextNumber()}`,
      customerId: "cus_1",
      email: user.email,
      status: "active",
      ours: false,
      periodEnd: null,
      cancelsAt: null,
      endedAt: null,
      paused: null,
      price: null,
      card: null,
    };
    await write((trx) => recordSubscription(trx, { subscription: changed, version: 0, userId: user.id }, now));
    expect([await stored(changed.id), await statusOf(user.id)]).toEqual([undefined, "unbilled"]);
  });

  it.each(["customer.created", "payment_intent.succeeded", "an.unknown.event"])(
    "of the type %s is acknowledged without a request to Stripe",
    async (type) => {
      const before = stripe.requests.length;
      expect(await report(stripe.event(type, "x_1"))).toEqual(received);
      expect(stripe.requests.length).toBe(before);
    },
  );

  it.each(["checkout.session.completed", "customer.subscription.updated", "invoice.paid", "charge.refunded"])(
    "about an unknown object (%s) is acknowledged",
    async (type) => {
      expect(await report(stripe.event(type, "gone_1"))).toEqual(received);
    },
  );

  it.each([
    ["an invoice without a subscription", "invoice.paid", { subscription: null }],
    ["an old charge without an invoice", "charge.refunded", { intent: null }],
  ])("about %s is acknowledged after one request to Stripe", async (_what, type, changes) => {
    const invoice = Object.assign(stripe.buy().invoice, changes);
    const before = stripe.requests.length;
    expect(await report(stripe.event(type, type === "invoice.paid" ? invoice.id : invoice.charge))).toEqual(received);
    expect(stripe.requests.length - before).toBe(1);
  });

  it("for a delayed payment opens the membership when it is paid", async () => {
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

  it("before the payment opens nothing", async () => {
    const { subscription } = stripe.buy((await createUser(db)).email);
    subscription.status = "incomplete";
    await report(updated(subscription));
    expect(await stored(subscription.id)).toBeUndefined();
  });

  it("for an earlier price still counts for members who have it", async () => {
    const { user, subscription } = await payingMember();
    subscription.price = "price_next_year";
    stripe.end(subscription);
    await report(updated(subscription));
    expect(await statusOf(user.id)).toBe("ended");
  });
});

describe("webhooks out of order", () => {
  it("have the same result in any order", async () => {
    const outcomes = [];
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
      [1, 3, 0, 2],
    ]) {
      const user = await createUser(db);
      const { session, subscription, invoice } = stripe.buy(user.email, begunBy(user.id));
      invoice.refunded = 4900;
      const events = [
        stripe.event("checkout.session.completed", session.id),
        stripe.event("invoice.paid", invoice.id),
        stripe.event("charge.refunded", invoice.charge),
        updated(subscription),
      ];
      for (const index of order) await report(events[index] ?? updated(subscription));
      const payments = await db
        .selectFrom("payments")
        .select(["amount_cents", "refunded_cents"])
        .where("subscription_id", "=", subscription.id)
        .execute();
      outcomes.push([(await stored(subscription.id))?.user_id === user.id, await statusOf(user.id), payments]);
    }
    expect(outcomes).toEqual(Array(4).fill([true, "ended", [{ amount_cents: 4900, refunded_cents: 4900 }]]));
  });

  it("keep the access of the latest payment when an earlier one was refunded", async () => {
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

  it("keep it ended when the deletion arrives before an update", async () => {
    const { user, subscription } = await payingMember();
    const older = updated(subscription);
    stripe.end(subscription);
    await report(stripe.event("customer.subscription.deleted", subscription.id));
    await report(older);
    expect(await statusOf(user.id)).toBe("ended");
  });

  it("at the same time never overwrite a newer state with an older one", async () => {
    const { user, subscription } = await payingMember();
    const gate = newGate();
    stripe.hold = gate.passed;
    const before = stripe.requests.length;
    const earlyReport = report(updated(subscription));
    await vi.waitUntil(() => stripe.requests.length > before, soon);
    // The stand-in holds an answer with the old state.
    stripe.end(subscription);
    await reportBefore(earlyReport, gate, subscription);
    expect(await statusOf(user.id)).toBe("ended");
  });
});

describe("a webhook that is sent again", () => {
  it("is idempotent, even when both arrive at the same time", async () => {
    const { user, subscription } = await payingMember();
    stripe.cancelAtPeriodEnd(subscription);
    const event = updated(subscription);
    expect(await Promise.all([report(event), report(event)])).toEqual([received, received]);
    const before = await auditOf(user.id);
    const asked = stripe.requests.length;
    expect(await report(event)).toEqual(received);
    expect([await auditOf(user.id), stripe.requests.length]).toEqual([before, asked]);
    expect(before).toEqual(["membership.paid", "membership.changed"]);
  });

  it("after Stripe could not be reached is carried out then", async () => {
    const errors = vi.spyOn(console, "error").mockReturnValue();
    const { user, subscription } = await payingMember();
    stripe.end(subscription);
    const event = updated(subscription);
    stripe.down = true;
    await expect(report(event)).rejects.toMatchObject({ reason: "busy" });
    expect([await statusOf(user.id), messagesOf(errors.mock.calls)]).toEqual([
      "active",
      ["Stripe: StripeConnectionError"],
    ]);
    stripe.down = false;
    expect(await report(event)).toEqual(received);
    expect(await statusOf(user.id)).toBe("ended");
  });

  it("after Stripe refused the lookup, which does not mean that the object is missing, is carried out then", async () => {
    const errors = vi.spyOn(console, "error").mockReturnValue();
    const { user, subscription } = await payingMember();
    stripe.end(subscription);
    const event = updated(subscription);
    stripe.errorCode = "testmode_charges_only";
    await expect(report(event)).rejects.toMatchObject({ reason: "busy" });
    expect(messagesOf(errors.mock.calls)).toEqual([
      "Stripe: StripeInvalidRequestError testmode_charges_only 400 req_1",
    ]);
    stripe.errorCode = "";
    await report(event);
    expect(await statusOf(user.id)).toBe("ended");
  });
});
