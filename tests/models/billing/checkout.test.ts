/** Paying, from the model's side: beginning a checkout, and what its session opens when somebody comes back from it. */
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Actor } from "../../../app/models/operation.server.ts";
import type { Role } from "../../../app/policy.ts";
import { actorOf, createUser, nextNumber, visitor } from "../../support/database/factories.ts";
import { messagesOf } from "../../support/app/log.ts";
import { begunBy, ourPrice, StripeStandIn } from "../../support/stripe.ts";

// As it is, but where a test has something happen meanwhile.
vi.mock("../../../app/models/sign-in/password.server.ts", { spy: true });

const stripe = await new StripeStandIn().start();
for (const [name, value] of Object.entries({ ...stripe.env, APP_ORIGIN: "https://picks.test" })) vi.stubEnv(name, value);
const { checkout } = await import("../../../app/payment/checkout.server.ts");
const { db, write } = await import("../../../app/db.server.ts");
const { confirmEmail } = await import("../../../app/models/people/email-confirmation.server.ts");
const { beginCheckout, bindPaidCheckout, findPaidCheckout, openOwnBilling, openPricing, readOwnMembership, renewOwnMembership } = await import("../../../app/models/billing/membership.server.ts");
const { hashPassword } = await import("../../../app/models/sign-in/password.server.ts");
const { takePaymentReport } = await import("../../../app/models/billing/payment-report.server.ts");
const { newSecret } = await import("../../../app/models/secret.server.ts");
const { openSignUp, signUp: signUpAs, signUpAfterPayment } = await import("../../../app/models/people/sign-up.server.ts");
const { readMemberships } = await import("../../../app/models/billing/subscription.server.ts");
afterAll(() => stripe.stop());
beforeEach(() => {
  stripe.down = false;
  stripe.stuck.clear();
});

/** A visitor of an address of their own, so that tests don't share its allowance. */
function stranger(): Actor {
  return { ...visitor, address: `192.0.2.${nextNumber()}-test` };
}

function memberActor(id: number, { lapsed = true, role = "user" }: { lapsed?: boolean; role?: Role } = {}) {
  const actor = actorOf(role, id);
  return { ...actor, address: stranger().address, person: { ...actor.person, email: `member${id}@example.test`, lapsed } };
}

function report(type: string, id: string): Promise<unknown> {
  return takePaymentReport(visitor, stripe.signed(stripe.event(type, id)));
}

const confirm = (id: number) => write((trx) => confirmEmail(trx, id, new Date()));

/** What the signup does with a session id. */
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

describe("beginning a checkout", () => {
  it("of a visitor prepares a session for our price that comes back to the signup", async () => {
    expect(await openPricing(visitor, {})).toEqual({ link: null });
    expect(await beginCheckout(stranger(), {})).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/cs_\d+#fragment$/);
    expect(Object.fromEntries(stripe.sent)).toEqual({
      mode: "subscription", "line_items[0][price]": ourPrice, "line_items[0][quantity]": "1",
      success_url: "https://picks.test/signup?payment_success=true&session_id={CHECKOUT_SESSION_ID}", cancel_url: "https://picks.test/pricing",
    });
  });

  it("of a member whose membership has ended names him, and comes back to the profile", async () => {
    const { id } = await createUser(db);
    await beginCheckout(memberActor(id), {});
    expect(Object.fromEntries(stripe.sent)).toMatchObject({
      client_reference_id: String(id), customer_email: `member${id}@example.test`, success_url: "https://picks.test/profile/renewed?session_id={CHECKOUT_SESSION_ID}", cancel_url: "https://picks.test/profile",
    });
  });

  it("of a member who paid before keeps him the same customer", async () => {
    const { session, subscription } = stripe.buy();
    const id = await signUp(session.id);
    await beginCheckout(memberActor(id), {});
    expect([stripe.sent.get("customer"), stripe.sent.get("customer_email")]).toEqual([subscription.customer, null]);
  });

  it("of a member who is no customer at Stripe any more makes him a new one", async () => {
    const { session, subscription } = stripe.buy();
    const id = await signUp(session.id);
    stripe.customers.delete(subscription.customer);
    expect(await beginCheckout(memberActor(id), {})).toMatch(/\/pay\/cs_\d+#fragment$/);
    expect(Object.fromEntries(stripe.sent)).toMatchObject({ client_reference_id: String(id), customer_email: `member${id}@example.test` });
    expect(stripe.sent.get("customer")).toBeNull();
  });

  it("is asked for once more where something went wrong at Stripe", async () => {
    stripe.troubles = 1;
    expect(await beginCheckout(stranger(), {})).toMatch(/\/pay\/cs_\d+#fragment$/);
  });

  it("of a member keeps to the customer of what is proven theirs: the other's card would be charged, and shown, to who typed an e-mail", async () => {
    const [{ id, email }, { id: payer, email: payersEmail }] = [await createUser(db), await createUser(db)];
    await report("checkout.session.completed", stripe.buy(email).session.id);
    await beginCheckout(memberActor(id), {});
    expect([stripe.sent.get("customer"), stripe.sent.get("customer_email")]).toEqual([null, `member${id}@example.test`]);
    const own = stripe.buy(undefined, begunBy(payer));
    for (const { session } of [own, stripe.buy(payersEmail)]) await report("checkout.session.completed", session.id);
    await beginCheckout(memberActor(payer), {});
    expect(stripe.sent.get("customer")).toBe(own.subscription.customer);
  });

  it.each([["a member", "user"], ["staff", "admin"]] as const)("is refused to %s who needs none, before anything is asked", async (_who, role) => {
    const before = stripe.asked.length;
    await expect(beginCheckout(memberActor(1, { lapsed: role !== "user", role }), {})).rejects.toMatchObject({ reason: "conflict", message: "You already have a membership." });
    expect(stripe.asked.length).toBe(before);
  });

  it("is refused after twenty within the hour from one address", async () => {
    const actor = stranger();
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    for (let count = 0; count < 20; count += 1) {
      await beginCheckout(actor, {});
      if (count === 0) vi.setSystemTime(Date.now() + 59 * 60_000);
    }
    await expect(beginCheckout(actor, {})).rejects.toMatchObject({ reason: "too-many", retryAfter: 60 });
    await beginCheckout(stranger(), {});
  });

  it("is refused in words while Stripe can't be reached, and logs no more than its kind", async () => {
    const complaint = vi.spyOn(console, "error").mockReturnValue();
    stripe.down = true;
    await expect(beginCheckout(stranger(), {})).rejects.toMatchObject({ reason: "busy", message: "The payment service can't be reached right now. Please try again in a moment." });
    expect(messagesOf(complaint.mock.calls)).toEqual(["Stripe: StripeConnectionError"]);
  });
});

describe("a session that somebody comes back from", () => {
  it("opens an account when it was paid, with its e-mail to begin with", async () => {
    const { session, subscription } = stripe.buy("Buyer@Example.test");
    expect(await findPaidCheckout(session.id)).toMatchObject({ email: "buyer@example.test", subscription: { id: subscription.id } });
    const id = await signUp(session.id, "another@example.test");
    expect(await statusOf(id)).toBe("active");
    await report("checkout.session.completed", session.id);
    expect(await db.selectFrom("subscriptions").select(["user_id", "email"]).where("id", "=", subscription.id).execute()).toEqual([{ user_id: id, email: "buyer@example.test" }]);
  });

  it("opens the account when the reports came first", async () => {
    const { session, invoice } = stripe.buy();
    await report("invoice.paid", invoice.id);
    await report("checkout.session.completed", session.id);
    expect(await statusOf(await signUp(session.id))).toBe("active");
  });

  it("is refused when there is none", () => expect(findPaidCheckout("cs_unknown")).rejects.toMatchObject(notPaid));

  it.each(["", "sub_1", "../v1/customers", "cs_1/../../x", "cs_", `cs_${"a".repeat(300)}`])("is refused, and not asked for, where it can be none (%s)", async (id) => {
    const before = stripe.asked.length;
    await expect(findPaidCheckout(id)).rejects.toMatchObject(notPaid);
    expect(stripe.asked.length).toBe(before);
  });

  it.each([
    ["not paid yet", { payment_status: "unpaid" }], ["left open", { status: "open" }], ["no subscription", { mode: "payment" }], ["paid with nothing", { payment_status: "no_payment_required" }],
    ["for nothing that is named", { subscription: null }], ["for something that is not there", { subscription: "sub_gone" }],
  ])("is refused when it was %s", async (_what, changes) => {
    const { session } = stripe.buy();
    Object.assign(session, changes);
    await expect(findPaidCheckout(session.id)).rejects.toMatchObject(notPaid);
  });

  it("is refused when it was for another price", async () => {
    const { session } = stripe.buy(undefined, { price: "price_of_something_else" });
    await expect(findPaidCheckout(session.id)).rejects.toMatchObject({ reason: "invalid", message: "This payment was for something else." });
  });

  it("is refused when what it opened was given back or has ended since, but not when it only won't go on", async () => {
    const [refunded, ended, cancelled] = [stripe.buy(), stripe.buy(), stripe.buy()];
    refunded.invoice.refunded = 4900;
    await report("charge.refunded", refunded.invoice.charge);
    stripe.end(ended.subscription);
    stripe.cancelAtPeriodEnd(cancelled.subscription);
    for (const { session } of [refunded, ended]) await expect(findPaidCheckout(session.id)).rejects.toMatchObject({ message: "The membership that this payment began has ended. Please subscribe again." });
    expect(await statusOf(await signUp(cancelled.session.id))).toBe("ending");
  });

  it("opens one account, also when two use it at the same time", async () => {
    const { session } = stripe.buy();
    const outcomes = await Promise.allSettled([signUp(session.id), signUp(session.id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: used });
    await expect(findPaidCheckout(session.id)).rejects.toMatchObject(used);
  });

  it("is not used up for whoever sends the form of the sign-up twice", async () => {
    const { session } = stripe.buy();
    const form = { name: "Sam Sample", phone: "555-0100", email: `twice-${nextNumber()}@example.test`, password: "line-shopping-2026", age_confirmed: "yes", payment_success: "true", session_id: session.id, idempotency_key: newSecret() };
    const [first, second] = await Promise.all([signUpAfterPayment(stranger(), form), signUpAfterPayment(stranger(), form)]);
    expect(second.id).toBe(first.id);
    expect(await statusOf(first.id)).toBe("active");
  });

  it("that can open no account any more is said to on the page of the sign-up, which fails only where nobody knows", async () => {
    const { session } = stripe.buy();
    await signUp(session.id);
    const open = (session_id: string) => openSignUp(stranger(), { payment_success: "true", session_id });
    expect([await open(session.id), await open("cs_unknown")]).toMatchObject([{ state: "unpaid", message: used.message }, { state: "unpaid", message: notPaid.message }]);
    vi.spyOn(console, "error").mockReturnValue();
    stripe.down = true;
    await expect(open(session.id)).rejects.toMatchObject({ reason: "busy" });
  });

  it("stays that of the account which was made first, of two whose payment was looked up before", async () => {
    const { session, subscription } = stripe.buy();
    const [first, second] = [await findPaidCheckout(session.id), await findPaidCheckout(session.id)];
    const [{ id }, slower] = [await createUser(db), await createUser(db)];
    await write((trx) => bindPaidCheckout(trx, first, id));
    await expect(write((trx) => bindPaidCheckout(trx, second, slower.id))).rejects.toMatchObject(used);
    expect(await db.selectFrom("subscriptions").select("user_id").where("id", "=", subscription.id).execute()).toEqual([{ user_id: id }]);
  });

  it("that was cancelled before the account is made gives access until then", async () => {
    const { session, subscription } = stripe.buy();
    stripe.cancelAtPeriodEnd(subscription);
    const id = await signUp(session.id);
    const { access_until } = await db.selectFrom("users").select("access_until").where("id", "=", id).executeTakeFirstOrThrow();
    expect(access_until).toBe(new Date(subscription.current_period_end * 1000).toISOString());
  });

  it("can be looked at sixty times an hour from one address: each look asks Stripe", async () => {
    const guest = stranger();
    const look = () => openSignUp(guest, { payment_success: "true", session_id: "cs_unknown" }).then(({ state }) => state, ({ reason }: { reason: string }) => reason);
    const seen: string[] = [];
    for (let turn = 0; turn < 61; turn += 1) seen.push(await look());
    expect([new Set(seen.slice(0, 60)), seen.at(-1)]).toEqual([new Set(["unpaid"]), "too-many"]);
  });

  it("opens an account though another has its subscription by e-mail alone: it moves, and both trails say so", async () => {
    const other = await createUser(db);
    const { session, subscription } = stripe.buy(other.email);
    await report("checkout.session.completed", session.id);
    expect(await statusOf(other.id)).toBe("active");
    const id = await signUp(session.id);
    expect([await statusOf(id), await statusOf(other.id)]).toEqual(["active", "unbilled"]);
    const moved = { before: JSON.stringify({ account: other.id }), after: JSON.stringify({ account: id, subscription: subscription.id }) };
    const trail = await db.selectFrom("audit").select(["subject_id", "action", "before", "after"]).where("action", "in", ["membership.moved", "membership.taken_over"]).where("subject_id", "in", [id, other.id]).execute();
    expect(trail).toEqual([{ subject_id: other.id, action: "membership.moved", ...moved }, { subject_id: id, action: "membership.taken_over", ...moved }]);
    await report("customer.subscription.updated", subscription.id);
    expect([await statusOf(id), await statusOf(other.id)]).toEqual(["active", "unbilled"]);
    await expect(findPaidCheckout(session.id)).rejects.toMatchObject(used);
  });

  it("opens an account though it names a member: whoever has a payment link chooses that", async () => {
    const { session } = stripe.buy(undefined, { client_reference_id: String((await createUser(db)).id) });
    await report("checkout.session.completed", session.id);
    expect(await statusOf(await signUp(session.id))).toBe("active");
  });

  it("that a member began signed in opens no second account, though no report came yet", async () => {
    const { session } = stripe.buy(undefined, begunBy((await createUser(db)).id));
    await expect(findPaidCheckout(session.id)).rejects.toMatchObject(used);
  });

  it("is not taken back by what was read before the password was hashed", async () => {
    const { session, subscription } = stripe.buy();
    await report("checkout.session.completed", session.id);
    const paid = await findPaidCheckout(session.id);
    stripe.end(subscription);
    await report("customer.subscription.deleted", subscription.id);
    const { id } = await createUser(db);
    await write((trx) => bindPaidCheckout(trx, paid, id));
    expect(await statusOf(id)).toBe("ended");
  });

  it("that is cancelled while the account is being made opens one whose membership has ended", async () => {
    const { session, subscription } = stripe.buy();
    let reported: Promise<unknown> | undefined;
    vi.mocked(hashPassword).mockImplementationOnce(async () => {
      stripe.end(subscription);
      reported = report("customer.subscription.deleted", subscription.id);
      await Promise.race([reported, stripe.timeToOvertake()]);
      return "$argon2id$stand-in";
    });
    const { id } = await signUpAs(stranger(), { name: "Kim Sample", phone: "555-0100", email: `person-${nextNumber()}@example.test`, password: "line-shopping-2026", session_id: session.id });
    await reported;
    expect(await statusOf(id)).toBe("ended");
  });

  it("paid twice gives the account both once its e-mail is confirmed, and the profile says so", async () => {
    const email = `twice-${nextNumber()}@example.test`;
    const [first, second] = [stripe.buy(email), stripe.buy(email)];
    for (const { session } of [first, second]) await report("checkout.session.completed", session.id);
    const id = await signUp(first.session.id, email);
    const runningOf = async () => ((await readOwnMembership(db, memberActor(id).person))?.running ?? []).map((subscription) => subscription.id).sort();
    expect(await runningOf()).toEqual([first.subscription.id]);
    await confirm(id);
    expect(await runningOf()).toEqual([first.subscription.id, second.subscription.id].sort());
    const audit = await db.selectFrom("audit").select("action").where("subject_id", "=", id).where("action", "like", "membership.%").execute();
    expect(audit.map(({ action }) => action)).toEqual(["membership.paid", "membership.paid_twice"]);
  });

  it("gives the account, once its e-mail is confirmed, none that had ended before, unless it goes on charging: whoever comes back has not paid twice", async () => {
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
    const given = await db.selectFrom("audit").select(["action", "after"]).where("subject_id", "=", id).where("action", "like", "membership.paid%").orderBy("id").execute();
    expect(given).toEqual([{ action: "membership.paid", bought: own }, { action: "membership.paid_twice", bought: refunded }].map(({ action, bought }) => ({ action, after: JSON.stringify({ subscription: bought.subscription.id }) })));
  });

  it("gives the account, once its e-mail is confirmed, all that this paid for and that gives access or goes on charging, with its billing pages", async () => {
    const email = `several-${nextNumber()}@example.test`;
    const [own, cancelled, running] = [stripe.buy(), stripe.buy(email), stripe.buy(email)];
    for (const { session } of [cancelled, running]) await report("checkout.session.completed", session.id);
    stripe.cancelAtPeriodEnd(cancelled.subscription);
    await report("customer.subscription.updated", cancelled.subscription.id);
    const id = await signUp(own.session.id, email);
    const given = () => db.selectFrom("subscriptions").select("id").where("user_id", "=", id).execute();
    expect(await given()).toEqual([{ id: own.subscription.id }]);
    for (const { subscription } of [cancelled, running]) await expect(openOwnBilling(memberActor(id), { subscription: subscription.id })).rejects.toMatchObject({ reason: "conflict" });
    await confirm(id);
    expect((await given()).map((subscription) => subscription.id).sort()).toEqual([own, cancelled, running].map(({ subscription }) => subscription.id).sort());
    for (const { subscription } of [cancelled, running]) expect(await openOwnBilling(memberActor(id), { subscription: subscription.id })).toBe(`${stripe.origin}/portal/${subscription.customer}`);
    expect(await openOwnBilling(memberActor(id), { subscription: own.subscription.id })).toBe(`${stripe.origin}/portal/${own.subscription.customer}`);
    stripe.failCard(running.subscription);
    await report("customer.subscription.updated", running.subscription.id);
    const membership = await readOwnMembership(db, memberActor(id).person);
    const charged = [{ id: own.subscription.id, text: expect.stringMatching(/^Active · renews on/) }, { id: running.subscription.id, text: "Payment failed" }];
    expect([membership?.status.kind, membership?.running]).toEqual(["active", expect.toSatisfy((listed) => listed.length === 2)]);
    expect(membership?.running).toEqual(expect.arrayContaining(charged));
  });

  it("gives the account nothing that was paid for with somebody else's e-mail, or that another account has", async () => {
    const [email, early] = [`person-${nextNumber()}@example.test`, `early-${nextNumber()}@example.test`];
    const member = await createUser(db);
    const [unclaimed, renewed, own] = [stripe.buy(early), stripe.buy(email, begunBy(member.id)), stripe.buy(email)];
    for (const { session } of [unclaimed, renewed]) await report("checkout.session.completed", session.id);
    await createUser(db, { email: early });
    const id = await signUp(own.session.id, email);
    const ownerOf = async ({ subscription }: typeof own) => (await db.selectFrom("subscriptions").select("user_id").where("id", "=", subscription.id).executeTakeFirstOrThrow()).user_id;
    await confirm(id);
    expect([await ownerOf(own), await ownerOf(renewed), await ownerOf(unclaimed)]).toEqual([id, member.id, null]);
  });

  it.each([
    ["Stripe is down", () => { stripe.down = true; }],
    ["Stripe can't tell what it paid for", ({ subscription }: ReturnType<StripeStandIn["buy"]>) => void stripe.stuck.add(subscription.id)],
  ])("that can't be read because %s is refused without doubt about the payment", async (_why, spoil) => {
    vi.spyOn(console, "error").mockReturnValue();
    const bought = stripe.buy();
    spoil(bought);
    await expect(findPaidCheckout(bought.session.id)).rejects.toMatchObject({ reason: "busy", message: "The payment service can't be reached right now. Your payment is safe: reload this page in a moment.", retryAfter: 30 });
  });

  it("that fails for a reason of ours is no failure of Stripe's", async () => {
    if (checkout.billing) vi.spyOn(checkout.billing, "findSession").mockRejectedValueOnce(new TypeError("ours"));
    await expect(findPaidCheckout("cs_1")).rejects.toThrow(new TypeError("ours"));
  });
});

describe("a member", () => {
  it("renews, without waiting for a report, once or as often as the page is loaded", async () => {
    const { session: first, subscription } = stripe.buy();
    const id = await signUp(first.id);
    stripe.end(subscription);
    await report("customer.subscription.deleted", subscription.id);
    expect(await statusOf(id)).toBe("ended");
    const { session } = stripe.buy("other-mail@example.test", begunBy(id));
    for (let load = 0; load < 2; load += 1) await renewOwnMembership(memberActor(id), { session_id: session.id });
    expect(await statusOf(id)).toBe("active");
    await report("checkout.session.completed", session.id);
    const paid = await db.selectFrom("audit").select("action").where("subject_id", "=", id).where("action", "like", "membership.paid%").execute();
    expect(paid, "which is not to pay twice").toEqual([{ action: "membership.paid" }, { action: "membership.paid" }]);
  });

  it("can't renew with somebody else's payment, or one that is not there", async () => {
    const [me, other] = [await createUser(db), await createUser(db)];
    const { session } = stripe.buy(undefined, begunBy(other.id));
    await expect(renewOwnMembership(memberActor(me.id), { session_id: session.id })).rejects.toMatchObject({ reason: "not-found" });
    await expect(renewOwnMembership(memberActor(me.id), { session_id: stripe.buy().session.id })).rejects.toMatchObject({ reason: "not-found" });
    for (const session_id of ["cs_none", "", "x", 7, undefined]) await expect(renewOwnMembership(memberActor(me.id), { session_id })).rejects.toMatchObject({ reason: "invalid", message: "This payment is not complete yet." });
    const { session: elsewhere } = stripe.buy(undefined, { ...begunBy(me.id), price: "price_of_something_else" });
    await expect(renewOwnMembership(memberActor(me.id), { session_id: elsewhere.id })).rejects.toMatchObject({ reason: "invalid", message: "This payment was for something else." });
    expect(await statusOf(me.id)).toBe("unbilled");
  });

  it("opens the billing page of his own subscriptions alone", async () => {
    const { session, subscription } = stripe.buy();
    const id = await signUp(session.id);
    const other = stripe.buy();
    await signUp(other.session.id);
    expect(await openOwnBilling(memberActor(id), {})).toBe(`${stripe.origin}/portal/${subscription.customer}`);
    expect(await openOwnBilling(memberActor(id), { subscription: subscription.id })).toContain(subscription.customer);
    expect(stripe.sent.get("return_url")).toBe("https://picks.test/profile");
    await expect(openOwnBilling(memberActor(id), { subscription: other.subscription.id })).rejects.toMatchObject({ reason: "conflict" });
    await expect(openOwnBilling(memberActor((await createUser(db)).id), {})).rejects.toMatchObject({ reason: "conflict", message: "There is no subscription to manage. Write to support@simline.example." });
    await expect(openOwnBilling(visitor, {})).rejects.toMatchObject({ reason: "signed-out" });
  });

  it("who never paid here has a profile that offers to pay, and the end of access that is his own", async () => {
    const [{ id }, ended] = [await createUser(db), await createUser(db)];
    await db.updateTable("users").set({ access_until: "2026-01-02T03:04:05.000Z" }).where("id", "=", ended.id).execute();
    const memberships = [await readOwnMembership(db, memberActor(id).person), await readOwnMembership(db, memberActor(ended.id).person)];
    expect(memberships).toMatchObject([{ status: { kind: "unbilled" }, running: [], billed: false, renewable: true }, { status: { kind: "ended", at: "2026-01-02T03:04:05.000Z" }, billed: false }]);
    expect(await readOwnMembership(db, memberActor(id, { role: "admin" }).person), "staff pay nothing").toBeNull();
  });

  it("who is no customer at Stripe any more is told whom to write to, and not to try again", async () => {
    const { session, subscription } = stripe.buy();
    const id = await signUp(session.id);
    stripe.customers.delete(subscription.customer);
    await expect(openOwnBilling(memberActor(id), {})).rejects.toMatchObject({ reason: "conflict", message: "There is no subscription to manage. Write to support@simline.example." });
  });

  it("is refused the billing page of what is his by its e-mail alone", async () => {
    const { id, email } = await createUser(db);
    await report("checkout.session.completed", stripe.buy(email).session.id);
    await expect(openOwnBilling(memberActor(id), {})).rejects.toMatchObject({ reason: "conflict", message: expect.stringMatching(/^This was paid for without signing in/) });
  });

  it("gets to what is proven his where nothing runs, though somebody paid with his e-mail later", async () => {
    const { id, email } = await createUser(db);
    const [own, others] = [stripe.buy(undefined, begunBy(id)), stripe.buy(email)];
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3600_000 });
    await report("checkout.session.completed", own.session.id);
    vi.useRealTimers();
    await report("checkout.session.completed", others.session.id);
    expect(await openOwnBilling(memberActor(id), {})).toBe(`${stripe.origin}/portal/${own.subscription.customer}`);
  });

  it.each([["the first", 0], ["the second", 1]] as const)("who has two subscriptions manages and renews as the customer of the newer one, be that %s by its id", async (_which, newer) => {
    const { id } = await createUser(db);
    const both = [stripe.buy(undefined, begunBy(id)), stripe.buy(undefined, begunBy(id))];
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3600_000 });
    await report("checkout.session.completed", both[1 - newer]?.session.id ?? "");
    vi.useRealTimers();
    await report("checkout.session.completed", both[newer]?.session.id ?? "");
    const customer = both[newer]?.subscription.customer;
    expect(await openOwnBilling(memberActor(id), {})).toBe(`${stripe.origin}/portal/${customer}`);
    await beginCheckout(memberActor(id), {});
    expect(stripe.sent.get("customer")).toBe(customer);
  });
});
