import { z } from "zod";
import type { Billing, Dispute, WebhookEvent } from "../../payment/provider.ts";
import { checkout } from "../../payment/checkout.server.ts";
import { type Db, db, write } from "../../db.server.ts";
import { dayMs } from "../../time/durations.ts";
import { Refusal } from "../../refusal.ts";
import { operation } from "../operation.server.ts";
import { recordDispute } from "./dispute.server.ts";
import { withNewestAnswer } from "./newest-answer.server.ts";
import { type Change, recordSubscription } from "./subscription.server.ts";
import { findSubscription, listOverdue } from "./subscription-row.server.ts";

const received = { received: true };
const maxFailures = 5;

/**
 * Handles each webhook event once, in any order. Reads the current state from the provider instead of trusting the event.
 * Refuses with "malformed" when the signature is wrong or old, and with "busy" when the provider can't be reached or too
 * many events about the subscription come at once, so that it sends the event again.
 */
export const takeWebhookEvent = operation(
  "checkout.report",
  z.object({ body: z.string(), signature: z.string() }),
  async (_actor, { body, signature }) => {
    const { billing } = checkout;
    if (billing === null) throw new Refusal("not-found", "There is nothing at this address.");
    const report = billing.readWebhookEvent(body, signature);
    if (await isHandled(report.id)) return received;
    const changed = await findChanged(billing, report);
    if (changed === null) return received;
    const { subscriptionId, ...change } = changed;
    const disputeId = report.about?.kind === "dispute" ? report.about.id : null;
    await withNewestAnswer(subscriptionId, async (version) => {
      const subscription = await billing.findSubscription(subscriptionId);
      // Read after the version, so that an older state is not stored after a newer one.
      const dispute = disputeId === null ? null : await billing.findDispute(disputeId);
      if (subscription)
        await write((trx) => applyOnce(trx, report.id, { ...change, subscription, version, dispute }, new Date()));
    });
    return received;
  },
);

/**
 * Refreshes subscriptions that still give access a day after their period ended: Stripe drops an event after three
 * days, and a restored backup lacks the events since. Returns how many were refreshed. One failure does not stop the
 * others; it refuses with "busy" at the end.
 */
export async function refreshOverdue(now: Date, shouldContinue: () => boolean = () => true): Promise<number> {
  const { billing } = checkout;
  if (billing === null) return 0;
  const by = new Date(now.getTime() - dayMs);
  const failures: unknown[] = [];
  let refreshed = 0;
  for (const id of await listOverdue(db, by)) {
    if (!shouldContinue() || failures.length === maxFailures) break;
    await refresh(billing, id).then(
      () => {
        refreshed += 1;
      },
      (error: unknown) => failures.push(error),
    );
  }
  if (failures.length > 0) throw failures[0];
  return refreshed;
}

function refresh(billing: Billing, id: string): Promise<void> {
  return withNewestAnswer(id, async (version) => {
    const subscription = await billing.findSubscription(id);
    if (subscription) await write((trx) => recordSubscription(trx, { subscription, version }, new Date()));
  });
}

type Changed = Omit<Change, "subscription" | "version"> & { subscriptionId: string };

async function findChanged(billing: Billing, { about }: WebhookEvent): Promise<Changed | null> {
  switch (about?.kind) {
    case "subscription":
      return { subscriptionId: about.id };
    case "invoice":
      return billing.findInvoice(about.id);
    case "charge":
      return billing.findChargedInvoice(about.id);
    case "dispute": {
      const dispute = await billing.findDispute(about.id);
      return dispute && billing.findChargedInvoice(dispute.chargeId);
    }
    case "session": {
      const session = await billing.findSession(about.id);
      return session?.paid && session.subscriptionId !== null
        ? { ...session, subscriptionId: session.subscriptionId }
        : null;
    }
    case undefined:
      return null;
  }
}

async function isHandled(id: string): Promise<boolean> {
  return (await db.selectFrom("stripe_events").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

/** Marks the event as handled and applies it in one transaction. Ignores subscriptions of other prices. */
async function applyOnce(
  trx: Db,
  id: string,
  { dispute, ...change }: Change & { dispute: Dispute | null },
  now: Date,
): Promise<void> {
  if (!change.subscription.ours && !(await findSubscription(trx, change.subscription.id))) return;
  const marked = await trx
    .insertInto("stripe_events")
    .values({ id, received_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!marked) return;
  await recordSubscription(trx, change, now);
  if (dispute && change.payment) await recordDispute(trx, change.payment.invoiceId, dispute);
}
