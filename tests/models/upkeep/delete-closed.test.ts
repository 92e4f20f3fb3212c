import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  actorOf,
  createPick,
  createUser,
  nextNumber,
  putOnCard,
  testPassword,
  visitor,
} from "../../support/database/factories.ts";
import { messagesOf } from "../../support/app/log.ts";
import { begunBy, StripeStandIn } from "../../support/stripe.ts";

const stripe = await new StripeStandIn().start();
for (const [name, value] of Object.entries({ ...stripe.env, APP_ORIGIN: "https://picks.test" }))
  vi.stubEnv(name, value);
const { db, write } = await import("../../../app/db.server.ts");
const { bookSignup } = await import("../../../app/models/affiliates/referral.server.ts");
const { addAffiliate } = await import("../../../app/models/affiliates/affiliate.server.ts");
const { takeWebhookEvent } = await import("../../../app/models/billing/payment-report.server.ts");
const { closeOwnAccount } = await import("../../../app/models/people/closing.server.ts");
const { deleteUser, giveRole } = await import("../../../app/models/people/user-account.server.ts");
const { deleteClosed } = await import("../../../app/models/upkeep/delete-closed.server.ts");
afterAll(() => stripe.stop());
beforeEach(async () => {
  stripe.down = false;
  await db.deleteFrom("outbox").execute();
  await db.updateTable("users").set({ closes_at: null }).execute();
});

const day = 86_400_000;
const proof = { current_password: testPassword };
const later = (days: number) => new Date(Date.now() + days * day);
const report = (type: string, id: string) => takeWebhookEvent(visitor, stripe.signed(stripe.event(type, id)));

async function member() {
  const user = await createUser(db);
  return { user, actor: actorOf("user", user.id) };
}

async function payingMember() {
  const { user, actor } = await member();
  const bought = stripe.buy(user.email, begunBy(user.id));
  await report("checkout.session.completed", bought.session.id);
  return { ...bought, user, actor };
}

function find(id: number) {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

async function trailOf(userId: number) {
  return (
    await db
      .selectFrom("audit")
      .select(["action", "actor_id", "actor_name"])
      .where("subject", "=", "user")
      .where("subject_id", "=", userId)
      .where("action", "like", "account.%")
      .orderBy("id")
      .execute()
  ).map(({ action, actor_id, actor_name }) => [action, actor_id, actor_name]);
}

function expectErrors() {
  const errors = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => errors.mockRestore());
  return () => messagesOf(errors.mock.calls);
}

describe("the deletion of closed accounts", () => {
  it("comes with its day, not before, and once", async () => {
    const { user, actor } = await member();
    await closeOwnAccount(actor, proof);
    expect([await deleteClosed(later(6.9)), await find(user.id)]).toEqual([0, expect.anything()]);
    expect([await deleteClosed(later(7.1)), await find(user.id)]).toEqual([1, undefined]);
    expect(await deleteClosed(later(8))).toBe(0);
    expect(await trailOf(user.id)).toEqual([
      ["account.closing", user.id, null],
      ["account.closed", null, null],
    ]);
  });

  it("leaves what the deletion by a superadmin leaves: payments and the affiliate's bookkeeping, without the person", async () => {
    const { ref_code } = await addAffiliate(actorOf("admin"), {
      name: "Courtside Sample",
      email: `partner${nextNumber()}@example.test`,
    });
    const left = async (end: (made: Awaited<ReturnType<typeof payingMember>>) => Promise<unknown>) => {
      const made = await payingMember();
      const { user, subscription, invoice } = made;
      await report("invoice.paid", invoice.id);
      await write((trx) => bookSignup(trx, { ...user, role: "user", invoiceId: invoice.id }, ref_code));
      await putOnCard(db, user.id, [await createPick(db)]);
      await end(made);
      return {
        user: await find(user.id),
        card: await db.selectFrom("saved_picks").selectAll().where("user_id", "=", user.id).execute(),
        subscription: await db
          .selectFrom("subscriptions")
          .select(["user_id", "card_brand", "card_last4"])
          .where("id", "=", subscription.id)
          .execute(),
        payments: await db
          .selectFrom("payments")
          .select("amount_cents")
          .where("subscription_id", "=", subscription.id)
          .execute(),
        referral: await db
          .selectFrom("referrals")
          .innerJoin("commissions", "commissions.referral_id", "referrals.id")
          .select(["user_id", "amount_cents"])
          .where("invoice_id", "=", invoice.id)
          .execute(),
      };
    };
    const closed = await left(async ({ actor }) => {
      await closeOwnAccount(actor, proof);
      await deleteClosed(later(8));
    });
    const deleted = await left(({ user }) => deleteBySuperadmin(user.id));
    expect(closed).toEqual(deleted);
    expect(closed).toEqual({
      user: undefined,
      card: [],
      subscription: [{ user_id: null, card_brand: null, card_last4: null }],
      payments: [{ amount_cents: 4900 }],
      referral: [{ user_id: null, amount_cents: 980 }],
    });
  });

  it("cancels what was continued since, and waits while Stripe can't be reached", async () => {
    const { user, actor, subscription } = await payingMember();
    await closeOwnAccount(actor, proof);
    Object.assign(subscription, { cancel_at_period_end: false, cancel_at: null });
    await report("customer.subscription.updated", subscription.id);
    const other = await member();
    await closeOwnAccount(other.actor, proof);
    const errors = expectErrors();
    stripe.down = true;
    await expect(deleteClosed(later(8))).rejects.toMatchObject({ reason: "busy" });
    expect([await find(user.id), await find(other.user.id)]).toEqual([expect.anything(), undefined]);
    stripe.down = false;
    expect([await deleteClosed(later(8)), subscription.cancel_at_period_end]).toEqual([1, true]);
    expect(errors()).toEqual(["Stripe: StripeConnectionError"]);
  });

  it("spares somebody who became staff meanwhile, also when they are members again", async () => {
    const superadmin = await createUser(db, { role: "superadmin" });
    const { user, actor } = await member();
    await closeOwnAccount(actor, proof);
    await giveRole(actorOf("superadmin", superadmin.id), { id: String(user.id), role: "admin" });
    expect(await deleteClosed(later(8))).toBe(0);
    await giveRole(actorOf("superadmin", superadmin.id), { id: String(user.id), role: "user" });
    expect([await deleteClosed(later(8)), (await find(user.id))?.role]).toEqual([0, "user"]);
  });

  it("spares who is suspended, and who is on a break until it is over", async () => {
    const [suspended, resting] = [await member(), await member()];
    for (const { actor } of [suspended, resting]) await closeOwnAccount(actor, proof);
    const change = (id: number, values: { status?: "Suspended"; break_until?: string }) =>
      db.updateTable("users").set(values).where("id", "=", id).execute();
    await change(suspended.user.id, { status: "Suspended" });
    await change(resting.user.id, { break_until: later(20).toISOString() });
    expect([await deleteClosed(later(8)), await deleteClosed(later(21))]).toEqual([0, 1]);
    expect([await find(suspended.user.id), await find(resting.user.id)]).toEqual([expect.anything(), undefined]);
  });

  it("stops when it is told to", async () => {
    const { user, actor } = await member();
    await closeOwnAccount(actor, proof);
    expect([await deleteClosed(later(8), () => false), await find(user.id)]).toEqual([0, expect.anything()]);
  });
});

async function deleteBySuperadmin(id: number): Promise<unknown> {
  const superadmin = await createUser(db, { role: "superadmin" });
  return deleteUser(actorOf("superadmin", superadmin.id), { id: String(id) });
}
