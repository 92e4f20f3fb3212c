import type { Dispute } from "../../payment/provider.ts";
import type { Db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { dayIn, moneyText } from "./charge.ts";
import { endStatuses, nextStepText } from "./dispute.ts";

/**
 * Stores the state of a payment's dispute, and records each new state in its owner's trail. Access and commission stay: staff
 * answer at Stripe. Of several disputes about one payment the newest counts. Idempotent.
 */
export async function recordDispute(trx: Db, invoiceId: string, dispute: Dispute): Promise<void> {
  const { openedAt, dueBy, status } = dispute;
  const stored = await trx
    .selectFrom("payments")
    .innerJoin("subscriptions", "subscriptions.id", "payments.subscription_id")
    .select(["user_id", "disputed_at", "dispute_status"])
    .where("invoice_id", "=", invoiceId)
    .executeTakeFirst();
  if (!stored || (stored.disputed_at !== null && stored.disputed_at > openedAt)) return;
  await trx
    .updateTable("payments")
    .set({ disputed_at: openedAt, dispute_due_by: dueBy, dispute_status: status })
    .where("invoice_id", "=", invoiceId)
    .execute();
  if (stored.user_id === null || (stored.disputed_at === openedAt && stored.dispute_status === status)) return;
  await recordAudit(trx, {
    actorId: null,
    action: "payment.disputed",
    subject: "user",
    subjectId: stored.user_id,
    after: { invoice: invoiceId, dispute: status },
  });
}

export interface OpenDispute {
  /** Null = paid, but no account was opened with it. */
  userId: number | null;
  /** The member's name, or the address of the subscription. */
  name: string;
  amount: string;
  /** The day of the payment. */
  paid: string;
  /** What it waits for. */
  next: string;
}

/** The disputes that are not decided, the oldest first. */
export async function listOpenDisputes(source: Db): Promise<OpenDispute[]> {
  const rows = await source
    .selectFrom("payments")
    .innerJoin("subscriptions", "subscriptions.id", "payments.subscription_id")
    .leftJoin("users", "users.id", "subscriptions.user_id")
    .select(["invoice_id", "payments.amount_cents", "payments.currency", "paid_at"])
    .select(["disputed_at", "dispute_due_by", "dispute_status"])
    .select(["users.id as user_id", "users.name", "subscriptions.email"])
    .where("disputed_at", "is not", null)
    .where("dispute_status", "not in", endStatuses)
    .orderBy("disputed_at")
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name ?? row.email ?? row.invoice_id,
    amount: moneyText(row.amount_cents, row.currency),
    paid: dayIn(env.SITE_TIMEZONE, row.paid_at),
    next: nextStepText(row, env.SITE_TIMEZONE),
  }));
}
