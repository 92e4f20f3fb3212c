import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { askToTakeBack, readReferralsPage, takeBack } from "../../../app/models/affiliates/referral-list.server.ts";
import { addAffiliate, deleteAffiliate } from "../../../app/models/affiliates/affiliate.server.ts";
import { readOwnFiguresPage } from "../../../app/models/affiliates/own-figures.server.ts";
import { readPayoutsPage, payDue } from "../../../app/models/affiliates/payout.server.ts";
import { bookRefund, bookSignup } from "../../../app/models/affiliates/referral.server.ts";
import { actorOf, createUser, nextNumber, visitor } from "../../support/database/factories.ts";

const [admin, superadmin] = [actorOf("admin"), actorOf("superadmin")];
const day = 24 * 3600_000;
const reason = "Dispute du_4711 was lost";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:00.000Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const createAffiliate = () =>
  addAffiliate(admin, { name: "Courtside Sample", email: `partner${nextNumber()}@example.test` });
const later = (days: number) => vi.setSystemTime(Date.now() + days * day);

async function signUp(code: string, changes: { email?: string } = {}): Promise<{ userId: number; referral: number }> {
  const user = await createUser(db, { name: "Jordan Sample", ...changes });
  await write((trx) =>
    bookSignup(trx, { id: user.id, email: user.email, role: "user", invoiceId: `in_${user.id}` }, code),
  );
  const { id } = await db.selectFrom("referrals").select("id").where("user_id", "=", user.id).executeTakeFirstOrThrow();
  return { userId: user.id, referral: id };
}

const refund = (userId: number, refunded: number) =>
  write((trx) => bookRefund(trx, `in_${userId}`, { amount: 4900, refunded }));
const ledger = (id: number) =>
  db
    .selectFrom("commissions")
    .select(["kind", "amount_cents", "reason"])
    .where("affiliate_id", "=", id)
    .orderBy("id")
    .execute();
const dueTo = async (id: number) =>
  (await readPayoutsPage(admin, {})).due.find((line) => line.affiliate_id === id)?.amount_cents ?? 0;
const trailOf = async (id: number) =>
  (
    await db
      .selectFrom("audit")
      .select(["actor_id", "after"])
      .where("action", "=", "commission.taken_back")
      .where("subject", "=", "affiliate")
      .where("subject_id", "=", id)
      .execute()
  ).map(({ actor_id, after }) => [actor_id, JSON.parse(after ?? "")]);
const page = async (id: number) =>
  readOwnFiguresPage(visitor, {
    token: (await db.selectFrom("affiliates").select("page_token").where("id", "=", id).executeTakeFirstOrThrow())
      .page_token,
  });

describe("taking a commission back", () => {
  test("is idempotent: it books what is left once, with the reason and one trail entry", async () => {
    const { id, ref_code } = await createAffiliate();
    const { referral } = await signUp(ref_code);
    expect(await takeBack(admin, { id, referral, reason: ` ${reason} ` })).toEqual({
      affiliateId: id,
      taken_cents: 980,
    });
    for (const again of [reason, "Another reason"])
      expect(await takeBack(admin, { id, referral, reason: again })).toEqual({ affiliateId: id, taken_cents: 0 });
    expect(await ledger(id)).toEqual([
      { kind: "purchase", amount_cents: 980, reason: null },
      { kind: "refund", amount_cents: -980, reason },
    ]);
    expect(await trailOf(id)).toEqual([[admin.person.id, { referral, amount_cents: -980, reason }]]);
  });

  test("is done once when it is sent several times at once", async () => {
    const { id, ref_code } = await createAffiliate();
    const { referral } = await signUp(ref_code);
    const taken = await Promise.all([1, 2, 3].map(() => takeBack(admin, { id, referral, reason })));
    expect([taken.map(({ taken_cents }) => taken_cents).sort(), (await ledger(id)).length]).toEqual([[0, 0, 980], 2]);
  });

  test("after a payout reduces the next one", async () => {
    const { id, ref_code } = await createAffiliate();
    const { referral } = await signUp(ref_code);
    later(31);
    await payDue(admin, { [`pay_${id}`]: "980" });
    await takeBack(admin, { id, referral, reason });
    expect(await dueTo(id)).toBe(0);
    for (let count = 0; count < 2; count += 1) await signUp(ref_code);
    later(31);
    expect(await dueTo(id)).toBe(980);
  });

  test("before it is due leaves nothing to pay", async () => {
    const { id, ref_code } = await createAffiliate();
    const { referral } = await signUp(ref_code);
    await takeBack(admin, { id, referral, reason });
    later(31);
    expect((await readPayoutsPage(admin, {})).due.filter((line) => line.affiliate_id === id)).toEqual([]);
  });

  test("takes what a refund left, and later refunds change nothing", async () => {
    const { id, ref_code } = await createAffiliate();
    const { userId, referral } = await signUp(ref_code);
    await refund(userId, 2450);
    expect((await takeBack(admin, { id, referral, reason })).taken_cents).toBe(490);
    for (const refunded of [2450, 4000, 4900]) await refund(userId, refunded);
    expect((await ledger(id)).map(({ amount_cents }) => amount_cents)).toEqual([980, -490, -490]);
  });

  test("is possible for a deleted affiliate and a deleted member", async () => {
    const { id, ref_code } = await createAffiliate();
    const { userId, referral } = await signUp(ref_code);
    await db.deleteFrom("users").where("id", "=", userId).execute();
    await deleteAffiliate(admin, { id });
    expect((await takeBack(admin, { id, referral, reason })).taken_cents).toBe(980);
  });

  test.each([
    ["", "Enter a reason."],
    [" \u200b", "Enter a reason."],
    ["x".repeat(201), "At most 200 characters."],
  ])("needs a reason: %j", async (text, error) => {
    const { id, ref_code } = await createAffiliate();
    const { referral } = await signUp(ref_code);
    await expect(takeBack(admin, { id, referral, reason: text })).rejects.toMatchObject({
      reason: "invalid",
      fields: { reason: error },
    });
    expect((await ledger(id)).length).toBe(1);
  });

  test("is refused for another affiliate's referral, or an unknown one", async () => {
    const [{ id, ref_code }, other] = [await createAffiliate(), await createAffiliate()];
    const { referral } = await signUp(ref_code);
    for (const input of [
      { id: other.id, referral },
      { id, referral: 999_999 },
      { id, referral: "x" },
      { id: "x", referral },
    ]) {
      await expect(takeBack(admin, { ...input, reason })).rejects.toMatchObject({ reason: "not-found" });
      await expect(askToTakeBack(admin, input)).rejects.toMatchObject({ reason: "not-found" });
    }
    expect((await ledger(id)).length).toBe(1);
  });

  test("of a signup without a commission takes nothing", async () => {
    const { id, email, ref_code } = await createAffiliate();
    const { referral } = await signUp(ref_code, { email: email.replace("@", "+bets@") });
    expect([await takeBack(admin, { id, referral, reason }), await ledger(id), await trailOf(id)]).toEqual([
      { affiliateId: id, taken_cents: 0 },
      [],
      [],
    ]);
  });
});

test("the affiliate's own page counts it separately from refunds, without the reason or the member", async () => {
  const { id, ref_code } = await createAffiliate();
  const [disputed, refunded] = [await signUp(ref_code), await signUp(ref_code)];
  await takeBack(admin, { id, referral: disputed.referral, reason });
  await refund(refunded.userId, 4900);
  const view = await page(id);
  expect([view.earned_cents, view.uncounted]).toEqual([
    0,
    [
      { what: "purchases", reason: "Counted above, then refunded in full or in part, with the commission", count: 1 },
      {
        what: "purchases",
        reason: "Counted above, then taken back with the commission, as after a disputed payment",
        count: 1,
      },
    ],
  ]);
  expect(JSON.stringify(view)).not.toMatch(/Jordan|du_4711/);
});

describe("the list of referrals", () => {
  test("lists the newest first, each with the rest of its commission and the reason", async () => {
    const { id, email, ref_code } = await createAffiliate();
    const first = await signUp(ref_code);
    later(1);
    await signUp(ref_code, { email: email.replace("@", "+bets@") });
    later(1);
    await signUp(ref_code);
    await takeBack(admin, { id, referral: first.referral, reason });
    const { affiliate, referrals, page: number, pages } = await readReferralsPage(admin, { id });
    expect([affiliate, number, pages]).toEqual([{ id, name: "Courtside Sample", ref_code }, 1, 1]);
    expect(
      referrals.map(({ outcome, earned_cents, kept_cents, reason: why }) => [outcome, earned_cents, kept_cents, why]),
    ).toEqual([
      ["counted", 980, 980, null],
      ["own-email", 0, 0, null],
      ["counted", 980, 0, reason],
    ]);
    expect((await askToTakeBack(admin, { id, referral: first.referral })).asked).toEqual(referrals[2]);
  });

  test("names the member only to a user who may see accounts", async () => {
    const { id, ref_code } = await createAffiliate();
    const { userId } = await signUp(ref_code);
    const [seenByOwner, seenByAdmin] = await Promise.all(
      [superadmin, admin].map(async (who) => (await readReferralsPage(who, { id })).referrals[0]),
    );
    expect([seenByOwner?.member?.name, seenByAdmin?.member, seenByAdmin?.user_id, seenByAdmin?.invoice_id]).toEqual([
      "Jordan Sample",
      null,
      userId,
      `in_${userId}`,
    ]);
    await db.deleteFrom("users").where("id", "=", userId).execute();
    expect((await readReferralsPage(superadmin, { id })).referrals[0]).toMatchObject({
      user_id: null,
      member: null,
      kept_cents: 980,
    });
  });

  test("has pages of twenty", async () => {
    const { id, ref_code } = await createAffiliate();
    for (let count = 0; count < 21; count += 1) await signUp(ref_code);
    const [first, last] = [await readReferralsPage(admin, { id }), await readReferralsPage(admin, { id, page: "9" })];
    expect([first.referrals.length, first.pages, last.page, last.referrals.length]).toEqual([20, 2, 2, 1]);
  });

  test.each([["999999"], ["nonsense"]])("of the unknown affiliate %s is not found", async (id) => {
    await expect(readReferralsPage(admin, { id })).rejects.toMatchObject({ reason: "not-found" });
  });
});
