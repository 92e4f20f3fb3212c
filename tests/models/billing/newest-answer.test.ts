/** Answers of Stripe that cross with those that another process takes. */
import { type MockInstance, afterAll, beforeEach, expect, it, vi } from "vitest";
import type { BilledSubscription, Billing } from "../../../app/payment/provider.ts";
import type { Actor } from "../../../app/models/operation.server.ts";
import { actorOf, createUser, nextNumber, visitor } from "../../support/database/factories.ts";
import { type Subscribed, begunBy, StripeStandIn } from "../../support/stripe.ts";

const stripe = await new StripeStandIn().start();
for (const [name, value] of Object.entries({ ...stripe.env, APP_ORIGIN: "https://picks.test" }))
  vi.stubEnv(name, value);
const { checkout } = await import("../../../app/payment/checkout.server.ts");
const { db, write } = await import("../../../app/db.server.ts");
const { takeAnswer, withNewestAnswer } = await import("../../../app/models/billing/newest-answer.server.ts");
const { recordSubscription } = await import("../../../app/models/billing/subscription.server.ts");
const { renewOwnMembership } = await import("../../../app/models/billing/membership.server.ts");
const { refreshOverdue, takeWebhookEvent } = await import("../../../app/models/billing/payment-report.server.ts");
const { signUp } = await import("../../../app/models/people/sign-up.server.ts");
const { newSecret } = await import("../../../app/models/secret.server.ts");
afterAll(() => stripe.stop());

const day = 24 * 3600;
const { billing } = checkout;
if (billing === null) throw new Error("Payments are not checked.");
const { findSubscription } = billing;

type Find = Billing["findSubscription"];
/** Each question about a subscription, in order. */
let asked: MockInstance<Find>;
beforeEach(() => {
  asked = vi.spyOn(billing, "findSubscription");
});

/** What the other process does between Stripe's answer to the next question and its storing. */
function afterNextAnswer(work: () => Promise<unknown>): void {
  asked.mockImplementationOnce(async (id) => {
    const answer = await findSubscription(id);
    await work();
    return answer;
  });
}

/** Holds the first two answers until both are there. */
function answerTwoAtOnce(): void {
  const answers: Promise<unknown>[] = [];
  let both: (answers: Promise<unknown>) => void = () => undefined;
  const there = new Promise((resolve) => (both = resolve));
  const find: Find = async (id) => {
    const answer = findSubscription(id);
    if (answers.push(answer) === 2) both(Promise.all(answers));
    await there;
    return answer;
  };
  asked.mockImplementationOnce(find).mockImplementationOnce(find);
}

/** Asks and stores as another process. */
async function recordElsewhere(id: string): Promise<void> {
  const version = await versionOf(id);
  const subscription = await expectFound(findSubscription(id));
  await write((trx) => recordSubscription(trx, { subscription, version }, new Date()));
}

async function expectFound(found: Promise<BilledSubscription | null>): Promise<BilledSubscription> {
  const subscription = await found;
  if (!subscription) throw new Error("Stripe does not know it.");
  return subscription;
}

async function versionOf(id: string): Promise<number> {
  const row = await db
    .selectFrom("subscription_versions")
    .select("version")
    .where("subscription_id", "=", id)
    .executeTakeFirst();
  return row?.version ?? 0;
}

function report(type: string, id: string): Promise<unknown> {
  return takeWebhookEvent(visitor, stripe.signed(stripe.event(type, id)));
}

const updated = ({ id }: Subscribed) => report("customer.subscription.updated", id);

function stored(id: string) {
  return db.selectFrom("subscriptions").select(["status", "user_id"]).where("id", "=", id).execute();
}

function newVisitor(): Actor {
  return { ...visitor, address: `192.0.2.${nextNumber()}-newest` };
}

function account(sessionId: string) {
  return {
    name: "Kim Sample",
    phone: "555-0100",
    email: `newest-${nextNumber()}@example.test`,
    password: "line-shopping-2026",
    session_id: sessionId,
    idempotency_key: newSecret(),
  };
}

const used = { message: "This payment has already been used for an account. Sign in instead." };
const busy = { reason: "busy", message: expect.stringContaining("It is safe") };

/** Each way to ask about a subscription of a member, who began its checkout. */
const ways: [name: string, ask: (bought: ReturnType<StripeStandIn["buy"]>, userId: number) => Promise<unknown>][] = [
  ["an event", ({ subscription }) => updated(subscription)],
  ["the refresh", ({ subscription }) => refreshOverdue(new Date((subscription.current_period_end + 2 * day) * 1000))],
  [
    "a renewal",
    ({ session }, userId) =>
      renewOwnMembership({ ...actorOf("user", userId), address: newVisitor().address }, { session_id: session.id }),
  ],
];

async function payingMember() {
  const user = await createUser(db);
  const bought = stripe.buy(user.email, begunBy(user.id));
  await report("checkout.session.completed", bought.session.id);
  asked.mockClear();
  return { user, bought };
}

it.each(ways)("%s does not store an answer that is older than a stored one, and asks anew", async (_name, ask) => {
  const { user, bought } = await payingMember();
  const { subscription } = bought;
  afterNextAnswer(async () => {
    stripe.end(subscription);
    await recordElsewhere(subscription.id);
  });
  await ask(bought, user.id);
  expect([await stored(subscription.id), asked.mock.calls]).toEqual([
    [{ status: "canceled", user_id: user.id }],
    [[subscription.id], [subscription.id]],
  ]);
});

it.each(ways)("%s asks once when nobody else does", async (_name, ask) => {
  const { user, bought } = await payingMember();
  const before = await versionOf(bought.subscription.id);
  await ask(bought, user.id);
  expect([asked.mock.calls.length, await versionOf(bought.subscription.id)]).toEqual([1, before + 1]);
  stripe.end(bought.subscription);
  await updated(bought.subscription);
});

it("a first answer is not stored after a newer one that was not worth storing", async () => {
  const { subscription } = stripe.buy();
  afterNextAnswer(async () => {
    stripe.end(subscription);
    await recordElsewhere(subscription.id);
  });
  await updated(subscription);
  expect([await stored(subscription.id), asked.mock.calls.length]).toEqual([[], 2]);
});

it("of two first answers at once one is stored, and the other process asks anew", async () => {
  const { subscription } = stripe.buy();
  answerTwoAtOnce();
  await Promise.all([updated(subscription), updated(subscription)]);
  expect(asked.mock.calls.length).toBe(3);
  expect([await stored(subscription.id), await versionOf(subscription.id)]).toEqual([
    [{ status: "active", user_id: null }],
    2,
  ]);
});

it("an event that comes twice at once counts once", async () => {
  const { subscription } = stripe.buy();
  const event = stripe.signed(stripe.event("customer.subscription.updated", subscription.id));
  answerTwoAtOnce();
  await Promise.all([takeWebhookEvent(visitor, event), takeWebhookEvent(visitor, event)]);
  expect(await versionOf(subscription.id)).toBe(1);
});

it("an event about another price leaves no version", async () => {
  const { subscription } = stripe.buy(undefined, { price: "price_of_something_else" });
  await updated(subscription);
  expect(await versionOf(subscription.id)).toBe(0);
});

it("two sign-ups with one checkout at once open one account, and the other is told that the payment was used", async () => {
  const { session, subscription } = stripe.buy();
  const forms = [account(session.id), account(session.id)];
  answerTwoAtOnce();
  const outcomes = await Promise.allSettled(forms.map((form) => signUp(newVisitor(), form)));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: used });
  const accounts = await db
    .selectFrom("users")
    .select("id")
    .where(
      "email",
      "in",
      forms.map(({ email }) => email),
    )
    .execute();
  expect(accounts).toHaveLength(1);
  expect(await stored(subscription.id)).toEqual([{ status: "active", user_id: accounts[0]?.id }]);
});

it("a sign-up whose payment another process reports meanwhile opens the account", async () => {
  const { session, subscription } = stripe.buy();
  afterNextAnswer(() => recordElsewhere(subscription.id));
  const { id } = await signUp(newVisitor(), account(session.id));
  expect(await stored(subscription.id)).toEqual([{ status: "active", user_id: id }]);
});

it("an event after ten outdated answers is refused as busy, so that it comes again", async () => {
  const { bought } = await payingMember();
  const { subscription } = bought;
  const event = stripe.signed(stripe.event("customer.subscription.updated", subscription.id));
  asked.mockImplementation(async (id) => {
    const answer = await findSubscription(id);
    await recordElsewhere(id);
    return answer;
  });
  await expect(takeWebhookEvent(visitor, event)).rejects.toMatchObject(busy);
  expect(asked.mock.calls.length).toBe(10);
  asked.mockImplementation(findSubscription);
  stripe.end(subscription);
  await takeWebhookEvent(visitor, event);
  expect(await stored(subscription.id)).toMatchObject([{ status: "canceled" }]);
});

it("an answer is taken once for each version, and with it goes what its transaction wrote", async () => {
  const [id, seen]: [string, number[]] = [`sub_${nextNumber()}`, []];
  await withNewestAnswer(id, async (version) => {
    seen.push(version);
    if (seen.length === 1) await write((trx) => takeAnswer(trx, id, version));
    await write(async (trx) => {
      await createUser(trx, { email: `${id}-${seen.length}@example.test` });
      await takeAnswer(trx, id, version);
    });
  });
  const emails = await db.selectFrom("users").select("email").where("email", "like", `${id}-%`).execute();
  expect([seen, await versionOf(id), emails]).toEqual([[0, 1], 2, [{ email: `${id}-2@example.test` }]]);
});

it("work that fails otherwise is not repeated", async () => {
  const work = vi.fn<(version: number) => Promise<void>>().mockRejectedValue(new Error("no"));
  await expect(withNewestAnswer("sub_fails", work)).rejects.toThrow("no");
  expect(work.mock.calls).toEqual([[0]]);
});
