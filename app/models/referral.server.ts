import type { Db } from "../db.server.ts";
import { env } from "../env.server.ts";
import type { Role } from "../policy.ts";
import { memberRole } from "../policy.ts";
import type { SignupOutcome } from "./affiliate.ts";
import { commissionCents, isSameMailbox, priceCents, refundCents } from "./affiliate.ts";
import { findByCode } from "./visit.server.ts";

interface NewAccount {
  id: number;
  email: string;
  role: Role;
}

/**
 * Binds a new account to the affiliate of a code, once and for good, and books the purchase that opened it with its commission. In the
 * transaction that makes the account. An unknown code, the affiliate's own e-mail and staff bring nothing.
 */
export async function bookSignup(trx: Db, account: NewAccount, code: string, now: Date = new Date()): Promise<void> {
  const affiliate = await findByCode(trx, code);
  if (!affiliate) return;
  const outcome = outcomeOf(account, affiliate.email);
  const { id } = await trx.insertInto("referrals").values({ affiliate_id: affiliate.id, user_id: account.id, outcome, created_at: now.toISOString() }).returning("id").executeTakeFirstOrThrow();
  if (outcome !== "counted") return;
  const rate = env.AFFILIATE_COMMISSION_PERCENT;
  await trx.insertInto("commissions").values({
    affiliate_id: affiliate.id, referral_id: id, kind: "purchase", amount_cents: commissionCents(priceCents, rate), price_cents: priceCents, rate_percent: rate, created_at: now.toISOString(),
  }).execute();
}

/**
 * Takes the commission on a person's purchase back as far as its payment (cents) was refunded in all. Saying the same again changes nothing.
 */
export async function bookRefund(trx: Db, userId: number, payment: { amount: number; refunded: number }, now: Date = new Date()): Promise<void> {
  const entries = await trx.selectFrom("commissions").innerJoin("referrals", "referrals.id", "commissions.referral_id").selectAll("commissions")
    .where("referrals.user_id", "=", userId).execute();
  const purchase = entries.find(({ kind }) => kind === "purchase");
  if (!purchase) return;
  const takenBack = entries.filter(({ kind }) => kind === "refund").reduce((sum, entry) => sum + entry.amount_cents, 0);
  const amount_cents = refundCents(purchase.amount_cents, takenBack, payment);
  if (amount_cents === 0) return;
  const { affiliate_id, referral_id, price_cents, rate_percent } = purchase;
  await trx.insertInto("commissions").values({ affiliate_id, referral_id, kind: "refund", amount_cents, price_cents, rate_percent, created_at: now.toISOString() }).execute();
}

function outcomeOf({ email, role }: NewAccount, affiliateEmail: string): SignupOutcome {
  if (isSameMailbox(email, affiliateEmail)) return "own-email";
  return role === memberRole ? "counted" : "staff";
}
