import type { Db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import type { Role } from "../../policy.ts";
import { memberRole } from "../../policy.ts";
import { priceCents } from "../billing/price.ts";
import type { SignupOutcome } from "./affiliate.ts";
import { commissionCents, isSameMailbox, refundCents } from "./affiliate.ts";
import { findByCode } from "./visit.server.ts";

interface NewAccount {
  id: number;
  email: string;
  role: Role;
  /** What it was paid with; null where payments can't be checked. */
  invoiceId: string | null;
  /** How much that was, in cents; without it the list price counts. */
  paidCents?: number | null;
}

/**
 * Binds a new account to the affiliate of a code, once and for good, and books the purchase that opened it with its commission. In the
 * transaction that makes the account. An unknown code, the affiliate's own e-mail and staff bring nothing, and neither does a payment that
 * brought a commission before: its account was deleted.
 */
export async function bookSignup(trx: Db, account: NewAccount, code: string, now: Date = new Date()): Promise<void> {
  const affiliate = await findByCode(trx, code);
  if (!affiliate || (await isBooked(trx, account.invoiceId))) return;
  const outcome = outcomeOf(account, affiliate.email);
  const { id } = await trx.insertInto("referrals").values({ affiliate_id: affiliate.id, user_id: account.id, invoice_id: account.invoiceId, outcome, created_at: now.toISOString() }).returning("id").executeTakeFirstOrThrow();
  if (outcome !== "counted") return;
  const [price, rate] = [account.paidCents ?? priceCents, env.AFFILIATE_COMMISSION_PERCENT];
  await trx.insertInto("commissions").values({
    affiliate_id: affiliate.id, referral_id: id, kind: "purchase", amount_cents: commissionCents(price, rate), price_cents: price, rate_percent: rate, created_at: now.toISOString(),
  }).execute();
  if (account.invoiceId !== null) await settleCommission(trx, account.invoiceId, now);
}

/**
 * An affiliate earns on the payment that opened the account, so its refund takes the commission back, and no other payment's does. Whoever
 * it belongs to by now, and whenever the reports of it come.
 */
export async function settleCommission(trx: Db, invoiceId: string, now: Date): Promise<void> {
  const payment = await trx.selectFrom("payments").select(["amount_cents as amount", "refunded_cents as refunded"]).where("invoice_id", "=", invoiceId).executeTakeFirst();
  if (payment) await bookRefund(trx, invoiceId, payment, now);
}

/** Takes the commission on a payment back as far as that (cents) was refunded in all. Saying the same again changes nothing. */
export async function bookRefund(trx: Db, invoiceId: string, payment: { amount: number; refunded: number }, now: Date = new Date()): Promise<void> {
  const entries = await trx.selectFrom("commissions").innerJoin("referrals", "referrals.id", "commissions.referral_id").selectAll("commissions")
    .where("referrals.invoice_id", "=", invoiceId).execute();
  const purchase = entries.find(({ kind }) => kind === "purchase");
  if (!purchase) return;
  const takenBack = entries.filter(({ kind }) => kind === "refund").reduce((sum, entry) => sum + entry.amount_cents, 0);
  const amount_cents = refundCents(purchase.amount_cents, takenBack, payment);
  if (amount_cents === 0) return;
  const { affiliate_id, referral_id, price_cents, rate_percent } = purchase;
  await trx.insertInto("commissions").values({ affiliate_id, referral_id, kind: "refund", amount_cents, price_cents, rate_percent, created_at: now.toISOString() }).execute();
}

async function isBooked(trx: Db, invoiceId: string | null): Promise<boolean> {
  return invoiceId !== null && (await trx.selectFrom("referrals").select("id").where("invoice_id", "=", invoiceId).executeTakeFirst()) !== undefined;
}

function outcomeOf({ email, role }: NewAccount, affiliateEmail: string): SignupOutcome {
  if (isSameMailbox(email, affiliateEmail)) return "own-email";
  return role === memberRole ? "counted" : "staff";
}
