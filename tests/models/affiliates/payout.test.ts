import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { env } from "../../../app/env.server.ts";
import { readAffiliateManagerPage } from "../../../app/models/affiliates/affiliate-manager.server.ts";
import {
  addAffiliate,
  deleteAffiliate,
  listAffiliates,
  saveAffiliate,
} from "../../../app/models/affiliates/affiliate.server.ts";
import {
  askToPay,
  findPayout,
  listTicked,
  readPayoutsPage,
  payDue,
} from "../../../app/models/affiliates/payout.server.ts";
import { bookRefund, bookSignup } from "../../../app/models/affiliates/referral.server.ts";
import { actorOf, createUser, nextNumber } from "../../support/database/factories.ts";

const admin = actorOf("admin");
const start = Date.parse("2026-03-01T12:00:00.000Z");
const day = 24 * 3600_000;
const full = { amount: 4900, refunded: 4900 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

async function createAffiliate(email = `partner${nextNumber()}@example.test`) {
  return addAffiliate(admin, { name: `Sample ${nextNumber()}`, email });
}

async function signUp(code: string, changes: Parameters<typeof createUser>[1] = {}): Promise<number> {
  const user = await createUser(db, changes);
  await write((trx) =>
    bookSignup(
      trx,
      { id: user.id, email: user.email, role: changes?.role ?? "user", invoiceId: `in_${user.id}` },
      code,
    ),
  );
  return user.id;
}

const refund = (userId: number, payment = full) => write((trx) => bookRefund(trx, `in_${userId}`, payment));
const later = (days: number) => vi.setSystemTime(Date.now() + days * day);
const totalsOf = async (id: number) => (await listAffiliates(admin, {})).find((row) => row.id === id);
const dueTo = async (id: number) =>
  (await readPayoutsPage(admin, {})).due.find((line) => line.affiliate_id === id)?.amount_cents ?? 0;
const pay = async (...ids: number[]) =>
  payDue(admin, Object.fromEntries(await Promise.all(ids.map(async (id) => [`pay_${id}`, String(await dueTo(id))]))));

test("a payout can have more entries than a statement can have bound values", async () => {
  const { id } = await createAffiliate();
  const at = new Date().toISOString();
  const referral = await db
    .insertInto("referrals")
    .values({ affiliate_id: id, user_id: null, invoice_id: null, outcome: "counted", created_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  const entry = { affiliate_id: id, referral_id: referral.id, price_cents: 4900, rate_percent: 20, created_at: at };
  await db
    .insertInto("commissions")
    .values({ ...entry, kind: "purchase", amount_cents: 20_000 })
    .execute();
  for (let part = 0; part < 20; part += 1)
    await db
      .insertInto("commissions")
      .values(Array.from({ length: 900 }, () => ({ ...entry, kind: "refund" as const, amount_cents: -1 })))
      .execute();
  later(31);
  expect(await dueTo(id)).toBe(2000);
  const batch = await pay(id);
  expect([await dueTo(id), (await findPayout(admin, batch)).lines]).toEqual([
    0,
    [expect.objectContaining({ commissions: 18_001, amount_cents: 2000 })],
  ]);
});

describe("a signup with a code", () => {
  test("counts a signup, a purchase and 20 percent of $49.00", async () => {
    const { id, ref_code } = await createAffiliate();
    await signUp(ref_code.toLowerCase());
    expect(await totalsOf(id)).toMatchObject({ total_signups: 1, total_purchases: 1, commission_earned: 9.8 });
    expect(await db.selectFrom("commissions").selectAll().where("affiliate_id", "=", id).execute()).toMatchObject([
      { kind: "purchase", amount_cents: 980, price_cents: 4900, rate_percent: env.AFFILIATE_COMMISSION_PERCENT },
    ]);
  });

  test.each([
    ["the affiliate's own email", { as: (own: string) => own, role: "user" }, "own-email"],
    ["the same email with a tag", { as: (own: string) => own.replace("@", "+bets@"), role: "user" }, "own-email"],
    ["a staff account", { as: (own: string) => `colleague-${own}`, role: "admin" }, "staff"],
  ] as const)("of %s is not counted, and the reason is kept", async (_who, { as, role }, outcome) => {
    const { id, email, ref_code } = await createAffiliate();
    const userId = await signUp(ref_code, { email: as(email), role });
    expect(await totalsOf(id)).toMatchObject({ total_signups: 0, total_purchases: 0, commission_earned: 0 });
    expect(await db.selectFrom("referrals").select("outcome").where("user_id", "=", userId).executeTakeFirst()).toEqual(
      { outcome },
    );
  });

  test.each(["ZZZZZZZZ", "", "nonsense"])("%j, which is unknown, books nothing", async (code) => {
    const userId = await signUp(code);
    expect(await db.selectFrom("referrals").selectAll().where("user_id", "=", userId).execute()).toEqual([]);
  });

  test("is booked once per account", async () => {
    const [first, second] = [await createAffiliate(), await createAffiliate()];
    const userId = await signUp(first.ref_code);
    await expect(
      write((trx) =>
        bookSignup(trx, { id: userId, email: "x@example.test", role: "user", invoiceId: null }, second.ref_code),
      ),
    ).rejects.toThrow(/unique/i);
    expect(await totalsOf(second.id)).toMatchObject({ total_signups: 0, commission_earned: 0 });
  });

  test("stays counted when the account is deleted", async () => {
    const { id, ref_code } = await createAffiliate();
    const userId = await signUp(ref_code);
    await db.deleteFrom("users").where("id", "=", userId).execute();
    expect(await totalsOf(id)).toMatchObject({ total_signups: 1, commission_earned: 9.8 });
  });
});

describe("a refund", () => {
  test("takes the commission back with a negative row, once", async () => {
    const { id, ref_code } = await createAffiliate();
    const userId = await signUp(ref_code);
    await refund(userId, { amount: 4900, refunded: 2450 });
    await refund(userId, { amount: 4900, refunded: 2450 });
    expect(await totalsOf(id)).toMatchObject({ total_purchases: 1, commission_earned: 4.9 });
    await refund(userId);
    expect(await totalsOf(id)).toMatchObject({ commission_earned: 0 });
    expect(await db.selectFrom("commissions").select("amount_cents").where("affiliate_id", "=", id).execute()).toEqual([
      { amount_cents: 980 },
      { amount_cents: -490 },
      { amount_cents: -490 },
    ]);
  });

  test("for a member without an affiliate changes nothing", async () => {
    await refund(await signUp(""));
    expect((await readPayoutsPage(admin, {})).due.every(({ amount_cents }) => amount_cents > 0)).toBe(true);
  });
});

describe("the ledger", () => {
  test.each([
    "update commissions set amount_cents = 1",
    "delete from commissions",
    "update payouts set paid_at = ''",
    "delete from payout_items",
    "update payout_lines set email = 'x@y.co'",
    "delete from payout_lines",
    "replace into payout_lines select payout_id, affiliate_id, 'X', email, ref_code, 1, 1 from payout_lines",
  ])("is append-only: %s", async (statement) => {
    const { id, ref_code } = await createAffiliate();
    await signUp(ref_code);
    later(31);
    await pay(id);
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(/append-only/);
  });
});

describe("a payout", () => {
  test("is due exactly 30 days after the purchase", async () => {
    const { id, ref_code } = await createAffiliate();
    await signUp(ref_code);
    vi.setSystemTime(start + 30 * day - 1);
    expect(await dueTo(id)).toBe(0);
    vi.setSystemTime(start + 30 * day);
    expect(await dueTo(id)).toBe(980);
  });

  test("pays each due amount once, as one batch with a line per affiliate", async () => {
    const [first, second] = [await createAffiliate(), await createAffiliate()];
    for (const code of [first.ref_code, first.ref_code, second.ref_code]) await signUp(code);
    later(31);
    const { id } = await pay(first.id, second.id);
    expect([await dueTo(first.id), await dueTo(second.id)]).toEqual([0, 0]);
    const { lines } = await findPayout(admin, { id });
    expect(lines.map(({ commissions, amount_cents }) => [commissions, amount_cents])).toEqual([
      [2, 1960],
      [1, 980],
    ]);
    expect((await readPayoutsPage(admin, {})).batches[0]).toMatchObject({ id, affiliates: 2, amount_cents: 2940 });
  });

  test("keeps the affiliate's name and email of that time in its file", async () => {
    const { id, name, email, ref_code } = await createAffiliate();
    await signUp(ref_code);
    later(31);
    const elsewhere = `elsewhere${nextNumber()}@example.test`;
    await saveAffiliate(admin, { id, name: "Renamed Sample", email: elsewhere });
    const batch = await pay(id);
    await saveAffiliate(admin, { id, name, email });
    expect((await findPayout(admin, batch)).lines).toEqual([
      { name: "Renamed Sample", email: elsewhere, ref_code, commissions: 1, amount_cents: 980 },
    ]);
    await deleteAffiliate(admin, { id });
    expect((await findPayout(admin, batch)).lines[0]?.email).toBe(elsewhere);
  });

  async function formFor(id: number): Promise<Record<string, string>> {
    const { due, list } = await readPayoutsPage(admin, {});
    const line = due.find(({ affiliate_id }) => affiliate_id === id);
    return { [`pay_${id}`]: `${line?.amount_cents}-${line?.payee}`, list };
  }

  test("pays exactly the entries that were due when its list was made; later ones are due next time", async () => {
    const { id, ref_code } = await createAffiliate();
    const refunded = await signUp(ref_code);
    later(29);
    await signUp(ref_code);
    later(2);
    const form = await formFor(id);
    await refund(refunded, { amount: 4900, refunded: 2450 });
    later(30);
    expect(await dueTo(id)).toBe(1470);
    expect(await askToPay(admin, form)).toMatchObject({
      problem: null,
      asked: [{ affiliate_id: id, amount_cents: 980, now_cents: 1470 }],
    });
    expect((await listTicked(admin, form)).lines).toMatchObject([{ amount_cents: 980, commissions: 1 }]);
    const batch = await payDue(admin, form);
    expect([(await findPayout(admin, batch)).lines[0]?.amount_cents, await dueTo(id)]).toEqual([980, 490]);
    for (const again of [payDue, listTicked])
      await expect(again(admin, form)).rejects.toMatchObject({
        reason: "conflict",
        message: expect.stringContaining("What is due has changed"),
      });
  });

  test("pays nothing that is not due yet, even with a forged list time", async () => {
    const { id, ref_code } = await createAffiliate();
    await signUp(ref_code);
    const claimed = { [`pay_${id}`]: "980", list: `999999-${Date.now() + 40 * day}` };
    for (const list of [claimed.list, `999999-${Date.now()}`, "999999-1", "nonsense", ""])
      await expect(payDue(admin, { ...claimed, list })).rejects.toMatchObject({ reason: "conflict" });
  });

  test("is refused when an affiliate was renamed after the list was made", async () => {
    const { id, name, ref_code } = await createAffiliate();
    await signUp(ref_code);
    later(31);
    const form = await formFor(id);
    await saveAffiliate(admin, { id, name: "Renamed Sample" });
    const conflict = {
      reason: "conflict",
      message: expect.stringContaining("The name or email of an affiliate has changed since the list was made."),
    };
    for (const operation of [payDue, listTicked]) await expect(operation(admin, form)).rejects.toMatchObject(conflict);
    expect(await askToPay(admin, form)).toMatchObject({ asked: [], problem: conflict.message });
    await saveAffiliate(admin, { id, name });
    expect((await findPayout(admin, await payDue(admin, form))).lines[0]?.name).toBe(name);
  });

  test("omits what was refunded before it was due", async () => {
    const { id, ref_code } = await createAffiliate();
    const userId = await signUp(ref_code);
    await refund(userId);
    later(31);
    expect((await readPayoutsPage(admin, {})).due.filter((line) => line.affiliate_id === id)).toEqual([]);
  });

  test("is reduced by a refund at once, even when the amount was due already", async () => {
    const { id, ref_code } = await createAffiliate();
    const userId = await signUp(ref_code);
    later(31);
    await refund(userId, { amount: 4900, refunded: 2450 });
    expect(await dueTo(id)).toBe(490);
    await refund(userId);
    expect(await dueTo(id)).toBe(0);
  });

  test("is reduced by a refund of an earlier payout", async () => {
    const { id, ref_code } = await createAffiliate();
    const userId = await signUp(ref_code);
    later(31);
    await pay(id);
    await refund(userId);
    expect(await dueTo(id)).toBe(0);
    await signUp(ref_code);
    await signUp(ref_code);
    later(31);
    expect(await dueTo(id)).toBe(980);
  });

  test("still goes to a deleted affiliate, also for what was not due yet", async () => {
    const { id, ref_code } = await createAffiliate();
    const unpaid = async () => (await readAffiliateManagerPage(admin, { id })).chosen?.unpaid_cents;
    expect(await unpaid()).toBe(0);
    await signUp(ref_code);
    later(31);
    await pay(id);
    const refunded = await signUp(ref_code);
    await signUp(ref_code);
    await refund(refunded);
    expect([await unpaid(), await dueTo(id)]).toEqual([980, 0]);
    await deleteAffiliate(admin, { id });
    later(31);
    expect(await dueTo(id)).toBe(980);
  });

  test("is refused when another amount is due than shown, when nothing is due, and when no affiliate is selected", async () => {
    const { id, ref_code } = await createAffiliate();
    await signUp(ref_code);
    later(31);
    for (const shown of ["979", "0", "", "-980", "9.8", "nonsense"])
      await expect(payDue(admin, { [`pay_${id}`]: shown })).rejects.toMatchObject({ reason: "conflict" });
    await expect(payDue(admin, { pay_999999: "980" })).rejects.toMatchObject({ reason: "conflict" });
    await expect(payDue(admin, { other: "1" })).rejects.toMatchObject({ reason: "invalid" });
    expect(await dueTo(id)).toBe(980);
  });

  test("to several affiliates is refused completely when one amount differs", async () => {
    const [first, second] = [await createAffiliate(), await createAffiliate()];
    for (const { ref_code } of [first, second]) await signUp(ref_code);
    later(31);
    for (const shown of [
      ["980", "979"],
      ["979", "980"],
    ])
      await expect(
        payDue(admin, { [`pay_${first.id}`]: shown[0], [`pay_${second.id}`]: shown[1] }),
      ).rejects.toMatchObject({ reason: "conflict" });
    expect([await dueTo(first.id), await dueTo(second.id)]).toEqual([980, 980]);
  });

  test("is in the audit trail with the admin, the amount and the number of affiliates", async () => {
    const [first, second] = [await createAffiliate(), await createAffiliate()];
    for (const code of [first.ref_code, first.ref_code, second.ref_code]) await signUp(code);
    later(31);
    const { id } = await pay(first.id, second.id);
    await signUp(first.ref_code);
    later(31);
    const next = await pay(first.id);
    expect((await readPayoutsPage(admin, {})).batches.slice(0, 2)).toMatchObject([
      { id: next.id, amount_cents: 980 },
      { id, amount_cents: 2940 },
    ]);
    const { actor_id, after } = await db
      .selectFrom("audit")
      .select(["actor_id", "after"])
      .where("action", "=", "payout.made")
      .where("subject_id", "=", id)
      .executeTakeFirstOrThrow();
    expect([actor_id, JSON.parse(after ?? "")]).toEqual([admin.person.id, { amount_cents: 2940, affiliates: 2 }]);
  });

  test.each([["999999"], ["0"], ["nonsense"]])("with the id %s does not exist", async (id) => {
    await expect(findPayout(admin, { id })).rejects.toMatchObject({
      reason: "not-found",
      message: "There is no such payout.",
    });
  });

  test("is found by its id, with its time", async () => {
    const { id, ref_code } = await createAffiliate();
    await signUp(ref_code);
    later(31);
    const batch = await pay(id);
    expect(await findPayout(admin, batch)).toMatchObject({ id: batch.id, paid_at: new Date().toISOString() });
  });

  test("that is sent three times at once is made once", async () => {
    const { id, ref_code } = await createAffiliate();
    await signUp(ref_code);
    later(31);
    const input = { [`pay_${id}`]: "980" };
    const results = await Promise.allSettled([payDue(admin, input), payDue(admin, input), payDue(admin, input)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  });
});

test("over any history nothing is paid twice, and paid and unpaid amounts add up to what was earned", async () => {
  const event = fc.oneof(
    { weight: 4, arbitrary: fc.record({ what: fc.constant("purchase" as const), who: fc.nat(2) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constant("refund" as const),
        who: fc.nat(20),
        refunded: fc.integer({ min: 0, max: 5000 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ what: fc.constant("payout" as const), who: fc.nat(2) }) },
    { weight: 2, arbitrary: fc.record({ what: fc.constant("wait" as const), who: fc.integer({ min: 1, max: 40 }) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
      vi.setSystemTime(start);
      const partners = [await createAffiliate(), await createAffiliate(), await createAffiliate()];
      const members: { id: number; refunded: number }[] = [];
      const paid = new Map<number, number>();
      for (const next of events) {
        const affiliate = partners[next.who % 3];
        const member = members[next.who % Math.max(1, members.length)];
        if (next.what === "wait") later(next.who);
        if (next.what === "purchase" && affiliate) members.push({ id: await signUp(affiliate.ref_code), refunded: 0 });
        if (next.what === "refund" && member) {
          member.refunded = Math.max(member.refunded, next.refunded);
          await refund(member.id, { amount: 4900, refunded: next.refunded });
        }
        if (next.what === "payout" && affiliate) {
          const sum = await dueTo(affiliate.id);
          if (sum > 0) paid.set(affiliate.id, (paid.get(affiliate.id) ?? 0) + sum);
          await pay(affiliate.id).catch(() => undefined);
        }
      }
      later(31);
      for (const { id } of partners) {
        const items = await db
          .selectFrom("commissions")
          .leftJoin("payout_items", "commission_id", "commissions.id")
          .select(["amount_cents", "payout_id"])
          .where("affiliate_id", "=", id)
          .execute();
        const sum = (rows: typeof items) => rows.reduce((total, row) => total + row.amount_cents, 0);
        const unpaid = sum(items.filter(({ payout_id }) => payout_id === null));
        expect(sum(items.filter(({ payout_id }) => payout_id !== null))).toBe(paid.get(id) ?? 0);
        expect(await dueTo(id)).toBe(Math.max(0, unpaid));
        expect((await totalsOf(id))?.commission_earned).toBe(sum(items) / 100);
        expect(sum(items)).toBeGreaterThanOrEqual(0);
        // Pays the rest, since the list shows only eighty affiliates.
        if (unpaid > 0) await pay(id);
      }
    }),
    { numRuns: 25 },
  );
});
