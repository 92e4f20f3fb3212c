import { beforeAll, describe, expect, it, vi } from "vitest";
import { db, write } from "../../app/db.server.ts";
import { env } from "../../app/env.server.ts";
import { listAffiliates } from "../../app/models/affiliates/affiliate.server.ts";
import { canonicalCode, isSameMailbox } from "../../app/models/affiliates/affiliate.ts";
import { priceCents } from "../../app/price.ts";
import { addDays } from "../../app/time/calendar-date.ts";
import { dateIn, instantIn } from "../../app/time/zone-time.ts";
import { readOwnFiguresPage } from "../../app/models/affiliates/own-figures.server.ts";
import { findPayout, readPayoutsPage } from "../../app/models/affiliates/payout.server.ts";
import { demoAffiliates, fillAffiliates } from "../../db/demo/affiliates.ts";
import { insertMembers } from "../../db/demo/fill-members.ts";
import { demoMembers } from "../../db/demo/members.ts";
import { actorOf, createUser, visitor } from "../support/database/factories.ts";

const today = "2026-11-21";
const admin = actorOf("admin");

describe("on any start day", () => {
  it.each(["2026-01-01", "2026-03-08", "2026-11-01", "2027-02-28", "2028-02-29", "2028-12-31"])(
    "%s: the history ends yesterday and starts after the affiliate joined",
    (day) => {
      const [start, yesterday] = [instantIn(env.SITE_TIMEZONE, day, 0), addDays(day, -1)];
      for (const { joined, visits, signups } of demoAffiliates(day)) {
        const first = dateIn(env.SITE_TIMEZONE, joined);
        expect(visits.filter((visit) => visit.day < first || visit.day > yesterday)).toEqual([]);
        const instants = signups.flatMap(({ at, refund }) => [at, ...(refund ? [refund.at] : [])]);
        expect(instants.filter((at) => at < joined || at >= start)).toEqual([]);
      }
    },
  );

  it("the history is the same, with moved dates", () => {
    const shapeOf = (day: string) =>
      demoAffiliates(day).map(({ visits, signups }) => [
        visits.map(({ outcome, visits: count }) => [outcome, count]),
        signups.map(({ isOwn, refund }) => [isOwn, refund?.refunded]),
      ]);
    expect(shapeOf("2027-06-30")).toEqual(shapeOf(today));
  });
});

describe("the three demo affiliates", () => {
  const affiliates = demoAffiliates(today);

  it("have valid codes, and addresses that don't exist", () => {
    for (const { ref_code, email } of affiliates)
      expect([canonicalCode(ref_code), email.endsWith(".test")]).toEqual([ref_code, true]);
  });

  it("have at least as many clicks as signups on each day", () => {
    for (const { visits, signups } of affiliates) {
      for (const { day, outcome, visits: clicks } of visits.filter((visit) => visit.outcome === "counted")) {
        const that = signups.filter(({ at, isOwn }) => !isOwn && dateIn(env.SITE_TIMEZONE, at) === day);
        expect([day, outcome, that.length <= clicks]).toEqual([day, outcome, true]);
      }
    }
  });

  it("have uncounted clicks, refunds and a signup with the affiliate's own email", () => {
    const outcomes = new Set(affiliates.flatMap(({ visits }) => visits.map(({ outcome }) => outcome)));
    expect(outcomes).toEqual(new Set(["counted", "repeated", "same-address", "bot", "prefetch", "signed-in"]));
    const signups = affiliates.flatMap((affiliate) => affiliate.signups);
    expect(signups.flatMap(({ refund }) => refund?.refunded ?? []).sort()).toEqual([
      priceCents / 2,
      priceCents,
      priceCents,
    ]);
    expect(signups.filter(({ isOwn }) => isOwn)).toHaveLength(1);
  });
});

describe("the demo affiliates in the database", () => {
  let pages: Awaited<ReturnType<typeof readOwnFiguresPage>>[];
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: instantIn(env.SITE_TIMEZONE, today, 9 * 60) });
    const payer = await createUser(db, { role: "admin" });
    await write(async (trx) => {
      const members = await insertMembers(trx, demoMembers(today, new Date()), payer.password_hash);
      await fillAffiliates(trx, today, { passwordHash: payer.password_hash, paidBy: payer.id, members });
    });
    const tokens = await db.selectFrom("affiliates").select("page_token").orderBy("id").execute();
    pages = await Promise.all(tokens.map(({ page_token }) => readOwnFiguresPage(visitor, { token: page_token })));
    return () => vi.useRealTimers();
  });

  it("their totals match their history", async () => {
    const list = await listAffiliates(admin, {});
    for (const { ref_code, visits, signups } of demoAffiliates(today)) {
      const bought = signups.filter(({ isOwn }) => !isOwn);
      const paidShares = bought.reduce((sum, { refund }) => sum + (1 - (refund?.refunded ?? 0) / priceCents), 0);
      expect(list.find((row) => row.ref_code === ref_code)).toMatchObject({
        total_clicks: visits
          .filter(({ outcome }) => outcome === "counted")
          .reduce((sum, visit) => sum + visit.visits, 0),
        total_signups: bought.length,
        total_purchases: bought.length,
        commission_earned: Math.round(paidShares * 980) / 100,
      });
    }
  });

  it("their months add up to their totals", () => {
    for (const { months, total_clicks, total_signups, earned_cents } of pages) {
      const sum = (key: "clicks" | "signups" | "commission_cents") =>
        months.reduce((total, month) => total + month[key], 0);
      expect([sum("clicks"), sum("signups"), sum("commission_cents")]).toEqual([
        total_clicks,
        total_signups,
        earned_cents,
      ]);
    }
  });

  it("one payout was made, and more is due", async () => {
    const { due, batches } = await readPayoutsPage(admin, {});
    const [batch] = batches;
    const paid = pages.reduce((sum, { paid_cents }) => sum + paid_cents, 0);
    expect([batches.length, batch?.amount_cents, batch?.affiliates]).toEqual([1, paid, 2]);
    const { lines } = await findPayout(admin, { id: String(batch?.id) });
    expect(lines.map(({ name }) => name)).toEqual(["Lantern Street Podcast", "Quillfeather Newsletter"]);
    expect(due.length).toBeGreaterThanOrEqual(2);
    for (const { name, amount_cents } of due) {
      const page = pages.find((one) => one.name === name);
      expect(amount_cents).toBeLessThanOrEqual((page?.earned_cents ?? 0) - (page?.paid_cents ?? 0));
    }
  });

  it("one refund of a paid commission is still open", async () => {
    const refunds = await db
      .selectFrom("commissions")
      .leftJoin("payout_items", "commission_id", "commissions.id")
      .select("payout_id")
      .where("kind", "=", "refund")
      .execute();
    expect(refunds.map(({ payout_id }) => payout_id !== null).sort()).toEqual([false, true, true]);
  });

  it("each referral is of a member, except for the affiliate's own, and one request is open", async () => {
    const referrals = await db
      .selectFrom("referrals")
      .leftJoin("users", "users.id", "referrals.user_id")
      .select(["outcome", "users.created_at", "referrals.created_at as referred_at"])
      .execute();
    expect(referrals.filter(({ created_at, referred_at }) => created_at !== referred_at)).toEqual([
      expect.objectContaining({ outcome: "own-email", created_at: null }),
    ]);
    const requests = await db.selectFrom("affiliate_requests").selectAll().execute();
    expect(requests.map(({ state }) => state)).toEqual(["new"]);
    expect(demoAffiliates(today).some(({ email }) => isSameMailbox(email, requests[0]?.email ?? ""))).toBe(false);
  });
});
