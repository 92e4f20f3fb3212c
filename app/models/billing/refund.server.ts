import { z } from "zod";
import { type Db, db, write } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { id, requiredDecimal } from "../fields.ts";
import { operation } from "../operation.server.ts";
import { recordAuditOnce } from "../trail/audit.server.ts";
import { digitsOf, moneyText } from "./charge.ts";
import { billingOrRefuse } from "./membership.server.ts";
import { withNewestAnswer } from "./newest-answer.server.ts";
import { recordSubscription } from "./subscription.server.ts";

const mostListed = 12;
const amount = requiredDecimal({ min: 0.01, max: 999_999, decimals: 2 }, "Enter an amount.");

export type MemberPayment = Awaited<ReturnType<typeof listPaymentsOf>>[number];

/** The member's newest payments, newest first. */
export function listPaymentsOf(source: Db, userId: number) {
  return source
    .selectFrom("payments")
    .innerJoin("subscriptions", "subscriptions.id", "payments.subscription_id")
    .select(["invoice_id", "subscription_id", "amount_cents", "currency", "paid_at", "refunded_cents", "refunded_at"])
    .select(["disputed_at", "dispute_due_by", "dispute_status"])
    .where("user_id", "=", userId)
    .orderBy("paid_at", "desc")
    .orderBy("invoice_id", "desc")
    .limit(mostListed)
    .execute();
}

/**
 * Refunds the shown payment in part or in full, when it is the member's last one. The amount is typed twice, in the
 * payment's currency. The form has what was refunded before, so that a doubled form refunds once. An affiliate's
 * commission and the member's access follow as after a refund that Stripe reports. Refuses with "conflict" when something
 * was paid or refunded meanwhile, and with "busy" when Stripe can't be reached.
 */
export const refundLastPayment = operation(
  "users.manage",
  z.object({
    id,
    invoice_id: z.string({ error: "Required." }),
    shown: z.coerce.number({ error: "Required." }).int().nonnegative(),
    amount,
    again: amount,
  }),
  async ({ person }, { id: userId, invoice_id, shown, ...typed }): Promise<{ refunded: string }> => {
    const billing = billingOrRefuse();
    const [last] = await listPaymentsOf(db, userId ?? 0);
    if (last?.invoice_id !== invoice_id) throw new Refusal("conflict", "This is not their last payment any more.");
    const cents = centsOf(typed, last, shown);
    const refunded = moneyText(cents, last.currency);
    if (last.refunded_cents === shown + cents) return { refunded };
    if (last.refunded_cents !== shown)
      throw new Refusal("conflict", "Something of this payment was refunded meanwhile. Look at what is left.");
    const invoice = await billing.refund(invoice_id, cents, `refund of ${invoice_id} after ${shown}`);
    if (!invoice?.payment) throw new Refusal("conflict", "Stripe doesn't know a charge of this payment.");
    const { payment } = invoice;
    await withNewestAnswer(invoice.subscriptionId, async (version) => {
      const subscription = await billing.findSubscription(invoice.subscriptionId);
      await write(async (trx) => {
        if (subscription) await recordSubscription(trx, { subscription, version, payment }, new Date());
        await recordAuditOnce(trx, {
          actorId: person.id,
          action: "payment.refunded",
          subject: "user",
          subjectId: userId,
          after: { invoice: invoice_id, refunded, refunded_before: moneyText(shown, last.currency) },
        });
      });
    });
    return { refunded };
  },
);

function centsOf({ amount, again }: { amount: number; again: number }, payment: MemberPayment, shown: number): number {
  const left = payment.amount_cents - shown;
  const exact = amount * 10 ** digitsOf(payment.currency);
  const cents = Math.round(exact);
  if (cents < 1 || Math.abs(exact - cents) > 0.001)
    throw Refusal.at("amount", "invalid", "Enter an amount of this currency.");
  if (cents > left) throw Refusal.at("amount", "invalid", `At most ${moneyText(left, payment.currency)}.`);
  if (again !== amount) throw Refusal.at("again", "invalid", "The two amounts are not the same.");
  return cents;
}
