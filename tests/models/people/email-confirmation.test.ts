import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BilledSubscription } from "../../../app/payment/provider.ts";
import {
  actorOf,
  createConfirmation,
  createUser,
  nextNumber,
  testPassword,
  visitor,
} from "../../support/database/factories.ts";

vi.stubEnv("MAIL_DIR", "nowhere");
const { db, write } = await import("../../../app/db.server.ts");
const { mailConfirmationAgain, mailConfirmationTo, confirmByLink, readConfirmationPage, decryptConfirmationToken } =
  await import("../../../app/models/people/email-confirmation.server.ts");
const { readOwnProfilePage } = await import("../../../app/models/people/profile.server.ts");
const { hashSecret } = await import("../../../app/models/secret.server.ts");
const { endAccess } = await import("../../../app/models/sign-in/access.server.ts");
const { signUp } = await import("../../../app/models/people/sign-up.server.ts");
const { recordSubscription } = await import("../../../app/models/billing/subscription.server.ts");
const { addUser } = await import("../../../app/models/people/user.server.ts");

const now = new Date("2026-11-21T12:00:00.000Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => void vi.useRealTimers());

const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const createUnconfirmed = () => createUser(db, { email_confirmed_at: null });
const actorFor = (id: number) => ({ ...actorOf("user", id), address: `192.0.2.${nextNumber()}` });
const confirmedAt = async (id: number) =>
  (await db.selectFrom("users").select("email_confirmed_at").where("id", "=", id).executeTakeFirstOrThrow())
    .email_confirmed_at;
const trailOf = (id: number) =>
  db
    .selectFrom("audit")
    .select(["actor_id", "action"])
    .where("subject", "=", "user")
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
const mailsOf = (id: number) =>
  db.selectFrom("outbox").select(["kind", "params"]).where("user_id", "=", id).orderBy("id").execute();
const confirm = (token: string) => confirmByLink(visitor, { token });

async function tokensOf(id: number): Promise<string[]> {
  return (await mailsOf(id)).map(({ params }) => decryptConfirmationToken(JSON.parse(params).encrypted, id) ?? "");
}

async function withLink() {
  const person = await createUnconfirmed();
  await mailConfirmationAgain(actorFor(person.id), {});
  const [token = ""] = await tokensOf(person.id);
  return { ...person, token };
}

function paidWith(email: string): BilledSubscription {
  return {
    id: `sub_${nextNumber()}`,
    customerId: "cus_x",
    status: "active",
    periodEnd: "2026-12-21T12:00:00.000Z",
    cancelsAt: null,
    endedAt: null,
    paused: null,
    price: null,
    card: null,
    email,
    ours: true,
  };
}

async function ownerOf(id: string) {
  return db
    .selectFrom("subscriptions")
    .select(["user_id", "by_email", "email_proven"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

describe("a new account", () => {
  it("gets a link by mail, which is stored as a hash and encrypted in the outbox", async () => {
    const email = `new-${nextNumber()}@example.test`;
    const { id } = await signUp(
      { ...visitor, address: "192.0.2.99" },
      { name: "Kim Sample", phone: "555-0100", email, password: testPassword },
    );
    const [mail] = await mailsOf(id);
    const [token = ""] = await tokensOf(id);
    expect([mail?.kind, token.length >= 40, mail?.params.includes(token), await confirmedAt(id)]).toEqual([
      "confirm-email",
      true,
      false,
      null,
    ]);
    expect(await db.selectFrom("email_confirmations").selectAll().where("user_id", "=", id).execute()).toEqual([
      { token_hash: hashSecret(token), user_id: id, expires_at: "2026-11-28T12:00:00.000Z", used_at: null },
    ]);
    expect(await readConfirmationPage(visitor, { token })).toEqual({ email });
  });

  it("created by a superadmin gets the link too: typing an email proves nothing", async () => {
    const { id } = await addUser(actorOf("superadmin", (await createUser(db, { role: "superadmin" })).id), {
      email: `new-${nextNumber()}@example.test`,
      password: testPassword,
      role: "user",
      name: "",
    });
    expect([await confirmedAt(id), (await mailsOf(id)).map(({ kind }) => kind)]).toEqual([null, ["confirm-email"]]);
  });
});

describe("a confirmation link", () => {
  it("changes nothing when it is opened: mail programs open links automatically", async () => {
    const { id, email, token } = await withLink();
    for (const _time of [1, 2]) expect(await readConfirmationPage(visitor, { token })).toEqual({ email });
    expect([await confirmedAt(id), await trailOf(id)]).toEqual([null, []]);
  });

  it("confirms only the email of its account; idempotent, with one trail entry", async () => {
    const [{ id, token }, other] = [await withLink(), await createUnconfirmed()];
    for (const _time of [1, 2]) expect(await confirm(token)).toEqual({ email: null });
    expect([
      await confirmedAt(id),
      await confirmedAt(other.id),
      await readConfirmationPage(visitor, { token }),
    ]).toEqual([now.toISOString(), null, { email: null }]);
    expect(await trailOf(id)).toEqual([{ actor_id: null, action: "email.confirmed" }]);
  });

  it("works once and can't confirm the email again", async () => {
    const { id, token } = await withLink();
    await confirm(token);
    await db.updateTable("users").set({ email_confirmed_at: null }).where("id", "=", id).execute();
    expect([await readConfirmationPage(visitor, { token }), await confirm(token), await confirmedAt(id)]).toEqual([
      { email: null },
      { email: null },
      null,
    ]);
  });

  it("expires after seven days", async () => {
    const { id, token } = await withLink();
    passSeconds(7 * 86_400 - 1);
    expect((await readConfirmationPage(visitor, { token })).email).not.toBeNull();
    passSeconds(1);
    for (const operation of [readConfirmationPage, confirmByLink])
      await expect(operation(visitor, { token })).rejects.toMatchObject({ reason: "not-found" });
    expect(await confirmedAt(id)).toBeNull();
  });

  it.each(["", "x", undefined, 7, ["a"]])("that is unknown (%j) is refused", async (token) => {
    await withLink();
    for (const operation of [readConfirmationPage, confirmByLink])
      await expect(operation(visitor, { token })).rejects.toMatchObject({
        reason: "not-found",
        message: "This link is wrong or has expired. Sign in and request a new one on your profile.",
      });
  });

  it("can't be decrypted for another account", async () => {
    const [{ id }, other] = [await withLink(), await createUnconfirmed()];
    const [mail] = await mailsOf(id);
    expect(decryptConfirmationToken(JSON.parse(mail?.params ?? "{}").encrypted, other.id)).toBeNull();
  });
});

describe("sending the link again", () => {
  it("is offered in the profile until the email is confirmed", async () => {
    const { id, token } = await withLink();
    expect((await readOwnProfilePage(actorFor(id), {})).confirmation).toEqual({ sendsMail: true });
    await confirm(token);
    await expect(mailConfirmationAgain(actorFor(id), {})).rejects.toMatchObject({
      reason: "conflict",
      message: "Your email is already confirmed.",
    });
    expect((await readOwnProfilePage(actorFor(id), {})).confirmation).toBeNull();
  });

  it("is refused when the session ended during the request", async () => {
    const { id } = await createUnconfirmed();
    await write((trx) => endAccess(trx, id));
    await expect(mailConfirmationAgain(actorFor(id), {})).rejects.toMatchObject({ reason: "signed-out" });
    expect(await mailsOf(id)).toEqual([]);
  });

  it("keeps the earlier link valid", async () => {
    const { id, token } = await withLink();
    passSeconds(61);
    await mailConfirmationAgain(actorFor(id), {});
    expect(new Set(await tokensOf(id)).size).toBe(2);
    await confirm(token);
    expect(await confirmedAt(id)).not.toBeNull();
  });

  it("is limited to once a minute and five times a day", async () => {
    const { id } = await createUnconfirmed();
    for (let count = 0; count < 5; count += 1) {
      await mailConfirmationAgain(actorFor(id), {});
      await expect(mailConfirmationAgain(actorFor(id), {})).rejects.toMatchObject({ reason: "too-many" });
      passSeconds(61);
    }
    await expect(mailConfirmationAgain(actorFor(id), {})).rejects.toMatchObject({ reason: "too-many" });
    passSeconds(86_400);
    await mailConfirmationAgain(actorFor(id), {});
    expect(await mailsOf(id)).toHaveLength(6);
  });

  it("is limited to twenty an hour per IP address", async () => {
    const address = "198.51.100.7";
    for (let count = 0; count < 20; count += 1)
      await mailConfirmationAgain({ ...actorFor((await createUnconfirmed()).id), address }, {});
    const { id } = await createUnconfirmed();
    await expect(mailConfirmationAgain({ ...actorFor(id), address }, {})).rejects.toMatchObject({ reason: "too-many" });
    await mailConfirmationAgain(actorFor(id), {});
  });
});

describe("a subscription paid with an email", () => {
  it("is attached to the account, with its billing pages, when the email is confirmed", async () => {
    const { id, email, token } = await withLink();
    const subscription = paidWith(email);
    await write((trx) => recordSubscription(trx, { subscription, version: 0, email }, new Date()));
    expect(await ownerOf(subscription.id)).toMatchObject({ user_id: null });
    await confirm(token);
    expect(await ownerOf(subscription.id)).toEqual({ user_id: id, by_email: 1, email_proven: 1 });
    expect((await trailOf(id)).map(({ action }) => action)).toEqual(["email.confirmed", "membership.paid"]);
  });

  it("is attached at once to a confirmed account, with its billing pages only if a link proved the email", async () => {
    const [{ id, email, token }, old] = [await withLink(), await createUser(db)];
    await confirm(token);
    const [proven, assumed] = [paidWith(email), paidWith(old.email)];
    for (const subscription of [proven, assumed])
      await write((trx) => recordSubscription(trx, { subscription, version: 0 }, new Date()));
    expect([await ownerOf(proven.id), await ownerOf(assumed.id)]).toEqual([
      { user_id: id, by_email: 1, email_proven: 1 },
      { user_id: old.id, by_email: 1, email_proven: 0 },
    ]);
  });

  it("never ends other access of the account", async () => {
    const { id, email, token } = await withLink();
    await write((trx) => recordSubscription(trx, { subscription: paidWith(email), version: 0, email }, new Date()));
    await confirm(token);
    expect(
      (await db.selectFrom("users").select("access_until").where("id", "=", id).executeTakeFirstOrThrow()).access_until,
    ).toBeNull();
  });
});

it("confirming does not change the account's status: it stays suspended, or waiting for its payment", async () => {
  const { id } = await createUser(db, { status: "Suspended", email_confirmed_at: null });
  await db.updateTable("users").set({ payment_review: "waiting" }).where("id", "=", id).execute();
  const rowOf = () => db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const before = await rowOf();
  await createConfirmation(db, { token: `of-${id}`, user: { id } });
  await confirm(`of-${id}`);
  expect(await rowOf()).toEqual({ ...before, email_confirmed_at: now.toISOString() });
});

describe("a superadmin who sends the link again", () => {
  it("sends one mail for a doubled form, with an entry in the trail, and none to a confirmed address", async () => {
    const superadmin = actorOf("superadmin", (await createUser(db, { role: "superadmin" })).id);
    const { id } = await createUnconfirmed();
    await mailConfirmationTo(superadmin, { id });
    await mailConfirmationTo(superadmin, { id });
    expect(await mailsOf(id)).toHaveLength(1);
    expect(await trailOf(id)).toEqual([{ actor_id: superadmin.person.id, action: "email.confirmation_resent" }]);
    const [token = ""] = await tokensOf(id);
    await confirm(token);
    await expect(mailConfirmationTo(superadmin, { id })).rejects.toMatchObject({ reason: "conflict" });
  });
});
