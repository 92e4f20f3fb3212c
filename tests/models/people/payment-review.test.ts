/** Sign-ups by payment link: staff confirm the payment before access or a commission. */
import { describe, expect, it, vi } from "vitest";
import {
  actorOf,
  createPick,
  createUser,
  nextNumber,
  testPassword,
  visitor,
} from "../../support/database/factories.ts";

const adminSecret = "correct-admin-phrase-of-the-house";
for (const [name, value] of Object.entries({ LINK_SIGNUPS: "review", ADMIN_SECRET: adminSecret }))
  vi.stubEnv(name, value);
const { db, write } = await import("../../../app/db.server.ts");
const { renderMail: letterOf } = await import("../../../app/mails/letters.server.ts");
const { addAffiliate, deleteAffiliate, findAffiliate, saveAffiliate } =
  await import("../../../app/models/affiliates/affiliate.server.ts");
const { readOwnMembership } = await import("../../../app/models/billing/membership.server.ts");
const { findDueMail } = await import("../../../app/models/outbox/due-mail.server.ts");
const { reviewPayment, reviewShownPayment } = await import("../../../app/models/people/payment-review.server.ts");
const { closeDueRound, joinRound, quietMs } = await import("../../../app/models/news/pick-round.server.ts");
const { readRoundFor } = await import("../../../app/models/news/round-readers.server.ts");
const { personColumns, signedIn } = await import("../../../app/models/sign-in/session.server.ts");
const { signUp, signUpAfterPayment } = await import("../../../app/models/people/sign-up.server.ts");
const { readUserPage } = await import("../../../app/models/people/user-page.server.ts");
const { readUsersManagerPage, listUsers } = await import("../../../app/models/people/user.server.ts");
const { giveRole } = await import("../../../app/models/people/user-account.server.ts");

const superadmin = actorOf("superadmin");
const newEmail = () => `member${nextNumber()}@example.test`;
const newAffiliate = () =>
  addAffiliate(actorOf("admin"), { name: "Courtside Sample", email: `partner${nextNumber()}@example.test` });
const form = (changes: object = {}) => ({
  name: "Sam Sample",
  phone: "555-0100",
  email: newEmail(),
  password: testPassword,
  ...changes,
});
const join = (changes: object = {}) => signUp({ ...visitor, address: `10.0.0.${nextNumber()}` }, form(changes));
const rowOf = (id: number) => db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const trailOf = (id: number) =>
  db
    .selectFrom("audit")
    .select(["action", "actor_id"])
    .where("subject", "=", "user")
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
const mailsTo = (id: number) =>
  db.selectFrom("outbox").select("kind").where("user_id", "=", id).where("kind", "<>", "confirm-email").execute();
const referralOf = (id: number) => db.selectFrom("referrals").selectAll().where("user_id", "=", id).executeTakeFirst();
const totalsOf = async ({ id }: { id: number }) => {
  const { total_signups, total_purchases, commission_cents } = await findAffiliate(db, id);
  return [total_signups, total_purchases, commission_cents];
};

async function personOf(id: number) {
  const row = await db
    .selectFrom("users")
    .leftJoin("two_factors", "two_factors.user_id", "users.id")
    .select(personColumns)
    .where("users.id", "=", id)
    .executeTakeFirstOrThrow();
  return signedIn(row, new Date()).person;
}

async function createSuperadmin(name: string) {
  const { id } = await createUser(db, { role: "superadmin", name });
  return actorOf("superadmin", id);
}

describe("a sign-up", () => {
  it("waits, without a commission for its affiliate", async () => {
    const affiliate = await newAffiliate();
    const { id } = await join({ ref_code: affiliate.ref_code.toLowerCase() });
    expect([(await rowOf(id)).payment_review, (await rowOf(id)).waiting_ref_code]).toEqual([
      "waiting",
      affiliate.ref_code,
    ]);
    expect([await totalsOf(affiliate), await referralOf(id), await mailsTo(id)]).toEqual([[0, 0, 0], undefined, []]);
    expect(await personOf(id)).toMatchObject({ lapsed: true, held: "waiting" });
    expect(await readOwnMembership(db, await personOf(id))).toMatchObject({
      status: { kind: "waiting" },
      text: "Waiting for your payment to be confirmed",
    });
  });

  it("earns by the affiliate's terms of its own time when its payment is confirmed later", async () => {
    const affiliate = await newAffiliate();
    const { id } = await join({ ref_code: affiliate.ref_code });
    await saveAffiliate(actorOf("admin"), { id: affiliate.id, rate_percent: 50, reason: "A good season" });
    await reviewPayment(superadmin, { id, payment: "confirmed" });
    expect(await totalsOf(affiliate)).toEqual([1, 1, 980]);
  });

  it("as an admin with the secret does not wait", async () => {
    const { id } = await join({ role: "admin", admin_secret: adminSecret });
    expect([(await rowOf(id)).payment_review, (await personOf(id)).lapsed]).toEqual(["none", false]);
  });

  it("returns whether it waits, also when the form is sent again", async () => {
    const sent = {
      ...form(),
      confirm_password: testPassword,
      payment_success: "true",
      idempotency_key: "a".repeat(43),
    };
    const first = await signUpAfterPayment(visitor, sent);
    expect([first.waits, await signUpAfterPayment(visitor, sent)]).toEqual([true, first]);
  });

  it("that waits gets no mail about new picks", async () => {
    const [waiting, member] = [await join(), await createUser(db)];
    const now = new Date();
    await write(async (trx) => joinRound(trx, await createPick(trx, { created_at: now.toISOString() })));
    await closeDueRound(new Date(now.getTime() + quietMs));
    expect([await mailsTo(waiting.id), await mailsTo(member.id)]).toEqual([[], [{ kind: "new-picks" }]]);
    const { id } = await db.selectFrom("pick_rounds").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
    const picksFor = async (userId: number) => (await readRoundFor(userId, id, now)).picks.length;
    expect([await picksFor(waiting.id), await picksFor(member.id)]).toEqual([0, 1]);
  });
});

describe("Confirm", () => {
  it("opens the account, books the commission at that instant and mails the member; idempotent", async () => {
    const affiliate = await newAffiliate();
    const { id } = await join({ ref_code: affiliate.ref_code });
    const before = new Date().toISOString();
    for (let time = 0; time < 2; time++)
      expect(await reviewPayment(superadmin, { id, payment: "confirmed" })).toMatchObject({ id, status: "Active" });
    const referral = await referralOf(id);
    expect([await totalsOf(affiliate), referral?.affiliate_id, (referral?.created_at ?? "") >= before]).toEqual([
      [1, 1, 980],
      affiliate.id,
      true,
    ]);
    expect([await personOf(id), await mailsTo(id)]).toMatchObject([
      { lapsed: false, held: null },
      [{ kind: "membership-active" }],
    ]);
    expect((await trailOf(id)).filter(({ action }) => action.startsWith("payment"))).toEqual([
      { action: "payment.confirmed", actor_id: superadmin.person.id },
    ]);
  });

  it("mails that the membership is active", async () => {
    const { id } = await join();
    await reviewPayment(superadmin, { id, payment: "confirmed" });
    const due = await findDueMail(new Date());
    const letter = due && (await letterOf({ ...due, mail: { kind: "membership-active" } }, new Date()));
    expect([letter?.subject, letter?.unsubscribeUrl]).toEqual(["Your Simline membership is active", null]);
    expect(letter?.text).toMatch(/We confirmed your payment.*\n\nSign in: http\S+\/login\n/);
  });

  it("books nothing for a deleted affiliate, or for a member who became staff", async () => {
    const [gone, affiliate] = [await newAffiliate(), await newAffiliate()];
    const [late, promoted] = [await join({ ref_code: gone.ref_code }), await join({ ref_code: affiliate.ref_code })];
    await deleteAffiliate(actorOf("admin"), { id: gone.id });
    await giveRole(superadmin, { id: promoted.id, role: "admin" });
    for (const { id } of [late, promoted]) await reviewPayment(superadmin, { id, payment: "confirmed" });
    expect([await referralOf(late.id), await referralOf(promoted.id)]).toEqual([undefined, undefined]);
  });

  it("is refused for an account that did not wait", async () => {
    const { id } = await createUser(db);
    await expect(reviewPayment(superadmin, { id, payment: "confirmed" })).rejects.toMatchObject({
      reason: "conflict",
      message: "This account has no payment to confirm.",
    });
  });
});

describe("Refuse", () => {
  it("keeps the account closed without a commission, until the payment is confirmed after all", async () => {
    const affiliate = await newAffiliate();
    const { id } = await join({ ref_code: affiliate.ref_code });
    await reviewPayment(superadmin, { id, payment: "refused" });
    expect([await personOf(id), await totalsOf(affiliate), await mailsTo(id)]).toMatchObject([
      { lapsed: true, held: "refused" },
      [0, 0, 0],
      [],
    ]);
    await reviewShownPayment(superadmin, { id, payment: "confirmed", shown: "refused" });
    expect([(await personOf(id)).lapsed, await totalsOf(affiliate)]).toEqual([false, [1, 1, 980]]);
    expect((await trailOf(id)).map(({ action }) => action)).toEqual([
      "user.created",
      "payment.refused",
      "payment.confirmed",
    ]);
  });
});

describe("two superadmins at once", () => {
  it("both confirm: it is done once, and the second is told who did it", async () => {
    const [ann, ben] = [await createSuperadmin("Ann Sample"), await createSuperadmin("Ben Sample")];
    const affiliate = await newAffiliate();
    const { id } = await join({ ref_code: affiliate.ref_code });
    const answers = await Promise.all(
      [ann, ben].map((actor) => reviewShownPayment(actor, { id, payment: "confirmed", shown: "waiting" })),
    );
    expect(answers.map(({ by }) => by)).toEqual([null, "Ann Sample"]);
    expect([await totalsOf(affiliate), (await mailsTo(id)).length, (await rowOf(id)).payment_reviewed_by]).toEqual([
      [1, 1, 980],
      1,
      ann.person.id,
    ]);
  });

  it("one has confirmed: the other's refusal is a conflict that names the first", async () => {
    const { id } = await join();
    await reviewPayment(await createSuperadmin("Ann Sample"), { id, payment: "confirmed" });
    await expect(reviewShownPayment(superadmin, { id, payment: "refused", shown: "waiting" })).rejects.toMatchObject({
      reason: "conflict",
      message: "Ann Sample has already confirmed this payment. To close the account, suspend it.",
    });
    await expect(reviewPayment(superadmin, { id, payment: "refused" })).rejects.toMatchObject({ reason: "conflict" });
    expect((await rowOf(id)).payment_review).toBe("confirmed");
  });

  it("one has refused: a confirmation from an outdated page is a conflict", async () => {
    const { id } = await join();
    await reviewPayment(await createSuperadmin("Ann Sample"), { id, payment: "refused" });
    await expect(reviewShownPayment(superadmin, { id, payment: "confirmed", shown: "waiting" })).rejects.toMatchObject({
      reason: "conflict",
      message: "Ann Sample has refused this payment in the meantime. You can still confirm it here.",
    });
    expect((await rowOf(id)).payment_review).toBe("refused");
  });
});

describe("the User Manager", () => {
  it("has the queue of waiting members with its count, longest waiting first", async () => {
    const before = (await readUsersManagerPage(superadmin, {})).waiting.total;
    const [first, second, promoted] = [await join(), await join(), await join()];
    await giveRole(superadmin, { id: promoted.id, role: "propicksmanager" });
    const { waiting } = await readUsersManagerPage(superadmin, {});
    expect([waiting.total, waiting.people.map(({ id }) => id).slice(before, before + 2)]).toEqual([
      before + 2,
      [first.id, second.id],
    ]);
    expect((await listUsers(superadmin, { payment: "waiting", limit: "2" })).rows.map(({ id }) => id)).toEqual([
      second.id,
      first.id,
    ]);
  });

  it("shows the state of the payment in the list and on the member's page", async () => {
    const { id } = await join();
    const membership = async () => [
      (await readUsersManagerPage(superadmin, {})).users.find((user) => user.id === id)?.membership,
      (await readUserPage(superadmin, { id })).user.membership,
    ];
    expect(await membership()).toEqual(["Waiting", "Waiting"]);
    await reviewPayment(superadmin, { id, payment: "refused" });
    expect(await membership()).toEqual(["Payment refused", "Payment refused"]);
    await reviewPayment(superadmin, { id, payment: "confirmed" });
    expect(await membership()).toEqual(["Active", "Active"]);
  });
});
