import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { actorOf, createUser, nextNumber, recognise, testPassword, visitor } from "../../support/database/factories.ts";
import { messagesOf } from "../../support/app/log.ts";
import { begunBy, StripeStandIn } from "../../support/stripe.ts";

const stripe = await new StripeStandIn().start();
for (const [name, value] of Object.entries({ ...stripe.env, APP_ORIGIN: "https://picks.test" }))
  vi.stubEnv(name, value);
const { db, write } = await import("../../../app/db.server.ts");
const { beginCheckout } = await import("../../../app/models/billing/membership.server.ts");
const { takeWebhookEvent } = await import("../../../app/models/billing/payment-report.server.ts");
const { findDueMail } = await import("../../../app/models/outbox/due-mail.server.ts");
const { renderMail } = await import("../../../app/mails/letters.server.ts");
const { closeOwnAccount, keepOwnAccount, readClosingPage } =
  await import("../../../app/models/people/closing.server.ts");
const { readOwnData } = await import("../../../app/models/people/own-data.server.ts");
const { storeRecoveryCodes } = await import("../../../app/models/sign-in/second-factor.server.ts");
const { beginSession } = await import("../../../app/models/sign-in/session.server.ts");
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

/** The actor as the session that the closing kept. */
async function again(actor: ReturnType<typeof actorOf>) {
  return { ...actor, person: await recognise(db, actor.person) };
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

describe("closing one's account", () => {
  it("sets the day a week ahead, ends the other sessions and writes it to the trail", async () => {
    const { user, actor } = await member();
    await beginSession(actor.person, null);
    await beginSession(actor.person, null);
    const sessions = await db.selectFrom("sessions").select("id").where("user_id", "=", user.id).execute();
    await closeOwnAccount({ ...actor, session: sessions[1]?.id ?? null }, proof);
    const closes = Date.parse((await find(user.id))?.closes_at ?? "");
    expect(Math.abs(closes - later(7).getTime())).toBeLessThan(60_000);
    expect(await db.selectFrom("sessions").select("id").where("user_id", "=", user.id).execute()).toEqual([
      sessions[1],
    ]);
    expect(await trailOf(user.id)).toEqual([["account.closing", user.id, null]]);
    expect((await readOwnData(await again(actor), {})).account.closes_at).toBe((await find(user.id))?.closes_at);
  });

  it("names a day after the break of who is on one", async () => {
    const user = await createUser(db);
    const actor = actorOf("user", user.id);
    const breakUntil = new Date(Date.now() + 40 * 86_400_000).toISOString();
    await closeOwnAccount({ ...actor, person: { ...actor.person, breakUntil } }, proof);
    expect(await db.selectFrom("users").select("closes_at").where("id", "=", user.id).executeTakeFirst()).toEqual({
      closes_at: breakUntil,
    });
  });

  it("needs the right password", async () => {
    const { user, actor } = await member();
    await expect(closeOwnAccount(actor, { current_password: "a-guess-of-mine" })).rejects.toMatchObject({
      fields: { current_password: "Current password is incorrect." },
    });
    expect((await find(user.id))?.closes_at).toBeNull();
  });

  it("needs a code too where two-factor sign-in is on", async () => {
    const { user, actor } = await member();
    const at = new Date().toISOString();
    await db
      .insertInto("two_factors")
      .values({ user_id: user.id, encrypted_secret: "v1.unreadable", begun_at: at, on_since: at, last_step: 1 })
      .execute();
    expect((await readClosingPage(actor, {})).twoFactorOn).toBe(true);
    await expect(closeOwnAccount(actor, proof)).rejects.toMatchObject({
      fields: { code: "Enter the 6-digit code or a recovery code." },
    });
    const code = "0123456789ABCDEF";
    await expect(closeOwnAccount(actor, { ...proof, code })).rejects.toMatchObject({
      reason: "invalid",
      fields: { code: "The recovery code is wrong or has already been used." },
    });
    expect((await find(user.id))?.closes_at).toBeNull();
    await write((trx) => storeRecoveryCodes(trx, user.id, [code]));
    await closeOwnAccount(actor, { ...proof, code });
    expect((await find(user.id))?.closes_at).not.toBeNull();
  });

  it("cancels the membership first", async () => {
    const { user, actor, subscription } = await payingMember();
    expect((await readClosingPage(actor, {})).charged).toBe(true);
    await closeOwnAccount(actor, proof);
    expect([subscription.cancel_at_period_end, (await find(user.id))?.closes_at]).toEqual([true, expect.any(String)]);
  });

  it("cancels every subscription of a member who paid twice", async () => {
    const { user, actor, subscription } = await payingMember();
    const second = stripe.buy(user.email, begunBy(user.id));
    await report("checkout.session.completed", second.session.id);
    await closeOwnAccount(actor, proof);
    expect([subscription.cancel_at_period_end, second.subscription.cancel_at_period_end]).toEqual([true, true]);
  });

  it("closes nothing while Stripe can't be reached, and says so", async () => {
    const { user, actor, subscription } = await payingMember();
    const errors = expectErrors();
    stripe.down = true;
    await expect(closeOwnAccount(actor, proof)).rejects.toMatchObject({
      reason: "busy",
      message: expect.stringMatching(/^Your account was not closed: /),
    });
    expect([(await find(user.id))?.closes_at, subscription.cancel_at_period_end]).toEqual([null, false]);
    expect(await trailOf(user.id)).toEqual([]);
    expect(errors()).toEqual(["Stripe: StripeConnectionError"]);
  });

  it("closes nothing while a subscription charges that is matched by e-mail alone", async () => {
    const { user, actor } = await member();
    await db.updateTable("users").set({ email_confirmed_at: user.created_at }).where("id", "=", user.id).execute();
    const { session, subscription } = stripe.buy(user.email);
    await report("checkout.session.completed", session.id);
    await expect(closeOwnAccount(actor, proof)).rejects.toMatchObject({
      reason: "conflict",
      message: expect.stringMatching(/^This was paid for without signing in/),
    });
    expect([(await find(user.id))?.closes_at, subscription.cancel_at_period_end]).toEqual([null, false]);
  });

  it("is idempotent, also pressed twice at once", async () => {
    const { user, actor } = await member();
    await Promise.all([closeOwnAccount(actor, proof), closeOwnAccount(actor, proof)]);
    const { closes_at } = (await find(user.id)) ?? {};
    await closeOwnAccount(await again(actor), proof);
    expect([(await find(user.id))?.closes_at, await trailOf(user.id)]).toEqual([
      closes_at,
      [["account.closing", user.id, null]],
    ]);
  });

  it("is refused for staff", async () => {
    const user = await createUser(db, { role: "admin" });
    await expect(closeOwnAccount(actorOf("admin", user.id), proof)).rejects.toMatchObject({ reason: "forbidden" });
  });

  it("is open to a member whose membership has ended, who can't renew before keeping it", async () => {
    const { user, actor } = await member();
    const lapsed = { ...actor, person: { ...actor.person, lapsed: true } };
    await closeOwnAccount(lapsed, proof);
    expect((await find(user.id))?.closes_at).not.toBeNull();
    await expect(
      beginCheckout(
        { ...lapsed, address: `closing-${nextNumber()}`, person: { ...lapsed.person, email: user.email } },
        {},
      ),
    ).rejects.toMatchObject({ reason: "conflict", message: expect.stringMatching(/^You closed your account\./) });
  });

  it("mails the day and how to change one's mind, unless it was kept", async () => {
    const { actor } = await member();
    await closeOwnAccount(actor, proof);
    const due = await findDueMail(new Date());
    const letter = due && (await renderMail(due, new Date()));
    expect(letter?.subject).toMatch(/^Your Simline account will be deleted on \d\d\/\d\d\/\d{4}$/);
    expect(letter?.text).toMatch(
      /press "Keep my account" on your profile.*\n\nYour profile: https:\/\/picks\.test\/profile\n/,
    );
    await keepOwnAccount(await again(actor), {});
    expect(due && (await renderMail(due, new Date()))).toBeNull();
  });
});

describe("keeping a closed account", () => {
  it("stops the deletion, renews nothing, and is idempotent", async () => {
    const { user, actor, subscription } = await payingMember();
    await closeOwnAccount(actor, proof);
    const same = await again(actor);
    await keepOwnAccount(same, {});
    await keepOwnAccount(same, {});
    expect(await deleteClosed(later(8))).toBe(0);
    expect([(await find(user.id))?.closes_at, subscription.cancel_at_period_end]).toEqual([null, true]);
    expect(await trailOf(user.id)).toEqual([
      ["account.closing", user.id, null],
      ["account.kept", user.id, null],
    ]);
  });
});
