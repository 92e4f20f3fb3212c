import { z } from "zod";
import { db } from "../../db.server.ts";
import { can } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { affiliateGone } from "./affiliate.server.ts";
import type { SignupOutcome } from "./affiliate.ts";
import { bookDeduction } from "./referral.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { id, isVisible, pageNumber, textLine } from "../fields.ts";
import { clampPage } from "../list-page.ts";
import { type Person, operation } from "../operation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";

const pageSize = 20;

export interface ShownReferral {
  id: number;
  created_at: string;
  outcome: SignupOutcome;
  /** The Stripe invoice; null where payments can't be checked. */
  invoice_id: string | null;
  user_id: number | null;
  /** Null for staff without "users.manage". */
  member: { name: string; email: string } | null;
  earned_cents: number;
  kept_cents: number;
  /** Why staff took the commission back; null for a refund. */
  reason: string | null;
}

/** Lists an affiliate's referrals, newest first; works for a deleted affiliate too. Refuses with "not-found". */
export const readReferralsPage = operation(
  "affiliates.manage",
  z.object({ id, page: pageNumber }),
  ({ person }, input) => readReferrals(person, input),
);

/** Refuses with "not-found" for a referral of another affiliate. */
export const askToTakeBack = operation(
  "affiliates.manage",
  z.object({ id, referral: id, page: pageNumber }),
  async ({ person }, { referral, ...input }) => {
    const referrals = await readReferrals(person, input);
    const row = await referralsOf(referrals.affiliate.id)
      .where("referrals.id", "=", referral ?? 0)
      .executeTakeFirstOrThrow(noReferral);
    return { ...referrals, asked: shownTo(person, row) };
  },
);

/**
 * Takes back the rest of a referral's commission, for example after a lost dispute, with a negative commission entry
 * like a refund: if it was paid out, the next payout is lower. Returns the cents taken, 0 when nothing was left; later
 * refunds then change nothing. Refuses with "not-found" for a referral of another affiliate.
 */
export const takeBack = operation(
  "affiliates.manage",
  z.object({ id, referral: id, reason: textLine(200).refine(isVisible, "Enter a reason.") }),
  (actor, input) =>
    writeAs(actor, async (trx) => {
      const referral = await trx
        .selectFrom("referrals")
        .select(["id", "affiliate_id"])
        .where("id", "=", input.referral ?? 0)
        .where("affiliate_id", "=", input.id ?? 0)
        .executeTakeFirstOrThrow(noReferral);
      const entries = await trx.selectFrom("commissions").selectAll().where("referral_id", "=", referral.id).execute();
      const purchase = entries.find(({ kind }) => kind === "purchase");
      const left = entries.reduce((sum, entry) => sum + entry.amount_cents, 0);
      if (!purchase || left <= 0) return { affiliateId: referral.affiliate_id, taken_cents: 0 };
      const deduction = { amount_cents: -left, reason: input.reason };
      await bookDeduction(trx, purchase, { ...deduction, created_at: new Date().toISOString() });
      await recordAudit(trx, {
        actorId: actor.person.id,
        action: "commission.taken_back",
        subject: "affiliate",
        subjectId: referral.affiliate_id,
        after: { referral: referral.id, ...deduction },
      });
      return { affiliateId: referral.affiliate_id, taken_cents: left };
    }),
);

function noReferral(): Refusal {
  return new Refusal("not-found", "There is no such referral.");
}

async function readReferrals(person: Person, input: { id: number | null; page: number }) {
  const affiliate = await db
    .selectFrom("affiliates")
    .select(["id", "name", "ref_code"])
    .where("id", "=", input.id ?? 0)
    .executeTakeFirstOrThrow(affiliateGone);
  const { total } = await db
    .selectFrom("referrals")
    .select((row) => row.fn.countAll<number>().as("total"))
    .where("affiliate_id", "=", affiliate.id)
    .executeTakeFirstOrThrow();
  const { page, pages } = clampPage(Number(total), input.page, pageSize);
  const rows = await referralsOf(affiliate.id)
    .orderBy("referrals.created_at", "desc")
    .orderBy("referrals.id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { affiliate, page, pages, referrals: rows.map((row) => shownTo(person, row)) };
}

function referralsOf(affiliateId: number) {
  return db
    .selectFrom("referrals")
    .leftJoin("users", "users.id", "referrals.user_id")
    .where("affiliate_id", "=", affiliateId)
    .select((query) => [
      "referrals.id",
      "referrals.created_at",
      "outcome",
      "invoice_id",
      "user_id",
      "users.name",
      "users.email",
      query
        .selectFrom("commissions")
        .whereRef("referral_id", "=", "referrals.id")
        .where("kind", "=", "purchase")
        .select((rows) => rows.fn.sum<number>("amount_cents").as("n"))
        .as("earned_cents"),
      query
        .selectFrom("commissions")
        .whereRef("referral_id", "=", "referrals.id")
        .select((rows) => rows.fn.sum<number>("amount_cents").as("n"))
        .as("kept_cents"),
      query
        .selectFrom("commissions")
        .whereRef("referral_id", "=", "referrals.id")
        .where("reason", "is not", null)
        .select("reason")
        .limit(1)
        .as("reason"),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof referralsOf>["executeTakeFirstOrThrow"]>>;

function shownTo(person: Person, { name, email, earned_cents, kept_cents, ...row }: Row): ShownReferral {
  const member = name !== null && email !== null && can(person, "users.manage") ? { name, email } : null;
  return { ...row, member, earned_cents: Number(earned_cents ?? 0), kept_cents: Number(kept_cents ?? 0) };
}
