/** What superadmins say of a member's access, and whose subscription is none of theirs. */
import { afterAll, describe, expect, it, vi } from "vitest";
import { actorOf, createUser, visitor } from "../../support/database/factories.ts";
import { begunBy, StripeStandIn } from "../../support/stripe.ts";

const stripe = await new StripeStandIn().start();
for (const [name, value] of Object.entries({ ...stripe.env, APP_ORIGIN: "https://picks.test" })) vi.stubEnv(name, value);
const { db } = await import("../../../app/db.server.ts");
const { takePaymentReport } = await import("../../../app/models/billing/payment-report.server.ts");
const { readMemberships } = await import("../../../app/models/billing/subscription.server.ts");
const { detachSubscription, readUserAccess, setAccess } = await import("../../../app/models/billing/user-access.server.ts");
const { findUserRow } = await import("../../../app/models/people/user-row.server.ts");
afterAll(() => stripe.stop());

const owner = { ...actorOf("superadmin"), person: { ...actorOf("superadmin").person, id: (await createUser(db, { role: "superadmin" })).id } };
const farDay = "2027-03-31T03:59:59.000Z";

function report(type: string, id: string): Promise<unknown> {
  return takePaymentReport(visitor, stripe.signed(stripe.event(type, id)));
}

async function member({ proven = false } = {}) {
  const user = await createUser(db);
  const bought = stripe.buy(user.email, proven ? begunBy(user.id) : {});
  await report("checkout.session.completed", bought.session.id);
  return { ...bought, user };
}

async function accessOf(userId: number) {
  return (await db.selectFrom("users").select("access_until").where("id", "=", userId).executeTakeFirstOrThrow()).access_until;
}

async function kindOf(userId: number) {
  return (await readMemberships(db, [userId], new Date("2026-11-24T12:00:00.000Z"))).get(userId)?.kind;
}

async function trailOf(userId: number) {
  return db.selectFrom("audit").select(["actor_id", "action"]).where("subject_id", "=", userId).where("action", "not in", ["membership.paid"]).orderBy("id").execute();
}

describe("access", () => {
  it("is given to the end of a day of the site, without end, and as paid again, each in the trail", async () => {
    const { id } = await createUser(db);
    await setAccess(owner, { id, access: "until", until: "03/30/2027" });
    expect([await accessOf(id), await kindOf(id)]).toEqual([farDay, "until"]);
    expect(await readUserAccess(await findUserRow(db, id))).toEqual({ access: "until", until: "03/30/2027", subscriptions: [] });
    await setAccess(owner, { id, access: "until", until: "2020-01-02" });
    expect(await kindOf(id)).toBe("ended");
    await setAccess(owner, { id, access: "open", until: "" });
    expect([await accessOf(id), await kindOf(id)]).toEqual([null, "unbilled"]);
    await setAccess(owner, { id, access: "open" });
    await setAccess(owner, { id, access: "paid" });
    const set = { actor_id: owner.person.id, action: "access.set" };
    const changed = { actor_id: null, action: "membership.changed" };
    expect(await trailOf(id)).toEqual([set, changed, set, changed, set, changed, set]);
  });

  it("without end stays so when what is paid ends", async () => {
    const { user, subscription } = await member({ proven: true });
    stripe.end(subscription);
    await report("customer.subscription.deleted", subscription.id);
    expect(await kindOf(user.id)).not.toBe("unbilled");
    await setAccess(owner, { id: user.id, access: "open" });
    expect(await accessOf(user.id)).toBeNull();
    await report("customer.subscription.updated", subscription.id);
    expect(await accessOf(user.id)).toBeNull();
    await setAccess(owner, { id: user.id, access: "paid" });
    expect(await accessOf(user.id)).not.toBeNull();
  });

  it("until a day lasts longer where more is paid for", async () => {
    const { user } = await member({ proven: true });
    await setAccess(owner, { id: user.id, access: "until", until: "01/02/2020" });
    expect(await accessOf(user.id)).toBeNull();
  });

  it.each([
    ["no day", { access: "until", until: "" }, { until: "Enter the last day." }],
    ["none at all", { access: "until" }, { until: "Enter the last day." }],
    ["a day that there is not", { access: "until", until: "02/30/2027" }, { until: "Date input not valid." }],
    ["a day beyond all calendars", { access: "until", until: "9999-12-31" }, { until: "Date input not valid." }],
    ["another rule", { access: "forever" }, { access: "Choose an access." }],
  ])("is refused with %s", async (_what, input, fields) => {
    const { id } = await createUser(db);
    await expect(setAccess(owner, { id, ...input })).rejects.toMatchObject({ reason: "invalid", fields });
    expect(await accessOf(id)).toBeNull();
  });

  it("is not set for staff, who pay nothing, nor by anybody but superadmins", async () => {
    const { id } = await createUser(db, { role: "admin" });
    await expect(setAccess(owner, { id, access: "open" })).rejects.toMatchObject({ reason: "conflict" });
    expect(await readUserAccess(await findUserRow(db, id))).toBeNull();
    for (const work of [setAccess, detachSubscription]) await expect(work(actorOf("admin"), { id, access: "open", subscription: "x" })).rejects.toMatchObject({ reason: "forbidden" });
  });
});

describe("a subscription that is detached", () => {
  it.each([["by its e-mail alone", false], ["by proof", true]])("was theirs %s, and no report gives it back", async (_how, proven) => {
    const { user, session, subscription } = await member({ proven });
    stripe.cancelAtPeriodEnd(subscription);
    await report("customer.subscription.updated", subscription.id);
    expect((await readUserAccess(await findUserRow(db, user.id)))?.subscriptions).toMatchObject([{ id: subscription.id, byEmail: !proven }]);
    for (let time = 0; time < 2; time += 1) await detachSubscription(owner, { id: user.id, subscription: subscription.id });
    await report("customer.subscription.updated", subscription.id);
    await report("checkout.session.completed", session.id);
    expect([await accessOf(user.id), await kindOf(user.id), (await readUserAccess(await findUserRow(db, user.id)))?.subscriptions]).toEqual([null, "unbilled", []]);
    expect((await trailOf(user.id)).filter(({ action }) => action === "membership.detached")).toEqual([{ actor_id: owner.person.id, action: "membership.detached" }]);
  });

  it("has to be there", async () => {
    const { id } = await createUser(db);
    await expect(detachSubscription(owner, { id, subscription: "sub_unknown" })).rejects.toMatchObject({ reason: "not-found" });
  });
});
