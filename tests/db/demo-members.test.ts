import { beforeAll, describe, expect, it, vi } from "vitest";
import { db, write } from "../../app/db.server.ts";
import { env } from "../../app/env.server.ts";
import { getsMail } from "../../app/models/alerts/recipients.server.ts";
import { settleCommission } from "../../app/models/affiliates/referral.server.ts";
import { settleAccesses } from "../../app/models/billing/subscription-row.server.ts";
import { lastDays } from "../../app/models/overview/days.ts";
import { type MemberFigures, readMemberFigures } from "../../app/models/overview/members.server.ts";
import { readClosingPage } from "../../app/models/people/closing.server.ts";
import { instantIn } from "../../app/time/zone-time.ts";
import { fillAffiliates } from "../../db/demo/affiliates.ts";
import { type StoredMember, billMembers, insertMembers } from "../../db/demo/fill-members.ts";
import { demoMembers } from "../../db/demo/members.ts";
import { actorOf, createUser } from "../support/database/factories.ts";

const today = "2026-11-21";
const middayOf = (day: string) => instantIn(env.SITE_TIMEZONE, day, 12 * 60);
const now = middayOf(today);

describe.each([today, "2026-03-01", "2027-01-31", "2028-02-29", "2028-12-31"])("the demo's members on %s", (day) => {
  const members = demoMembers(day, middayOf(day));

  it("pay by month and by year, and meet each state that staff can see", () => {
    const states = members.map(({ subscription }) =>
      subscription === null
        ? "granted"
        : subscription.status + (subscription.status === "active" && subscription.cancelsAt !== null ? ", ending" : ""),
    );
    expect(new Set(states)).toEqual(
      new Set(["active", "active, ending", "past_due", "trialing", "canceled", "granted"]),
    );
    expect(states.filter((state) => state === "past_due")).toHaveLength(2);
    expect(new Set(members.map(({ subscription }) => subscription?.price?.period))).toEqual(
      new Set(["month", "year", undefined]),
    );
  });

  it("have paid nothing in the future, and each have an address of their own", () => {
    const paid = members.flatMap(({ payments }) => payments.map(({ paidAt }) => paidAt));
    expect(paid.filter((at) => at > middayOf(day).toISOString())).toEqual([]);
    expect(new Set(members.map(({ email }) => email)).size).toBe(members.length);
  });
});

describe("the demo's members in the database", () => {
  let members: StoredMember[];
  let figures: MemberFigures;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now });
    const staff = await createUser(db, { role: "admin" });
    members = await write(async (trx) => {
      const stored = await insertMembers(trx, demoMembers(today, now), staff.password_hash);
      await fillAffiliates(trx, today, { passwordHash: staff.password_hash, paidBy: staff.id, members: stored });
      await billMembers(trx, stored);
      return stored;
    });
    figures = await readMemberFigures(lastDays(now, env.SITE_TIMEZONE), now);
    return () => vi.useRealTimers();
  });

  it("fill the money panels of the staff's overview", () => {
    const paying = members.filter(({ subscription }) => subscription && /active|past_due/.test(subscription.status));
    const yearly = paying.filter(({ subscription }) => subscription?.price?.period === "year").length;
    expect(figures.recurring.map((sum) => [sum.currency, sum.now])).toEqual([
      ["usd", (paying.length - yearly) * 4900 + yearly * 4083],
    ]);
    expect(figures.access.kinds.filter(({ count }) => count === 0)).toEqual([]);
    expect(figures.flow.reasons.map(({ reason }) => reason)).toEqual(["cancelled", "unpaid", "refunded"]);
    expect(figures.flow.joined.reduce((sum, count) => sum + count)).toBeGreaterThan(10);
    expect(figures.failed).toHaveLength(2);
  });

  it("are stored as Stripe's reports would have: access and commissions follow from what they paid", async () => {
    const invoices = await db.selectFrom("payments").select("invoice_id").execute();
    const before = await db.selectFrom("commissions").selectAll().execute();
    await write(async (trx) => {
      await settleAccesses(
        trx,
        members.map(({ id }) => id),
        now,
      );
      for (const { invoice_id } of invoices) await settleCommission(trx, invoice_id, now);
    });
    expect(await db.selectFrom("audit").select("action").execute()).toEqual([]);
    expect(await db.selectFrom("commissions").selectAll().execute()).toEqual(before);
  });

  it("are not told that closing the account cancels what they pay: there is no Stripe", async () => {
    const paying = members.find(({ subscription }) => subscription?.status === "active");
    expect(await readClosingPage(actorOf("user", paying?.id), {})).toMatchObject({ charged: false, billed: false });
  });

  it("get no mail about news", async () => {
    const reached = await db
      .selectFrom("users")
      .select("email")
      .where(getsMail())
      .where("email", "like", "%@demo.test")
      .execute();
    expect(reached).toEqual([]);
  });
});
