import { z } from "zod";
import type { Db, SubscriptionRow } from "../../db.server.ts";
import type { BilledSubscription, Payment } from "../../payment/provider.ts";
import { Refusal } from "../../refusal.ts";
import { findable, id } from "../fields.ts";
import { recordAudits } from "../trail/audit.server.ts";
import {
  type MembershipStatus,
  type Subscription,
  accessOf,
  accessStatuses,
  accountMembership,
  givesAccess,
  runningOf,
} from "./membership.ts";
import { holdReason } from "../payment-hold.ts";

export type StoredSubscription = Subscription &
  Pick<
    SubscriptionRow,
    | "customer_id"
    | "user_id"
    | "email"
    | "by_email"
    | "email_proven"
    | "detached_at"
    | "created_at"
    | "price_cents"
    | "price_currency"
    | "price_period"
    | "card_brand"
    | "card_last4"
  >;

export function findSubscription(source: Db, id: string): Promise<StoredSubscription | undefined> {
  return subscriptionsIn(source).where("subscriptions.id", "=", id).executeTakeFirst();
}

export function listSubscriptionsOf(source: Db, userIds: readonly number[]): Promise<StoredSubscription[]> {
  return subscriptionsIn(source)
    .where("subscriptions.user_id", "in", userIds)
    .orderBy("subscriptions.created_at", "desc")
    .orderBy("subscriptions.id")
    .execute();
}

export const subscriptionOfMember = z.object({
  id,
  subscription: z.string({ error: "Required." }).max(255).transform(findable),
});

/** Refuses with "not-found" when the member doesn't have it. */
export async function findSubscriptionOf(source: Db, userId: number, id: string): Promise<StoredSubscription> {
  const found = await findSubscription(source, id);
  if (!found || found.user_id !== userId) throw new Refusal("not-found", "There is no such subscription.");
  return found;
}

/** Subscriptions that still give access although their period ended before `by`. */
export async function listOverdue(source: Db, by: Date): Promise<string[]> {
  const rows = await source
    .selectFrom("subscriptions")
    .select("id")
    .where("status", "in", accessStatuses)
    .where("period_end", "<", by.toISOString())
    .execute();
  return rows.map(({ id }) => id);
}

export async function readMemberships(
  source: Db,
  userIds: readonly number[],
  now: Date = new Date(),
): Promise<Map<number, MembershipStatus>> {
  if (userIds.length === 0) return new Map();
  const users = await source
    .selectFrom("users")
    .select(["id", "access_until", "payment_review"])
    .where("id", "in", userIds)
    .execute();
  const subscriptions = await listSubscriptionsOf(source, userIds);
  return new Map(
    users.map(({ id, access_until, payment_review }) => {
      const held = holdReason(payment_review);
      return [
        id,
        held
          ? { kind: held }
          : accountMembership(
              subscriptions.filter(({ user_id }) => user_id === id),
              access_until,
              now,
            ),
      ];
    }),
  );
}

/** True when the person would still be charged after deleting the account. */
export async function hasRunningSubscription(source: Db, userId: number): Promise<boolean> {
  return runningOf(await listSubscriptionsOf(source, [userId])).length > 0;
}

export function statusColumns(
  subscription: BilledSubscription,
  stored: Pick<Subscription, "ended_at" | "paused_at"> | undefined,
  now: Date,
) {
  const { status, periodEnd, cancelsAt, endedAt, paused } = subscription;
  // Stripe gives no end for some statuses without access; then the time of the first report counts.
  return {
    status,
    period_end: periodEnd,
    cancels_at: cancelsAt,
    ended_at: givesAccess(status) ? null : (endedAt ?? stored?.ended_at ?? now.toISOString()),
    // Stripe doesn't say since when.
    paused_at: paused && (stored?.paused_at ?? now.toISOString()),
    paused_until: paused && paused.until,
  };
}

export async function storeSubscription(
  trx: Db,
  subscription: BilledSubscription,
  stored: StoredSubscription | undefined,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const { price } = subscription;
  // Nobody needs the card of a subscription that has ended.
  const card = givesAccess(subscription.status) ? subscription.card : null;
  const values = {
    ...statusColumns(subscription, stored, now),
    price_cents: price?.cents ?? null,
    price_currency: price?.currency ?? null,
    price_period: price?.period ?? null,
    card_brand: card?.brand ?? null,
    card_last4: card?.last4 ?? null,
    customer_id: subscription.customerId,
    email: subscription.email ?? stored?.email ?? null,
    updated_at: at,
  };
  await trx
    .insertInto("subscriptions")
    .values({ id: subscription.id, user_id: null, created_at: at, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

/** Events come in any order, so the refunded amount never decreases. */
export async function storePayment(trx: Db, subscriptionId: string, payment: Payment, now: Date): Promise<void> {
  const { invoiceId, amountCents, currency, paidAt } = payment;
  await trx
    .insertInto("payments")
    .values({
      invoice_id: invoiceId,
      subscription_id: subscriptionId,
      amount_cents: amountCents,
      currency,
      paid_at: paidAt,
      refunded_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const refunded = Math.min(payment.refundedCents, amountCents);
  await trx
    .updateTable("payments")
    .set({ refunded_cents: refunded, refunded_at: refunded === amountCents ? now.toISOString() : null })
    .where("invoice_id", "=", invoiceId)
    .where("refunded_cents", "<", refunded)
    .execute();
}

/**
 * Derives users.access_until from the subscriptions and the access rule. Nothing else writes it, but for a new account,
 * which has no subscriptions.
 */
export function settleAccess(trx: Db, userId: number, now: Date): Promise<void> {
  return settleAccesses(trx, [userId], now);
}

/** The same for at most 1000 members. */
export async function settleAccesses(trx: Db, userIds: readonly number[], now: Date): Promise<void> {
  const users = await trx
    .selectFrom("users")
    .select(["id", "access_until", "access_rule", "access_rule_until"])
    .where("id", "in", userIds)
    .execute();
  const subscriptions = await listSubscriptionsOf(trx, userIds);
  const changed = users
    .map(({ id, access_until, ...rule }) => {
      const own = subscriptions.filter(({ user_id }) => user_id === id);
      return { id, was: access_until, is: accessOf(rule, own) };
    })
    .filter(({ was, is }) => was !== is);
  for (const { id, is } of changed)
    await trx.updateTable("users").set({ access_until: is }).where("id", "=", id).execute();
  await recordAudits(
    trx,
    null,
    changed.map(({ id, was, is }) => ({
      action: "membership.changed",
      subject: "user",
      subjectId: id,
      before: { access_until: was },
      after: { access_until: is, at: now.toISOString() },
    })),
  );
}

export function subscriptionsIn(source: Db) {
  return source
    .selectFrom("subscriptions")
    .select([
      "subscriptions.id",
      "customer_id",
      "user_id",
      "email",
      "by_email",
      "email_proven",
      "detached_at",
      "status",
      "period_end",
      "cancels_at",
      "ended_at",
      "paused_at",
      "paused_until",
      "price_cents",
      "price_currency",
      "price_period",
      "card_brand",
      "card_last4",
      "created_at",
    ])
    .select((query) =>
      query
        .selectFrom("payments")
        .select("refunded_at")
        .whereRef("payments.subscription_id", "=", "subscriptions.id")
        .orderBy("paid_at", "desc")
        .orderBy("invoice_id", "desc")
        .limit(1)
        .as("refunded_at"),
    );
}
