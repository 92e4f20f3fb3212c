import { afterAll, describe, expect, it, vi } from "vitest";
import type { UserRow } from "../../../app/db.server.ts";
import { actorOf, createUser, visitor } from "../../support/database/factories.ts";
import { begunBy, StripeStandIn } from "../../support/stripe.ts";

const stripe = await new StripeStandIn().start();
for (const [name, value] of Object.entries({ ...stripe.env, APP_ORIGIN: "https://picks.test" }))
  vi.stubEnv(name, value);
const { db } = await import("../../../app/db.server.ts");
const { takeWebhookEvent } = await import("../../../app/models/billing/payment-report.server.ts");
const { listSubscriptionsOf, readMemberships } = await import("../../../app/models/billing/subscription-row.server.ts");
const { detachSubscription, setAccess, userAccess } = await import("../../../app/models/people/user-access.server.ts");
const { findUserRow } = await import("../../../app/models/people/user-row.server.ts");
afterAll(() => stripe.stop());

const superadmin = {
  ...actorOf("superadmin"),
  person: { ...actorOf("superadmin").person, id: (await createUser(db, { role: "superadmin" })).id },
};
const farDay = "2027-03-31T03:59:59.000Z";

async function readUserAccess(row: UserRow) {
  return userAccess(row, await listSubscriptionsOf(db, [row.id]), new Date());
}

function report(type: string, id: string): Promise<unknown> {
  return takeWebhookEvent(visitor, stripe.signed(stripe.event(type, id)));
}

async function member({ proven = false } = {}) {
  const user = await createUser(db);
  const bought = stripe.buy(user.email, proven ? begunBy(user.id) : {});
  await report("checkout.session.completed", bought.session.id);
  return { ...bought, user };
}

async function accessOf(userId: number) {
  return (await db.selectFrom("users").select("access_until").where("id", "=", userId).executeTakeFirstOrThrow())
    .access_until;
}

async function kindOf(userId: number) {
  return (await readMemberships(db, [userId], new Date("2026-11-24T12:00:00.000Z"))).get(userId)?.kind;
}

async function trailOf(userId: number) {
  return db
    .selectFrom("audit")
    .select(["actor_id", "action"])
    .where("subject_id", "=", userId)
    .where("action", "not in", ["membership.paid"])
    .orderBy("id")
    .execute();
}

describe("access", () => {
  it("can be set until a day's end in the site's time zone, without end, or as paid, each with a trail entry", async () => {
    const { id } = await createUser(db);
    await setAccess(superadmin, { id, access: "until", until: "03/30/2027" });
    expect([await accessOf(id), await kindOf(id)]).toEqual([farDay, "until"]);
    expect(await readUserAccess(await findUserRow(db, id))).toEqual({
      access: "until",
      until: "03/30/2027",
      subscriptions: [],
    });
    await setAccess(superadmin, { id, access: "until", until: "2020-01-02" });
    expect(await kindOf(id)).toBe("ended");
    await setAccess(superadmin, { id, access: "open", until: "" });
    expect([await accessOf(id), await kindOf(id)]).toEqual([null, "unbilled"]);
    await setAccess(superadmin, { id, access: "open" });
    await setAccess(superadmin, { id, access: "paid" });
    const set = { actor_id: superadmin.person.id, action: "access.set" };
    const changed = { actor_id: null, action: "membership.changed" };
    expect(await trailOf(id)).toEqual([set, changed, set, changed, set, changed, set]);
  });

  it("keeps the reason in the trail", async () => {
    const { id } = await createUser(db);
    await setAccess(superadmin, { id, access: "open", reason: "A winner of the raffle" });
    const entry = db
      .selectFrom("audit")
      .select("after")
      .where("subject_id", "=", id)
      .where("action", "=", "access.set");
    expect(JSON.parse((await entry.executeTakeFirstOrThrow()).after ?? "")).toEqual({
      access_rule: "open",
      access_rule_until: null,
      reason: "A winner of the raffle",
    });
  });

  it("without end stays when a subscription ends", async () => {
    const { user, subscription } = await member({ proven: true });
    stripe.end(subscription);
    await report("customer.subscription.deleted", subscription.id);
    expect(await kindOf(user.id)).not.toBe("unbilled");
    await setAccess(superadmin, { id: user.id, access: "open" });
    expect(await accessOf(user.id)).toBeNull();
    await report("customer.subscription.updated", subscription.id);
    expect(await accessOf(user.id)).toBeNull();
    await setAccess(superadmin, { id: user.id, access: "paid" });
    expect(await accessOf(user.id)).not.toBeNull();
  });

  it("until a day lasts longer when a subscription does", async () => {
    const { user } = await member({ proven: true });
    await setAccess(superadmin, { id: user.id, access: "until", until: "01/02/2020" });
    expect(await accessOf(user.id)).toBeNull();
  });

  it.each([
    ["an empty day", { access: "until", until: "" }, { until: "Enter the last day." }],
    ["a missing day", { access: "until" }, { until: "Enter the last day." }],
    ["a day that does not exist", { access: "until", until: "02/30/2027" }, { until: "Date input not valid." }],
    ["a day that is too late", { access: "until", until: "9999-12-31" }, { until: "Date input not valid." }],
    ["an unknown access", { access: "forever" }, { access: "Choose an access option." }],
  ])("is refused with %s", async (_what, input, fields) => {
    const { id } = await createUser(db);
    await expect(setAccess(superadmin, { id, ...input })).rejects.toMatchObject({ reason: "invalid", fields });
    expect(await accessOf(id)).toBeNull();
  });

  it("can't be set for staff, who don't pay, and can only be set by superadmins", async () => {
    const { id } = await createUser(db, { role: "admin" });
    await expect(setAccess(superadmin, { id, access: "open" })).rejects.toMatchObject({ reason: "conflict" });
    expect(await readUserAccess(await findUserRow(db, id))).toBeNull();
    for (const work of [setAccess, detachSubscription])
      await expect(work(actorOf("admin"), { id, access: "open", subscription: "x" })).rejects.toMatchObject({
        reason: "forbidden",
      });
  });
});

describe("detaching a subscription", () => {
  it.each([
    ["by email only", false],
    ["by proof", true],
  ])("that matched %s is permanent: no webhook attaches it again", async (_how, proven) => {
    const { user, session, subscription } = await member({ proven });
    stripe.cancelAtPeriodEnd(subscription);
    await report("customer.subscription.updated", subscription.id);
    expect((await readUserAccess(await findUserRow(db, user.id)))?.subscriptions).toMatchObject([
      { id: subscription.id, byEmail: !proven },
    ]);
    for (let time = 0; time < 2; time += 1)
      await detachSubscription(superadmin, { id: user.id, subscription: subscription.id });
    await report("customer.subscription.updated", subscription.id);
    await report("checkout.session.completed", session.id);
    expect([
      await accessOf(user.id),
      await kindOf(user.id),
      (await readUserAccess(await findUserRow(db, user.id)))?.subscriptions,
    ]).toEqual([null, "unbilled", []]);
    expect((await trailOf(user.id)).filter(({ action }) => action === "membership.detached")).toEqual([
      { actor_id: superadmin.person.id, action: "membership.detached" },
    ]);
  });

  it.each(["sub_unknown", "sub_\u0000"])("is refused for an unknown subscription (%j)", async (subscription) => {
    const { id } = await createUser(db);
    await expect(detachSubscription(superadmin, { id, subscription })).rejects.toMatchObject({
      reason: "not-found",
    });
  });
});
