import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { addAffiliate, deleteAffiliate, renewPageLink } from "../../../app/models/affiliates/affiliate.server.ts";
import { monthChartOf } from "../../../app/components/drawings/month-bars.ts";
import { listOwnMonths, readOwnFiguresPage } from "../../../app/models/affiliates/own-figures.server.ts";
import { payDue } from "../../../app/models/affiliates/payout.server.ts";
import { bookRefund, bookSignup } from "../../../app/models/affiliates/referral.server.ts";
import { recordVisit } from "../../../app/models/affiliates/visit.server.ts";
import { actorOf, createUser, nextNumber, visitor } from "../../support/database/factories.ts";

const admin = actorOf("admin");
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const emptyMonth = { clicks: 0, signups: 0, purchases: 0, commission_cents: 0 };
let affiliate: { id: number; email: string; ref_code: string };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  setTime("2026-03-01T12:00:00.000Z");
  affiliate = await addAffiliate(admin, { name: "Courtside Sample", email: `partner${nextNumber()}@example.test` });
});
afterEach(() => {
  vi.useRealTimers();
});

function setTime(instant: string): void {
  vi.setSystemTime(Date.parse(instant));
}

async function click(agent = phone): Promise<void> {
  await recordVisit(
    { ...visitor, address: `2001:db8:${nextNumber()}:1::1` },
    { code: affiliate.ref_code, agent, ahead: false, visitor: `browser-${nextNumber()}` },
  );
}

async function signUp(email = `person-${nextNumber()}@example.test`): Promise<number> {
  const user = await createUser(db, { email });
  await write((trx) =>
    bookSignup(trx, { id: user.id, email: user.email, role: "user", invoiceId: `in_${user.id}` }, affiliate.ref_code),
  );
  return user.id;
}

const refund = (userId: number) => write((trx) => bookRefund(trx, `in_${userId}`, { amount: 4900, refunded: 4900 }));
const payOut = (cents: number) => payDue(admin, { [`pay_${affiliate.id}`]: String(cents) });

async function tokenOf(): Promise<string> {
  const { page_token } = await db
    .selectFrom("affiliates")
    .select("page_token")
    .where("id", "=", affiliate.id)
    .executeTakeFirstOrThrow();
  return page_token;
}

const open = async () => readOwnFiguresPage(visitor, { token: await tokenOf() });
const months = async () => (await listOwnMonths(visitor, { token: await tokenOf() })).months;

test("the page counts only this affiliate's payouts and refunds, and a refund in two parts once", async () => {
  const other = affiliate;
  await refund(await signUp());
  await signUp();
  affiliate = await addAffiliate(admin, { name: "Second Sample", email: `partner${nextNumber()}@example.test` });
  const userId = await signUp();
  await write((trx) => bookRefund(trx, `in_${userId}`, { amount: 4900, refunded: 2450 }));
  await refund(userId);
  setTime("2026-04-01T12:00:00.000Z");
  await payDue(admin, { [`pay_${other.id}`]: "980" });
  const { paid_cents, uncounted } = await open();
  expect([paid_cents, uncounted.filter(({ what }) => what === "purchases").map(({ count }) => count)]).toEqual([
    0,
    [1],
  ]);
});

test("the page shows what was earned and paid, and why something did not count", async () => {
  await click();
  await click("curl/8.5.0");
  const first = await signUp();
  await signUp(affiliate.email.replace("@", "+bets@"));
  setTime("2026-04-01T12:00:00.000Z");
  await payOut(980);
  await refund(first);
  await signUp();
  const page = await open();
  expect(page).toMatchObject({
    name: "Courtside Sample",
    ref_code: affiliate.ref_code,
    total_clicks: 1,
    total_signups: 2,
    total_purchases: 2,
    earned_cents: 980,
    paid_cents: 980,
    terms: { since: "March 1, 2026", rate_percent: 20, due_after_days: 30 },
    price_cents: 4900,
    commission_cents: 980,
    uncounted: [
      { what: "clicks", reason: "A bot or crawler", count: 1 },
      { what: "signups", reason: "Signed up with the affiliate's own email", count: 1 },
      { what: "purchases", reason: "Counted above, then refunded in full or in part, with the commission", count: 1 },
    ],
  });
  expect(JSON.stringify(page)).not.toMatch(/@|token|Jordan/);
});

test("the next payout has what is due, and what is due later by day, less refunds; paid and unpaid add up", async () => {
  await signUp();
  setTime("2026-03-10T12:00:00.000Z");
  await signUp();
  const late = await signUp();
  setTime("2026-03-20T12:00:00.000Z");
  const refunded = await signUp();
  await refund(refunded);
  await write((trx) => bookRefund(trx, `in_${late}`, { amount: 4900, refunded: 2450 }));
  // On the site's calendar, 30 days after the noon (UTC) of March 10.
  const later = [{ day: "April 9, 2026", cents: 1470 }];
  setTime("2026-03-31T11:59:59.999Z");
  expect((await open()).next_payout).toEqual({
    due_cents: 0,
    later: [{ day: "March 31, 2026", cents: 980 }, ...later],
  });
  setTime("2026-03-31T12:00:00.000Z");
  expect((await open()).next_payout).toEqual({ due_cents: 980, later });
  await payOut(980);
  const { earned_cents, paid_cents, next_payout } = await open();
  expect([earned_cents, paid_cents, next_payout]).toEqual([2450, 980, { due_cents: 0, later }]);
});

test("what was taken back after a payout makes the next one negative", async () => {
  const member = await signUp();
  setTime("2026-04-01T12:00:00.000Z");
  await payOut(980);
  await refund(member);
  expect((await open()).next_payout).toEqual({ due_cents: -980, later: [] });
});

describe("the months", () => {
  test("are at least twelve, including empty ones, and end with the current month", async () => {
    setTime("2026-11-21T12:00:00.000Z");
    const all = await months();
    expect(all.map(({ month }) => month)).toEqual([
      "2025-12",
      ...Array.from({ length: 11 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`),
    ]);
    expect(all[0]).toEqual({ month: "2025-12", ...emptyMonth });
    expect(await open()).toMatchObject({ months: all });
    expect(monthChartOf((await open()).months)).toBeNull();
  });

  test("hold their own counts, and each refund in the month it was made", async () => {
    await click();
    await click("curl/8.5.0");
    const first = await signUp();
    await signUp(affiliate.email);
    setTime("2026-05-10T12:00:00.000Z");
    await refund(first);
    await click();
    expect((await months()).slice(-3)).toEqual([
      { month: "2026-03", clicks: 1, signups: 1, purchases: 1, commission_cents: 980 },
      { month: "2026-04", ...emptyMonth },
      { month: "2026-05", ...emptyMonth, clicks: 1, commission_cents: -980 },
    ]);
    expect(monthChartOf((await open()).months)).toMatchObject({
      best: { month: "2026-03", commission_cents: 980 },
      worst: { month: "2026-05", commission_cents: -980 },
    });
  });

  test("begin and end in the site's time zone, for clicks and commissions", async () => {
    for (const instant of ["2026-04-01T03:59:59.999Z", "2026-04-01T04:00:00.000Z"]) {
      setTime(instant);
      await click();
      await signUp();
    }
    expect((await months()).slice(-2)).toMatchObject([
      { month: "2026-03", clicks: 1, signups: 1, purchases: 1 },
      { month: "2026-04", clicks: 1, signups: 1, purchases: 1 },
    ]);
  });

  test("start with the affiliate's first month, and the page shows the last twelve", async () => {
    await signUp();
    setTime("2028-02-29T12:00:00.000Z");
    const all = await months();
    expect([all.length, all[0]]).toEqual([
      24,
      { month: "2026-03", ...emptyMonth, signups: 1, purchases: 1, commission_cents: 980 },
    ]);
    expect((await open()).months).toEqual(all.slice(-12));
    expect((await open()).earned_cents).toBe(980);
  });

  test("add up to the totals", async () => {
    for (const month of ["03", "06", "07", "12"]) {
      setTime(`2026-${month}-15T12:00:00.000Z`);
      await click();
      const userId = await signUp();
      if (month === "06") await refund(userId);
    }
    const { total_clicks, total_signups, total_purchases, earned_cents, months: shown } = await open();
    const sum = (key: keyof typeof emptyMonth) => shown.reduce((total, month) => total + month[key], 0);
    expect([sum("clicks"), sum("signups"), sum("purchases"), sum("commission_cents")]).toEqual([
      total_clicks,
      total_signups,
      total_purchases,
      earned_cents,
    ]);
    expect([total_clicks, total_signups, earned_cents]).toEqual([4, 4, 2940]);
  });
});

describe("the page token", () => {
  test.each([
    ["truncated", (token: string) => token.slice(1)],
    ["empty", () => ""],
    ["too long", () => "x".repeat(5000)],
    ["changed in one letter", (token: string) => token.replace(/.$/, "!")],
    ["followed by a NUL", (token: string) => `${token}\u0000`],
  ])("is refused when it is %s", async (_what, change) => {
    const token = change(await tokenOf());
    for (const operation of [readOwnFiguresPage, listOwnMonths])
      await expect(operation(visitor, { token })).rejects.toMatchObject({
        reason: "not-found",
        message: "This link doesn't work. Ask us for your current one.",
      });
  });

  test("is refused after it was renewed, and the new one opens the same page", async () => {
    const [old, page] = [await tokenOf(), await open()];
    await renewPageLink(admin, { id: affiliate.id });
    await expect(readOwnFiguresPage(visitor, { token: old })).rejects.toMatchObject({ reason: "not-found" });
    expect(await open()).toEqual(page);
  });

  test("is refused after the affiliate was deleted", async () => {
    const token = await tokenOf();
    await deleteAffiliate(admin, { id: affiliate.id });
    for (const operation of [readOwnFiguresPage, listOwnMonths])
      await expect(operation(visitor, { token })).rejects.toMatchObject({ reason: "not-found" });
  });
});
