import type { Selectable } from "kysely";
import type { Database, Db } from "../../db.server.ts";
import { type Role, memberRole } from "../../policy.ts";
import { priceCents } from "../../price.ts";
import { type SignupOutcome, commissionCents, isSameMailbox, refundCents } from "./affiliate.ts";
import { findTerms } from "./terms.server.ts";
import { findByCode } from "./visit.server.ts";

interface NewAccount {
  id: number;
  email: string;
  role: Role;
  /** Null where payments can't be checked. */
  invoiceId: string | null;
  /** Cents; without it the list price counts. */
  paidCents?: number | null;
  /** By default now. The affiliate's terms of that time count. */
  signedUpAt?: string;
}

/**
 * Binds a new account to an affiliate for good and books purchase and commission, in the transaction that creates the
 * account. No commission for an unknown code, the affiliate's own e-mail, staff, or a payment that already earned one
 * (its account was deleted).
 */
export async function bookSignup(trx: Db, account: NewAccount, code: string, now: Date = new Date()): Promise<void> {
  const affiliate = await findByCode(trx, code);
  if (!affiliate || (await isBooked(trx, account.invoiceId))) return;
  const outcome = outcomeOf(account, affiliate.email);
  const { id } = await trx
    .insertInto("referrals")
    .values({
      affiliate_id: affiliate.id,
      user_id: account.id,
      invoice_id: account.invoiceId,
      outcome,
      created_at: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (outcome !== "counted") return;
  const { rate_percent } = await findTerms(trx, affiliate.id, account.signedUpAt ?? now.toISOString());
  const price_cents = account.paidCents ?? priceCents;
  await trx
    .insertInto("commissions")
    .values({
      affiliate_id: affiliate.id,
      referral_id: id,
      kind: "purchase",
      amount_cents: commissionCents(price_cents, rate_percent),
      price_cents,
      rate_percent,
      created_at: now.toISOString(),
    })
    .execute();
  if (account.invoiceId !== null) await settleCommission(trx, account.invoiceId, now);
}

/** Only a refund of the payment that opened the account takes its commission back. Events come in any order. */
export async function settleCommission(trx: Db, invoiceId: string, now: Date): Promise<void> {
  const payment = await trx
    .selectFrom("payments")
    .select(["amount_cents as amount", "refunded_cents as refunded"])
    .where("invoice_id", "=", invoiceId)
    .executeTakeFirst();
  if (payment) await bookRefund(trx, invoiceId, payment, now);
}

/** Takes back the share of the commission that was refunded (cents, total so far). Idempotent. */
export async function bookRefund(
  trx: Db,
  invoiceId: string,
  payment: { amount: number; refunded: number },
  now: Date = new Date(),
): Promise<void> {
  const entries = await trx
    .selectFrom("commissions")
    .innerJoin("referrals", "referrals.id", "commissions.referral_id")
    .selectAll("commissions")
    .where("referrals.invoice_id", "=", invoiceId)
    .execute();
  const purchase = entries.find(({ kind }) => kind === "purchase");
  if (!purchase) return;
  const takenBack = entries.filter(({ kind }) => kind === "refund").reduce((sum, entry) => sum + entry.amount_cents, 0);
  const amount_cents = refundCents(purchase.amount_cents, takenBack, payment);
  if (amount_cents === 0) return;
  await bookDeduction(trx, purchase, { amount_cents, created_at: now.toISOString() });
}

type Purchase = Pick<
  Selectable<Database["commissions"]>,
  "affiliate_id" | "referral_id" | "price_cents" | "rate_percent"
>;

/** Adds a negative entry to the commission of a purchase; `reason` is that of staff, a refund has none. */
export async function bookDeduction(
  trx: Db,
  { affiliate_id, referral_id, price_cents, rate_percent }: Purchase,
  deduction: { amount_cents: number; created_at: string; reason?: string },
): Promise<void> {
  await trx
    .insertInto("commissions")
    .values({ affiliate_id, referral_id, kind: "refund", price_cents, rate_percent, ...deduction })
    .execute();
}

async function isBooked(trx: Db, invoiceId: string | null): Promise<boolean> {
  return (
    invoiceId !== null &&
    (await trx.selectFrom("referrals").select("id").where("invoice_id", "=", invoiceId).executeTakeFirst()) !==
      undefined
  );
}

function outcomeOf({ email, role }: NewAccount, affiliateEmail: string): SignupOutcome {
  if (isSameMailbox(email, affiliateEmail)) return "own-email";
  return role === memberRole ? "counted" : "staff";
}
