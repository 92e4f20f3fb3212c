import { z } from "zod";
import type { Billing, Report } from "../../payment/provider.ts";
import { checkout } from "../../payment/checkout.server.ts";
import type { Db } from "../../db.server.ts";
import { db, write } from "../../db.server.ts";
import { dayMs } from "../../durations.ts";
import { Refusal } from "../../refusal.ts";
import { withMutex } from "../mutex.ts";
import { operation } from "../operation.server.ts";
import type { Change } from "./subscription.server.ts";
import { findSubscription, isOverdue, listOverdue, recordSubscription } from "./subscription.server.ts";

const received = { received: true };
/** After so many that could not be asked about the others wait for the next time: the provider may be down. */
const mostFailures = 5;

/**
 * Takes a report of the payment provider, each once and in any order: what it is about is asked for anew, one at a time for each
 * subscription. Refuses with "malformed" when the signature is wrong or old, and with "busy", so that it is sent again, when the
 * provider can't be asked.
 */
export const takePaymentReport = operation("checkout.report", z.object({ body: z.string(), signature: z.string() }), async (_actor, { body, signature }) => {
  const { billing } = checkout;
  if (billing === null) throw new Refusal("not-found", "There is nothing at this address.");
  const report = billing.readReport(body, signature);
  if (await isTaken(report.id)) return received;
  const found = await findChanged(billing, report);
  if (found === null) return received;
  const { subscriptionId, ...change } = found;
  await withMutex(subscriptionId, async () => {
    const subscription = await billing.findSubscription(subscriptionId);
    if (subscription) await write((trx) => takeOver(trx, report.id, { ...change, subscription }, new Date()));
  });
  return received;
});

/**
 * Asks about subscriptions that give access and whose period has been over for a day: the provider gives up on a report after three days,
 * and a restored backup knows nothing of what was reported since. Nothing else would ever end them. One that can't be asked about keeps no other
 * from it. Gives how many it asked about; where some could not be, it refuses with "busy" once the others were.
 */
export async function rereadOverdue(now: Date, goOn: () => boolean = () => true): Promise<number> {
  const { billing } = checkout;
  if (billing === null) return 0;
  const by = new Date(now.getTime() - dayMs);
  const failures: unknown[] = [];
  let asked = 0;
  for (const id of await listOverdue(db, by)) {
    if (!goOn() || failures.length === mostFailures) break;
    await reread(billing, id, by).then(() => { asked += 1; }, (error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  return asked;
}

function reread(billing: Billing, id: string, by: Date): Promise<void> {
  return withMutex(id, async () => {
    const subscription = await billing.findSubscription(id);
    if (!subscription) return;
    await write(async (trx) => {
      // No longer so where it was reported to another process meanwhile, which does not wait for this one: what was asked here may be older.
      if (await isOverdue(trx, id, by)) await recordSubscription(trx, { subscription }, new Date());
    });
  });
}

type Found = Omit<Change, "subscription"> & { subscriptionId: string };

async function findChanged(billing: Billing, { about }: Report): Promise<Found | null> {
  switch (about?.kind) {
    case "subscription": return { subscriptionId: about.id };
    case "invoice": return billing.findInvoice(about.id);
    case "charge": return billing.findChargedInvoice(about.id);
    case "session": {
      const session = await billing.findSession(about.id);
      return session?.paid && session.subscriptionId !== null ? { ...session, subscriptionId: session.subscriptionId } : null;
    }
    case undefined: return null;
  }
}

async function isTaken(id: string): Promise<boolean> {
  return (await db.selectFrom("stripe_events").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

/** Marks the report and does what follows from it in one transaction: both or neither. What is for another price is not our business. */
async function takeOver(trx: Db, id: string, change: Change, now: Date): Promise<void> {
  if (!change.subscription.ours && !(await findSubscription(trx, change.subscription.id))) return;
  const marked = await trx.insertInto("stripe_events").values({ id, received_at: now.toISOString() }).onConflict((conflict) => conflict.doNothing()).returning("id").executeTakeFirst();
  if (marked) await recordSubscription(trx, change, now);
}
