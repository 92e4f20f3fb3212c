import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { addAffiliate, saveAffiliate } from "../../../app/models/affiliates/affiliate.server.ts";
import { bookRefund, bookSignup } from "../../../app/models/affiliates/referral.server.ts";
import { findTerms } from "../../../app/models/affiliates/terms.server.ts";
import { createAffiliate } from "../../support/database/affiliates.ts";
import { actorOf, createUser, nextNumber } from "../../support/database/factories.ts";

const setting = vi.hoisted(() => ({ percent: 20 }));
vi.mock("../../../app/env.server.ts", async (original) => {
  const { env } = await original<{ env: object }>();
  return {
    env: {
      ...env,
      get AFFILIATE_COMMISSION_PERCENT() {
        return setting.percent;
      },
    },
  };
});

const admin = actorOf("admin");
const may = "2026-05-01T12:00:00.000Z";
const june = "2026-06-01T12:00:00.000Z";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(may) });
  setting.percent = 20;
});
afterEach(() => {
  vi.useRealTimers();
});

const add = () => addAffiliate(admin, { name: "Courtside Sample", email: `partner${nextNumber()}@example.test` });
const rowOf = (id: number) => db.selectFrom("affiliates").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const entriesOf = (id: number) =>
  db
    .selectFrom("commissions")
    .select(["kind", "amount_cents", "rate_percent"])
    .where("affiliate_id", "=", id)
    .orderBy("id")
    .execute();
const lastOf = async (id: number) => (await entriesOf(id)).at(-1);

async function signUp(code: string, signedUpAt?: string): Promise<string> {
  const user = await createUser(db, {});
  const invoiceId = `in_${user.id}`;
  const account = { id: user.id, email: user.email, role: "user", invoiceId, signedUpAt } as const;
  await write((trx) => bookSignup(trx, account, code));
  return invoiceId;
}

describe("a changed setting", () => {
  test("is for new affiliates alone", async () => {
    const early = await add();
    setting.percent = 5;
    const late = await add();
    for (const { id, ref_code, cents } of [
      { ...early, cents: 980 },
      { ...late, cents: 245 },
    ]) {
      await signUp(ref_code);
      expect(await entriesOf(id)).toMatchObject([{ kind: "purchase", amount_cents: cents }]);
    }
  });

  test("counts for an affiliate from before terms were kept, until staff give them terms", async () => {
    const id = await createAffiliate(db);
    const { ref_code } = await rowOf(id);
    setting.percent = 5;
    await signUp(ref_code);
    expect(await lastOf(id)).toMatchObject({ amount_cents: 245 });
    await saveAffiliate(admin, { id, rate_percent: "5", reason: "As agreed" });
    setting.percent = 50;
    await signUp(ref_code);
    expect(await lastOf(id)).toMatchObject({ amount_cents: 245 });
  });
});

describe("new terms", () => {
  test("count for sign-ups from then on, also for one that staff confirm later; entries and refunds keep the old rate", async () => {
    const { id, ref_code } = await add();
    const first = await signUp(ref_code);
    vi.setSystemTime(Date.parse(june));
    await saveAffiliate(admin, { id, rate_percent: 30, reason: "A good season" });
    await signUp(ref_code);
    await signUp(ref_code, may);
    await write((trx) => bookRefund(trx, first, { amount: 4900, refunded: 4900 }));
    expect(await entriesOf(id)).toEqual([
      { kind: "purchase", amount_cents: 980, rate_percent: 20 },
      { kind: "purchase", amount_cents: 1470, rate_percent: 30 },
      { kind: "purchase", amount_cents: 980, rate_percent: 20 },
      { kind: "refund", amount_cents: -980, rate_percent: 20 },
    ]);
    expect(await findTerms(db, id, june)).toEqual({ since: june, rate_percent: 30, due_after_days: 30 });
  });

  test("are in the trail with their reason, and a form sent twice gives them once", async () => {
    const { id, name, email } = await add();
    for (let time = 0; time < 2; time += 1)
      await saveAffiliate(admin, { id, name, email, version: "1", rate_percent: "30 %", reason: "A good season" });
    const trail = await db
      .selectFrom("audit")
      .select(["action", "before", "after"])
      .where("subject", "=", "affiliate")
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute();
    expect(trail).toEqual([
      expect.objectContaining({ action: "affiliate.added" }),
      {
        action: "affiliate.terms-changed",
        before: '{"rate_percent":20}',
        after: '{"rate_percent":30,"reason":"A good season"}',
      },
    ]);
  });

  test.each([
    [{ rate_percent: "30", reason: " " }, { reason: "Enter a reason for the new terms." }],
    [{ rate_percent: "", reason: "None" }, { rate_percent: "Enter a percentage." }],
    [{ rate_percent: "100", reason: "All" }, { rate_percent: expect.any(String) }],
    [{ rate_percent: "2.5", reason: "A half" }, { rate_percent: expect.any(String) }],
  ])("are refused with %j, and nothing is saved", async (form, fields) => {
    const { id, name } = await add();
    await expect(saveAffiliate(admin, { id, name: "Other Sample", ...form })).rejects.toMatchObject({
      reason: "invalid",
      fields,
    });
    expect([(await rowOf(id)).name, (await findTerms(db, id, june)).rate_percent]).toEqual([name, 20]);
  });

  test("are refused by an outdated form, with the rate that a colleague gave", async () => {
    const { id, name, email } = await add();
    await saveAffiliate(admin, { id, rate_percent: "30", reason: "A good season" });
    await expect(
      saveAffiliate(admin, { id, name, email, version: "1", rate_percent: "20", reason: "" }),
    ).rejects.toMatchObject({ reason: "conflict", saved: { rate_percent: "30", version: "2" } });
  });
});
