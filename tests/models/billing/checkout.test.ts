import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Actor } from "../../../app/models/operation.server.ts";
import type { Role } from "../../../app/policy.ts";
import { actorOf, createUser, nextNumber, visitor } from "../../support/database/factories.ts";
import { messagesOf } from "../../support/app/log.ts";
import { begunBy, ourPrice, StripeStandIn } from "../../support/stripe.ts";

// The real function; one test overrides it once.
vi.mock("../../../app/models/sign-in/password.server.ts", { spy: true });

const stripe = await new StripeStandIn().start();
for (const [name, value] of Object.entries({ ...stripe.env, APP_ORIGIN: "https://picks.test" }))
  vi.stubEnv(name, value);
const { checkout } = await import("../../../app/payment/checkout.server.ts");
const { db, write } = await import("../../../app/db.server.ts");
const { confirmEmail } = await import("../../../app/models/people/email-confirmation.server.ts");
const {
  beginCheckout,
  bindPaidCheckout,
  findPaidCheckout,
  readOwnBillingPage,
  readCheckoutPage,
  readOwnMembership,
  renewOwnMembership,
} = await import("../../../app/models/billing/membership.server.ts");
const { hashPassword } = await import("../../../app/models/sign-in/password.server.ts");
const { takeWebhookEvent } = await import("../../../app/models/billing/payment-report.server.ts");
const { newSecret } = await import("../../../app/models/secret.server.ts");
const {
  readSignUpPage,
  signUp: signUpAs,
  signUpAfterPayment,
} = await import("../../../app/models/people/sign-up.server.ts");
const { readMemberships } = await import("../../../app/models/billing/subscription-row.server.ts");
afterAll(() => stripe.stop());
beforeEach(() => {
  stripe.down = false;
  stripe.lockedIds.clear();
});

function newVisitor(): Actor {
  return { ...visitor, address: `192.0.2.${nextNumber()}-test` };
}

function memberActor(id: number, { lapsed = true, role = "user" }: { lapsed?: boolean; role?: Role } = {}) {
  const actor = actorOf(role, id);
  return {
    ...actor,
    address: newVisitor().address,
    person: { ...actor.person, email: `member${id}@example.test`, lapsed },
  };
}

function report(type: string, id: string): Promise<unknown> {
  return takeWebhookEvent(visitor, stripe.signed(stripe.event(type, id)));
}

const confirm = (id: number) => write((trx) => confirmEmail(trx, id, new Date()));

async function signUp(sessionId: string, email = `person-${nextNumber()}@example.test`): Promise<number> {
  const paid = await findPaidCheckout(sessionId);
  return write(async (trx) => {
    const user = await createUser(trx, { email, email_confirmed_at: null });
    await bindPaidCheckout(trx, paid, user.id);
    return user.id;
  });
}

async function statusOf(userId: number): Promise<string | undefined> {
  return (await readMemberships(db, [userId])).get(userId)?.kind;
}

const used = { reason: "conflict", message: "This payment has already been used for an account. Sign in instead." };
const notPaid = { reason: "invalid", message: "Please complete the payment before signing up." };

const ofAge = { age_confirmed: "yes" };

describe("beginCheckout", () => {
  it("asks a visitor for their age first, without a request to Stripe", async () => {
    const before = stripe.requests.length;
    for (const age_confirmed of [undefined, "no", "on"])
      await expect(beginCheckout(newVisitor(), { age_confirmed })).rejects.toMatchObject({
        reason: "invalid",
        fields: { age_confirmed: "Please confirm that you are 21 or older." },
      });
    expect(stripe.requests.length).toBe(before);
  });

  it("creates a session for our price that returns a visitor to the sign-up", async () => {
    expect(await readCheckoutPage(visitor, {})).toMatchObject({ offer: { trialDays: null, yearly: null } });
    expect(await beginCheckout(newVisitor(), ofAge)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/cs_\d+#fragment$/);
    expect(Object.fromEntries(stripe.lastForm)).toEqual({
      mode: "subscription",
      "line_items[0][price]": ourPrice,
      "line_items[0][quantity]": "1",
      success_url: "https://picks.test/signup?payment_success=true&session_id={CHECKOUT_SESSION_ID}",
      cancel_url: "https://picks.test/pricing",
    });
  });

  it("names a member whose membership has ended, and returns to the profile", async () => {
    const { id } = await createUser(db);
    await beginCheckout(memberActor(id), {});
    expect(Object.fromEntries(stripe.lastForm)).toMatchObject({
      client_reference_id: String(id),
      customer_email: `member${id}@example.test`,
      success_url: "https://picks.test/profile/renewed?session_id={CHECKOUT_SESSION_ID}",
      cancel_url: "https://picks.test/profile",
    });
  });

  it("keeps the Stripe customer of a member who paid before", async () => {
    const { session, subscription } = stripe.buy();
    const id = await signUp(session.id);
    await beginCheckout(memberActor(id), {});
    expect([stripe.lastForm.get("customer"), stripe.lastForm.get("customer_email")]).toEqual([
      subscription.customer,
      null,
    ]);
  });

  it("creates a new customer for a member whose customer was deleted at Stripe", async () => {
    const { session, subscription } = stripe.buy();
    const id = await signUp(session.id);
    stripe.customers.delete(subscription.customer);
    expect(await beginCheckout(memberActor(id), {})).toMatch(/\/pay\/cs_\d+#fragment$/);
    expect(Object.fromEntries(stripe.lastForm)).toMatchObject({
      client_reference_id: String(id),
      customer_email: `member${id}@example.test`,
    });
    expect(stripe.lastForm.get("customer")).toBeNull();
  });

  it("retries once after an error at Stripe", async () => {
    stripe.failures = 1;
    expect(await beginCheckout(newVisitor(), ofAge)).toMatch(/\/pay\/cs_\d+#fragment$/);
  });

  it("uses the customer of a proven subscription only: otherwise a member could charge, and see, the card of another payer", async () => {
    const [{ id, email }, { id: payer, email: payersEmail }] = [await createUser(db), await createUser(db)];
    await report("checkout.session.completed", stripe.buy(email).session.id);
    await beginCheckout(memberActor(id), {});
    expect([stripe.lastForm.get("customer"), stripe.lastForm.get("customer_email")]).toEqual([
      null,
      `member${id}@example.test`,
    ]);
    const own = stripe.buy(undefined, begunBy(payer));
    for (const { session } of [own, stripe.buy(payersEmail)]) await report("checkout.session.completed", session.id);
    await beginCheckout(memberActor(payer), {});
    expect(stripe.lastForm.get("customer")).toBe(own.subscription.customer);
  });

  it.each([
    ["a member", "user"],
    ["staff", "admin"],
  ] as const)("is refused to %s with access, without a request to Stripe", async (_who, role) => {
    const before = stripe.requests.length;
    await expect(beginCheckout(memberActor(1, { lapsed: role !== "user", role }), {})).rejects.toMatchObject({
      reason: "conflict",
      message: "You already have a membership.",
    });
    expect(stripe.requests.length).toBe(before);
  });

  it("is limited to twenty an hour per IP address", async () => {
    const actor = newVisitor();
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    for (let count = 0; count < 20; count += 1) {
      await beginCheckout(actor, ofAge);
      if (count === 0) vi.setSystemTime(Date.now() + 59 * 60_000);
    }
    await expect(beginCheckout(actor, ofAge)).rejects.toMatchObject({ reason: "too-many", retryAfter: 60 });
    await beginCheckout(newVisitor(), ofAge);
  });

  it("is refused while Stripe can't be reached, and logs only the kind of error", async () => {
    const errors = vi.spyOn(console, "error").mockReturnValue();
    stripe.down = true;
    await expect(beginCheckout(newVisitor(), ofAge)).rejects.toMatchObject({
      reason: "busy",
      message: "The payment service can't be reached right now. Please try again in a moment.",
    });
    expect(messagesOf(errors.mock.calls)).toEqual(["Stripe: StripeConnectionError"]);
  });
});

describe("a paid checkout session", () => {
  it("opens an account, and prefills its email", async () => {
    const { session, subscription } = stripe.buy("Buyer@Example.test");
    expect(await findPaidCheckout(session.id)).toMatchObject({
      email: "buyer@example.test",
      subscription: { id: subscription.id },
    });
    const id = await signUp(session.id, "another@example.test");
    expect(await statusOf(id)).toBe("active");
    await report("checkout.session.completed", session.id);
    expect(
      await db.selectFrom("subscriptions").select(["user_id", "email"]).where("id", "=", subscription.id).execute(),
    ).toEqual([{ user_id: id, email: "buyer@example.test" }]);
  });

  it("opens the account when the webhooks came first", async () => {
    const { session, invoice } = stripe.buy();
    await report("invoice.paid", invoice.id);
    await report("checkout.session.completed", session.id);
    expect(await statusOf(await signUp(session.id))).toBe("active");
  });

  it("is refused when it does not exist", () => expect(findPaidCheckout("cs_unknown")).rejects.toMatchObject(notPaid));

  it.each(["", "sub_1", "../v1/customers", "cs_1/../../x", "cs_", `cs_${"a".repeat(300)}`])(
    "is refused without a request to Stripe when the id is malformed (%s)",
    async (id) => {
      const before = stripe.requests.length;
      await expect(findPaidCheckout(id)).rejects.toMatchObject(notPaid);
      expect(stripe.requests.length).toBe(before);
    },
  );

  it.each([
    ["not paid yet", { payment_status: "unpaid" }],
    ["still open", { status: "open" }],
    ["no subscription", { mode: "payment" }],
    ["paid with nothing", { payment_status: "no_payment_required" }],
    ["without a subscription id", { subscription: null }],
    ["for an unknown subscription", { subscription: "sub_gone" }],
  ])("is refused when it was %s", async (_what, changes) => {
    const { session } = stripe.buy();
    Object.assign(session, changes);
    await expect(findPaidCheckout(session.id)).rejects.toMatchObject(notPaid);
  });

  it("is refused when it was for another price", async () => {
    const { session } = stripe.buy(undefined, { price: "price_of_something_else" });
    await expect(findPaidCheckout(session.id)).rejects.toMatchObject({
      reason: "invalid",
      message: "This payment was for something else.",
    });
  });

  it("is refused when its subscription was refunded or has ended, but not when it is only canceled at the period's end", async () => {
    const [refunded, ended, cancelled] = [stripe.buy(), stripe.buy(), stripe.buy()];
    refunded.invoice.refunded = 4900;
    await report("charge.refunded", refunded.invoice.charge);
    stripe.end(ended.subscription);
    stripe.cancelAtPeriodEnd(cancelled.subscription);
    for (const { session } of [refunded, ended])
      await expect(findPaidCheckout(session.id)).rejects.toMatchObject({
        message: "The membership from this payment has ended. Please subscribe again.",
      });
    expect(await statusOf(await signUp(cancelled.session.id))).toBe("ending");
  });

  it("opens one account, even when it is used twice at the same time", async () => {
    const { session } = stripe.buy();
    const outcomes = await Promise.allSettled([signUp(session.id), signUp(session.id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: used });
    await expect(findPaidCheckout(session.id)).rejects.toMatchObject(used);
  });

  it("is not a conflict when the sign-up form is sent twice", async () => {
    const { session } = stripe.buy();
    const form = {
      name: "Sam Sample",
      phone: "555-0100",
      email: `twice-${nextNumber()}@example.test`,
      password: "line-shopping-2026",
      age_confirmed: "yes",
      payment_success: "true",
      session_id: session.id,
      idempotency_key: newSecret(),
    };
    const [first, second] = await Promise.all([
      signUpAfterPayment(newVisitor(), form),
      signUpAfterPayment(newVisitor(), form),
    ]);
    expect(second.id).toBe(first.id);
    expect(await statusOf(first.id)).toBe("active");
  });

  it("that can't open an account is explained on the sign-up page, which fails only when Stripe is down", async () => {
    const { session } = stripe.buy();
    await signUp(session.id);
    const open = (session_id: string) => readSignUpPage(newVisitor(), { payment_success: "true", session_id });
    expect([await open(session.id), await open("cs_unknown")]).toMatchObject([
      { state: "unpaid", message: used.message },
      { state: "unpaid", message: notPaid.message },
    ]);
    vi.spyOn(console, "error").mockReturnValue();
    stripe.down = true;
    await expect(open(session.id)).rejects.toMatchObject({ reason: "busy" });
  });

  it("belongs to the account that was created first when two requests looked it up", async () => {
    const { session, subscription } = stripe.buy();
    const [first, second] = [await findPaidCheckout(session.id), await findPaidCheckout(session.id)];
    const [{ id }, slower] = [await createUser(db), await createUser(db)];
    await write((trx) => bindPaidCheckout(trx, first, id));
    await expect(write((trx) => bindPaidCheckout(trx, second, slower.id))).rejects.toMatchObject(used);
    expect(await db.selectFrom("subscriptions").select("user_id").where("id", "=", subscription.id).execute()).toEqual([
      { user_id: id },
    ]);
  });

  it("canceled before the account is created gives access until the period's end", async () => {
    const { session, subscription } = stripe.buy();
    stripe.cancelAtPeriodEnd(subscription);
    const id = await signUp(session.id);
    const { access_until } = await db
      .selectFrom("users")
      .select("access_until")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(access_until).toBe(new Date(subscription.current_period_end * 1000).toISOString());
  });

  it("can be looked up sixty times an hour per IP address, since each lookup asks Stripe", async () => {
    const guest = newVisitor();
    const openPage = () =>
      readSignUpPage(guest, { payment_success: "true", session_id: "cs_unknown" }).then(
        ({ state }) => state,
        ({ reason }: { reason: string }) => reason,
      );
    const seen: string[] = [];
    for (let turn = 0; turn < 61; turn += 1) seen.push(await openPage());
    expect([new Set(seen.slice(0, 60)), seen.at(-1)]).toEqual([new Set(["unpaid"]), "too-many"]);
  });

  it("takes its subscription from an account that has it only by email, with an entry in both trails", async () => {
    const other = await createUser(db);
    const { session, subscription } = stripe.buy(other.email);
    await report("checkout.session.completed", session.id);
    expect(await statusOf(other.id)).toBe("active");
    const id = await signUp(session.id);
    expect([await statusOf(id), await statusOf(other.id)]).toEqual(["active", "unbilled"]);
    const moved = {
      before: JSON.stringify({ account: other.id }),
      after: JSON.stringify({ account: id, subscription: subscription.id }),
    };
    const trail = await db
      .selectFrom("audit")
      .select(["subject_id", "action", "before", "after"])
      .where("action", "in", ["membership.moved", "membership.taken_over"])
      .where("subject_id", "in", [id, other.id])
      .execute();
    expect(trail).toEqual([
      { subject_id: other.id, action: "membership.moved", ...moved },
      { subject_id: id, action: "membership.taken_over", ...moved },
    ]);
    await report("customer.subscription.updated", subscription.id);
    expect([await statusOf(id), await statusOf(other.id)]).toEqual(["active", "unbilled"]);
    await expect(findPaidCheckout(session.id)).rejects.toMatchObject(used);
  });

  it("opens an account even when its reference names a member: a payment link lets anyone choose the reference", async () => {
    const { session } = stripe.buy(undefined, { client_reference_id: String((await createUser(db)).id) });
    await report("checkout.session.completed", session.id);
    expect(await statusOf(await signUp(session.id))).toBe("active");
  });

  it("begun by a signed-in member opens no second account, even before a webhook arrives", async () => {
    const { session } = stripe.buy(undefined, begunBy((await createUser(db)).id));
    await expect(findPaidCheckout(session.id)).rejects.toMatchObject(used);
  });

  it("does not overwrite a newer state with what was read before the password was hashed", async () => {
    const { session, subscription } = stripe.buy();
    await report("checkout.session.completed", session.id);
    const paid = await findPaidCheckout(session.id);
    stripe.end(subscription);
    await report("customer.subscription.deleted", subscription.id);
    const { id } = await createUser(db);
    await write((trx) => bindPaidCheckout(trx, paid, id));
    expect(await statusOf(id)).toBe("ended");
  });

  it("canceled while the account is created opens no account: the event may have come first", async () => {
    const { session, subscription } = stripe.buy();
    vi.mocked(hashPassword).mockImplementationOnce(async () => {
      stripe.end(subscription);
      await report("customer.subscription.deleted", subscription.id);
      return "$argon2id$stand-in";
    });
    const email = `person-${nextNumber()}@example.test`;
    const account = { name: "Kim Sample", phone: "555-0100", email, password: "line-shopping-2026" };
    await expect(signUpAs(newVisitor(), { ...account, session_id: session.id })).rejects.toMatchObject({
      message: "The membership from this payment has ended. Please subscribe again.",
    });
    expect(await db.selectFrom("users").select("id").where("email", "=", email).execute()).toEqual([]);
  });

  it("paid twice gives the account both subscriptions once its email is confirmed, and the profile shows both", async () => {
    const email = `twice-${nextNumber()}@example.test`;
    const [first, second] = [stripe.buy(email), stripe.buy(email)];
    for (const { session } of [first, second]) await report("checkout.session.completed", session.id);
    const id = await signUp(first.session.id, email);
    const runningOf = async () =>
      ((await readOwnMembership(db, memberActor(id).person))?.running ?? [])
        .map((subscription) => subscription.id)
        .sort();
    expect(await runningOf()).toEqual([first.subscription.id]);
    await confirm(id);
    expect(await runningOf()).toEqual([first.subscription.id, second.subscription.id].sort());
    const audit = await db
      .selectFrom("audit")
      .select("action")
      .where("subject_id", "=", id)
      .where("action", "like", "membership.%")
      .execute();
    expect(audit.map(({ action }) => action)).toEqual(["membership.paid", "membership.paid_twice"]);
  });

  it("gives the account, once its email is confirmed, an ended subscription only if it still charges: a returning member has not paid twice", async () => {
    const email = `back-${nextNumber()}@example.test`;
    const [former, refunded, own] = [stripe.buy(email), stripe.buy(email), stripe.buy(email)];
    for (const { session, invoice } of [former, refunded, own]) {
      await report("checkout.session.completed", session.id);
      await report("invoice.paid", invoice.id);
    }
    stripe.end(former.subscription);
    await report("customer.subscription.deleted", former.subscription.id);
    refunded.invoice.refunded = 4900;
    await report("charge.refunded", refunded.invoice.charge);
    const id = await signUp(own.session.id, email);
    await confirm(id);
    const given = await db
      .selectFrom("audit")
      .select(["action", "after"])
      .where("subject_id", "=", id)
      .where("action", "like", "membership.paid%")
      .orderBy("id")
      .execute();
    expect(given).toEqual(
      [
        { action: "membership.paid", bought: own },
        { action: "membership.paid_twice", bought: refunded },
      ].map(({ action, bought }) => ({ action, after: JSON.stringify({ subscription: bought.subscription.id }) })),
    );
  });

  it("gives the account, once its email is confirmed, all subscriptions of that email that give access or charge, with their billing pages", async () => {
    const email = `several-${nextNumber()}@example.test`;
    const [own, cancelled, running] = [stripe.buy(), stripe.buy(email), stripe.buy(email)];
    for (const { session } of [cancelled, running]) await report("checkout.session.completed", session.id);
    stripe.cancelAtPeriodEnd(cancelled.subscription);
    await report("customer.subscription.updated", cancelled.subscription.id);
    const id = await signUp(own.session.id, email);
    const given = () => db.selectFrom("subscriptions").select("id").where("user_id", "=", id).execute();
    expect(await given()).toEqual([{ id: own.subscription.id }]);
    for (const { subscription } of [cancelled, running])
      await expect(readOwnBillingPage(memberActor(id), { subscription: subscription.id })).rejects.toMatchObject({
        reason: "conflict",
      });
    await confirm(id);
    expect((await given()).map((subscription) => subscription.id).sort()).toEqual(
      [own, cancelled, running].map(({ subscription }) => subscription.id).sort(),
    );
    for (const { subscription } of [cancelled, running])
      expect(await readOwnBillingPage(memberActor(id), { subscription: subscription.id })).toBe(
        `${stripe.origin}/portal/${subscription.customer}`,
      );
    expect(await readOwnBillingPage(memberActor(id), { subscription: own.subscription.id })).toBe(
      `${stripe.origin}/portal/${own.subscription.customer}`,
    );
    stripe.failCard(running.subscription);
    await report("customer.subscription.updated", running.subscription.id);
    const membership = await readOwnMembership(db, memberActor(id).person);
    const charged = [
      { id: own.subscription.id, text: expect.stringMatching(/^Active · renews on/) },
      { id: running.subscription.id, text: "Payment failed" },
    ];
    expect([membership?.status.kind, membership?.running]).toEqual([
      "active",
      expect.toSatisfy((listed) => listed.length === 2),
    ]);
    expect(membership?.running).toEqual(expect.arrayContaining(charged));
  });

  it("gives the account no subscription of another email or another account", async () => {
    const [email, early] = [`person-${nextNumber()}@example.test`, `early-${nextNumber()}@example.test`];
    const member = await createUser(db);
    const [unconfirmed, renewed, own] = [stripe.buy(early), stripe.buy(email, begunBy(member.id)), stripe.buy(email)];
    for (const { session } of [unconfirmed, renewed]) await report("checkout.session.completed", session.id);
    await createUser(db, { email: early });
    const id = await signUp(own.session.id, email);
    const ownerOf = async ({ subscription }: typeof own) =>
      (
        await db
          .selectFrom("subscriptions")
          .select("user_id")
          .where("id", "=", subscription.id)
          .executeTakeFirstOrThrow()
      ).user_id;
    await confirm(id);
    expect([await ownerOf(own), await ownerOf(renewed), await ownerOf(unconfirmed)]).toEqual([id, member.id, null]);
  });

  it.each([
    [
      "Stripe is down",
      () => {
        stripe.down = true;
      },
    ],
    [
      "Stripe can't load its subscription",
      ({ subscription }: ReturnType<StripeStandIn["buy"]>) => void stripe.lockedIds.add(subscription.id),
    ],
  ])("can't be read because %s, and the message says that the payment is safe", async (_why, spoil) => {
    vi.spyOn(console, "error").mockReturnValue();
    const bought = stripe.buy();
    spoil(bought);
    await expect(findPaidCheckout(bought.session.id)).rejects.toMatchObject({
      reason: "busy",
      message: "The payment service is not responding. Your payment is safe. Reload this page in a moment.",
      retryAfter: 30,
    });
  });

  it("fails with our own error, not as a failure of Stripe, when the bug is ours", async () => {
    if (checkout.billing) vi.spyOn(checkout.billing, "findSession").mockRejectedValueOnce(new TypeError("ours"));
    await expect(findPaidCheckout("cs_1")).rejects.toThrow(new TypeError("ours"));
  });
});

describe("a member", () => {
  it("renews without waiting for a webhook, and loading the page again is idempotent", async () => {
    const { session: first, subscription } = stripe.buy();
    const id = await signUp(first.id);
    stripe.end(subscription);
    await report("customer.subscription.deleted", subscription.id);
    expect(await statusOf(id)).toBe("ended");
    const { session } = stripe.buy("other-mail@example.test", begunBy(id));
    for (let load = 0; load < 2; load += 1) await renewOwnMembership(memberActor(id), { session_id: session.id });
    expect(await statusOf(id)).toBe("active");
    await report("checkout.session.completed", session.id);
    const paid = await db
      .selectFrom("audit")
      .select("action")
      .where("subject_id", "=", id)
      .where("action", "like", "membership.paid%")
      .execute();
    expect(paid, "this is not a double payment").toEqual([
      { action: "membership.paid" },
      { action: "membership.paid" },
    ]);
  });

  it("can't renew with another member's payment, or an unknown one", async () => {
    const [renewingUser, other] = [await createUser(db), await createUser(db)];
    const { session } = stripe.buy(undefined, begunBy(other.id));
    await expect(renewOwnMembership(memberActor(renewingUser.id), { session_id: session.id })).rejects.toMatchObject({
      reason: "not-found",
    });
    await expect(
      renewOwnMembership(memberActor(renewingUser.id), { session_id: stripe.buy().session.id }),
    ).rejects.toMatchObject({ reason: "not-found" });
    for (const session_id of ["cs_none", "", "x", 7, undefined])
      await expect(renewOwnMembership(memberActor(renewingUser.id), { session_id })).rejects.toMatchObject({
        reason: "invalid",
        message: "This payment is not complete yet.",
      });
    const { session: elsewhere } = stripe.buy(undefined, {
      ...begunBy(renewingUser.id),
      price: "price_of_something_else",
    });
    await expect(renewOwnMembership(memberActor(renewingUser.id), { session_id: elsewhere.id })).rejects.toMatchObject({
      reason: "invalid",
      message: "This payment was for something else.",
    });
    expect(await statusOf(renewingUser.id)).toBe("unbilled");
  });

  it("opens the billing page of own subscriptions only", async () => {
    const { session, subscription } = stripe.buy();
    const id = await signUp(session.id);
    const other = stripe.buy();
    await signUp(other.session.id);
    expect(await readOwnBillingPage(memberActor(id), {})).toBe(`${stripe.origin}/portal/${subscription.customer}`);
    expect(await readOwnBillingPage(memberActor(id), { subscription: subscription.id })).toContain(
      subscription.customer,
    );
    expect(stripe.lastForm.get("return_url")).toBe("https://picks.test/profile");
    await expect(readOwnBillingPage(memberActor(id), { subscription: other.subscription.id })).rejects.toMatchObject({
      reason: "conflict",
    });
    await expect(readOwnBillingPage(memberActor((await createUser(db)).id), {})).rejects.toMatchObject({
      reason: "conflict",
      message: "There is no subscription to manage. Write to support@simline.example.",
    });
    await expect(readOwnBillingPage(visitor, {})).rejects.toMatchObject({ reason: "signed-out" });
  });

  it("without a payment can pay from the profile, which shows the end of access that staff set", async () => {
    const [{ id }, ended] = [await createUser(db), await createUser(db)];
    await db
      .updateTable("users")
      .set({ access_until: "2026-01-02T03:04:05.000Z" })
      .where("id", "=", ended.id)
      .execute();
    const memberships = [
      await readOwnMembership(db, memberActor(id).person),
      await readOwnMembership(db, memberActor(ended.id).person),
    ];
    expect(memberships).toMatchObject([
      { status: { kind: "unbilled" }, running: [], billed: false, renewable: true },
      { status: { kind: "ended", at: "2026-01-02T03:04:05.000Z" }, billed: false },
    ]);
    expect(await readOwnMembership(db, memberActor(id, { role: "admin" }).person), "staff pay nothing").toBeNull();
  });

  it("whose customer was deleted at Stripe is told to write to support", async () => {
    const { session, subscription } = stripe.buy();
    const id = await signUp(session.id);
    stripe.customers.delete(subscription.customer);
    await expect(readOwnBillingPage(memberActor(id), {})).rejects.toMatchObject({
      reason: "conflict",
      message: "There is no subscription to manage. Write to support@simline.example.",
    });
  });

  it("can't open the billing page of a subscription that matches only by email", async () => {
    const { id, email } = await createUser(db);
    await report("checkout.session.completed", stripe.buy(email).session.id);
    await expect(readOwnBillingPage(memberActor(id), {})).rejects.toMatchObject({
      reason: "conflict",
      message: expect.stringMatching(/^This was paid for without signing in/),
    });
  });

  it("gets the billing page of the proven subscription, even when another payer used the same email later", async () => {
    const { id, email } = await createUser(db);
    const [own, paidWithEmail] = [stripe.buy(undefined, begunBy(id)), stripe.buy(email)];
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3600_000 });
    await report("checkout.session.completed", own.session.id);
    vi.useRealTimers();
    await report("checkout.session.completed", paidWithEmail.session.id);
    expect(await readOwnBillingPage(memberActor(id), {})).toBe(`${stripe.origin}/portal/${own.subscription.customer}`);
  });

  it.each([
    ["the first", 0],
    ["the second", 1],
  ] as const)(
    "with two subscriptions manages and renews as the customer of the newer one, even when that is %s by id",
    async (_which, newer) => {
      const { id } = await createUser(db);
      const both = [stripe.buy(undefined, begunBy(id)), stripe.buy(undefined, begunBy(id))];
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3600_000 });
      await report("checkout.session.completed", both[1 - newer]?.session.id ?? "");
      vi.useRealTimers();
      await report("checkout.session.completed", both[newer]?.session.id ?? "");
      const customer = both[newer]?.subscription.customer;
      expect(await readOwnBillingPage(memberActor(id), {})).toBe(`${stripe.origin}/portal/${customer}`);
      await beginCheckout(memberActor(id), {});
      expect(stripe.lastForm.get("customer")).toBe(customer);
    },
  );
});
