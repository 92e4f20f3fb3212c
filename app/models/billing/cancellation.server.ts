import { z } from "zod";
import { checkout } from "../../payment/checkout.server.ts";
import type { Billing } from "../../payment/provider.ts";
import { db, write } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { operation } from "../operation.server.ts";
import { recordAuditOnce } from "../trail/audit.server.ts";
import { dayIn } from "./charge.ts";
import { runningOf } from "./membership.ts";
import { billingOrRefuse, isManageable, nothingToManage, unprovenText } from "./membership.server.ts";
import { withNewestAnswer } from "./newest-answer.server.ts";
import { recordSubscription } from "./subscription.server.ts";
import {
  type StoredSubscription,
  findSubscriptionOf,
  listSubscriptionsOf,
  subscriptionOfMember,
} from "./subscription-row.server.ts";
import { supportEmail } from "../site/current-site.server.ts";

export interface CancelView {
  /** Null when there is nothing to cancel here: `why` says so. */
  subscription: string | null;
  /** The last day of access, as text; null = not known, or it ends now. */
  until: string | null;
  /** Its last payment failed: it ends at once, and the payment is not tried again. */
  endsNow: boolean;
  why: string | null;
  billed: boolean;
  supportEmail: string;
}

export const readOwnCancelPage = operation(
  "membership.manage",
  z.object({}),
  async ({ person }): Promise<CancelView> => {
    const view = { billed: checkout.billing !== null, supportEmail: supportEmail() };
    const chosen = view.billed ? onlyRunning(await listSubscriptionsOf(db, [person.id])) : "";
    if (typeof chosen === "string") return { ...view, subscription: null, until: null, endsNow: false, why: chosen };
    const { id, period_end, status } = chosen;
    const endsNow = status === "past_due";
    const until = person.lapsed || endsNow || period_end === null ? null : dayIn(env.SITE_TIMEZONE, period_end);
    return { ...view, subscription: id, until, endsNow, why: null };
  },
);

/**
 * Cancels the shown subscription at the end of its period, after a failed payment now; idempotent. Returns the last day
 * as text; null = it has ended. Refuses with "conflict" when it isn't theirs to cancel, and with "busy" when Stripe can't
 * be reached.
 */
export const cancelOwnMembership = operation(
  "membership.manage",
  z.object({ subscription: z.string().default("") }),
  async ({ person }, input): Promise<{ until: string | null }> => {
    const billing = billingOrRefuse();
    const own = await listSubscriptionsOf(db, [person.id]);
    const chosen = own.find(({ id }) => id === input.subscription);
    if (!chosen) throw nothingToManage();
    if (!isManageable(chosen)) throw new Refusal("conflict", unprovenText);
    const ends =
      chosen.cancels_at ?? chosen.ended_at ?? (await cancel(billing, chosen, person.id).catch(refuseCancellation));
    if (ends === null) throw nothingToManage();
    return { until: Date.parse(ends) > Date.now() ? dayIn(env.SITE_TIMEZONE, ends) : null };
  },
);

/**
 * The same by staff, for any subscription of the member. Refuses with "not-found" when it isn't theirs, and with
 * "conflict" where Stripe doesn't know it.
 */
export const cancelMembership = operation(
  "users.manage",
  subscriptionOfMember,
  async ({ person }, input): Promise<{ until: string | null }> => {
    const billing = billingOrRefuse();
    const userId = input.id ?? 0;
    const chosen = await findSubscriptionOf(db, userId, input.subscription);
    const ends = chosen.cancels_at ?? chosen.ended_at ?? (await cancel(billing, chosen, userId, person.id));
    if (ends === null) throw new Refusal("conflict", "Stripe doesn't know this subscription.");
    return { until: Date.parse(ends) > Date.now() ? dayIn(env.SITE_TIMEZONE, ends) : null };
  },
);

/** Refuses with "conflict" when something would go on charging that they can't cancel here. */
export async function expectAllCancellable(userId: number): Promise<void> {
  const running = runningOf(await listSubscriptionsOf(db, [userId]));
  if (checkout.billing !== null && !running.every(isManageable)) throw new Refusal("conflict", unprovenText);
}

/**
 * Cancels all that would go on charging them, except what isn't proven to be theirs and what Stripe doesn't know. Refuses
 * with "busy".
 */
export async function cancelAllOf(userId: number): Promise<void> {
  const { billing } = checkout;
  if (billing === null) return;
  const running = runningOf(await listSubscriptionsOf(db, [userId])).filter(isManageable);
  for (const each of running) await cancel(billing, each, userId);
}

/**
 * Returns when it ends; null = Stripe doesn't know it. A failed payment would be retried until the end, so its
 * subscription ends now. Stores it at once, without waiting for the webhook event.
 */
function cancel(
  billing: Billing,
  { id, status }: StoredSubscription,
  userId: number,
  actorId: number = userId,
): Promise<string | null> {
  return withNewestAnswer(id, async (version) => {
    const when = status === "past_due" ? "now" : "period end";
    const subscription = (await billing.cancel(id, when)) ?? (await billing.findSubscription(id));
    if (!subscription) return null;
    const now = new Date();
    const ends = subscription.cancelsAt ?? subscription.endedAt ?? now.toISOString();
    // Also for a person who was signed out meanwhile: at Stripe it is done.
    await write(async (trx) => {
      await recordSubscription(trx, { subscription, version }, now);
      await recordAuditOnce(trx, {
        actorId,
        action: userId === actorId ? "membership.canceled" : "membership.canceled_by_staff",
        subject: "user",
        subjectId: userId,
        // The webhook event may have stored the end before, so the row doesn't tell whether this was recorded.
        after: { subscription: id, cancels_at: ends },
      });
    });
    return ends;
  });
}

/** Returns the one subscription that the person can cancel, or why there is none. */
function onlyRunning(own: readonly StoredSubscription[]): StoredSubscription | string {
  const [only, ...others] = runningOf(own);
  if (!only) return "You don't have a subscription that renews, so there is nothing to cancel.";
  if (others.length > 0)
    return `You have ${others.length + 1} subscriptions. Cancel each under "Manage subscription" on your profile.`;
  return isManageable(only) ? only : unprovenText;
}

function refuseCancellation(error: unknown): never {
  if (!(error instanceof Refusal) || error.reason !== "busy") throw error;
  throw new Refusal(
    "busy",
    'Your membership could not be canceled: the payment service is not responding. Try again in a moment, or cancel under "Manage billing".',
    { retryAfter: error.retryAfter },
  );
}
