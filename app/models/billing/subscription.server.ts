import type { BilledSubscription, Payment } from "../../payment/provider.ts";
import type { Db, SubscriptionRow } from "../../db.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import type { MembershipStatus, Subscription } from "./membership.ts";
import { accessOf, accessUntil, heldBy, isOpening, membershipOf, openingStatuses, runningOf, standingOfAccount } from "./membership.ts";
import { settleCommission } from "../affiliates/referral.server.ts";

/** A subscription as stored, with what became of its latest payment. */
type StoredSubscription = Subscription & Pick<SubscriptionRow, "customer_id" | "user_id" | "email" | "by_email" | "email_proven" | "detached_at" | "created_at">;

export interface Change {
  subscription: BilledSubscription;
  payment?: Payment | null;
  /** The member who began the checkout, signed in: proven. */
  userId?: number | null;
  /** The member whom the checkout names, which proves nothing. */
  reference?: number | null;
  /** The e-mail of the checkout. */
  email?: string | null;
}

/** Whose a subscription is, and how that is known. */
interface Owner {
  userId: number;
  byEmail: boolean;
  /** True where it was paid for with an address that is proven to be theirs. */
  emailProven?: boolean;
}

/**
 * Takes over how a subscription and a payment of it stand, and what follows for the member's access. One that nobody knows counts only
 * if it is for our price and was paid. It becomes the membership of whoever began the checkout, else of the account with its e-mail, if that is confirmed, until
 * it turns out who did: reports come in any order.
 */
export async function recordSubscription(trx: Db, { subscription, payment = null, ...buyer }: Change, now: Date): Promise<void> {
  const known = await findSubscription(trx, subscription.id);
  if (!known && !(subscription.ours && isOpening(subscription.status))) return;
  await storeSubscription(trx, subscription, known, now);
  if (payment !== null) {
    await storePayment(trx, subscription.id, payment, now);
    await settleCommission(trx, payment.invoiceId, now);
  }
  const before = known?.user_id ?? null;
  const owner = await ownerOf(trx, subscription.id, { userId: buyer.userId ?? null, reference: buyer.reference ?? null, email: buyer.email ?? subscription.email });
  if (owner === null) return;
  await attach(trx, subscription.id, owner.userId, owner);
  await settleAccess(trx, owner.userId, now);
  if (before !== null && before !== owner.userId) await leave(trx, subscription.id, { from: before, to: owner.userId }, now);
}

/**
 * Gives a new account the subscription of the payment that it was made with. That is better proof than an e-mail: it moves from an account that has it by
 * that alone. False when somebody else's account has it by proof.
 */
export async function claimSubscription(trx: Db, subscription: BilledSubscription, userId: number, now: Date): Promise<boolean> {
  // What is stored may be newer than what the sign-up read before it hashed the password.
  const known = await findSubscription(trx, subscription.id);
  const before = known?.user_id ?? null;
  if (before !== null && known?.by_email === 0) return false;
  if (!known) await storeSubscription(trx, subscription, undefined, now);
  await attach(trx, subscription.id, userId, { byEmail: false });
  await settleAccess(trx, userId, now);
  if (before !== null) await leave(trx, subscription.id, { from: before, to: userId }, now);
  return true;
}

/** Whoever read what was mailed to an account's address has proved that the address is theirs: they see card and invoices of what was paid for with it. Not that they paid. */
export async function proveEmail(trx: Db, userId: number): Promise<void> {
  await trx.updateTable("subscriptions").set({ email_proven: 1 }).where("user_id", "=", userId).where("by_email", "=", 1).execute();
}

/** Gives an account whose address was confirmed what was paid for with that address and is nobody's. */
export async function attachUnclaimed(trx: Db, userId: number, now: Date): Promise<void> {
  const unclaimed = await listUnclaimed(trx, userId, now);
  for (const { id } of unclaimed) await attach(trx, id, userId, { byEmail: true });
  if (unclaimed.length > 0) await settleAccess(trx, userId, now);
}

/** A subscription by the provider's id; undefined where nobody knows it. */
export function findSubscription(source: Db, id: string): Promise<StoredSubscription | undefined> {
  return subscriptionsIn(source).where("subscriptions.id", "=", id).executeTakeFirst();
}

/** The subscriptions of these people, newest first. */
export function listSubscriptionsOf(source: Db, userIds: readonly number[]): Promise<StoredSubscription[]> {
  return subscriptionsIn(source).where("subscriptions.user_id", "in", userIds).orderBy("subscriptions.created_at", "desc").orderBy("subscriptions.id").execute();
}

/** The ids of those that give access though their period was over by then. */
export async function listOverdue(source: Db, by: Date): Promise<string[]> {
  return (await overdueBy(source, by).execute()).map(({ id }) => id);
}

/** Whether that is so of one of them. */
export async function isOverdue(source: Db, id: string, by: Date): Promise<boolean> {
  return (await overdueBy(source, by).where("id", "=", id).executeTakeFirst()) !== undefined;
}

/** Where each of these people's memberships stand. */
export async function readMemberships(source: Db, userIds: readonly number[], now: Date = new Date()): Promise<Map<number, MembershipStatus>> {
  if (userIds.length === 0) return new Map();
  const users = await source.selectFrom("users").select(["id", "access_until", "payment_review"]).where("id", "in", userIds).execute();
  const subscriptions = await listSubscriptionsOf(source, userIds);
  return new Map(users.map(({ id, access_until, payment_review }) => {
    const held = heldBy(payment_review);
    return [id, held ? { kind: held } : standingOfAccount(subscriptions.filter(({ user_id }) => user_id === id), access_until, now)];
  }));
}

/** True when a person would go on being charged without their account. */
export async function hasRunningSubscription(source: Db, userId: number): Promise<boolean> {
  return runningOf(await listSubscriptionsOf(source, [userId])).length > 0;
}

/** How a subscription stands, in the words of the table. `known` is how it stood. */
export function standingOf(subscription: BilledSubscription, known: Pick<Subscription, "ended_at"> | undefined, now: Date) {
  const { status, periodEnd, cancelsAt, endedAt } = subscription;
  // Not every state that opens nothing has an end of the provider's: then it is when we first heard.
  return { status, period_end: periodEnd, cancels_at: cancelsAt, ended_at: isOpening(status) ? null : (endedAt ?? known?.ended_at ?? now.toISOString()) };
}

async function storeSubscription(trx: Db, subscription: BilledSubscription, known: StoredSubscription | undefined, now: Date): Promise<void> {
  const at = now.toISOString();
  const values = { ...standingOf(subscription, known, now), customer_id: subscription.customerId, email: subscription.email ?? known?.email ?? null, updated_at: at };
  await trx.insertInto("subscriptions").values({ id: subscription.id, user_id: null, created_at: at, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values)).execute();
}

/** Reports come in any order: what was given back never becomes less. */
async function storePayment(trx: Db, subscriptionId: string, payment: Payment, now: Date): Promise<void> {
  const { invoiceId, amountCents, currency, paidAt } = payment;
  await trx.insertInto("payments").values({ invoice_id: invoiceId, subscription_id: subscriptionId, amount_cents: amountCents, currency, paid_at: paidAt, refunded_at: null })
    .onConflict((conflict) => conflict.doNothing()).execute();
  const refunded = Math.min(payment.refundedCents, amountCents);
  await trx.updateTable("payments").set({ refunded_cents: refunded, refunded_at: refunded === amountCents ? now.toISOString() : null })
    .where("invoice_id", "=", invoiceId).where("refunded_cents", "<", refunded).execute();
}

/** Whose it is: that of the account that has it by proof, else the member's who began the checkout, else that of the account that has it or its e-mail. */
async function ownerOf(trx: Db, id: string, buyer: { userId: number | null; reference: number | null; email: string | null }): Promise<Owner | null> {
  const stored = await findSubscription(trx, id);
  if (stored?.detached_at) return null;
  const had = stored?.user_id ?? null;
  const proven = had !== null && stored?.by_email === 0 ? had : await findBuyer(trx, buyer.userId);
  const userId = proven ?? had ?? (await findBuyer(trx, buyer.reference));
  if (userId !== null) return { userId, byEmail: proven === null };
  return findByEmail(trx, buyer.email, stored ? accessUntil([stored]) : null);
}

/** Who began the checkout signed in, if the account is still there. */
async function findBuyer(trx: Db, userId: number | null): Promise<number | null> {
  if (userId === null) return null;
  return (await trx.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst())?.id ?? null;
}

/** Only where the address is confirmed. Not an account that was made after it had ended: that has access for another reason, and would lose it. */
async function findByEmail(trx: Db, email: string | null, end: string | null): Promise<Owner | null> {
  if (email === null) return null;
  const user = await trx.selectFrom("users").select(["id", "created_at", "email_confirmed_at"]).where("email", "=", email).where("email_confirmed_at", "is not", null).executeTakeFirst();
  if (user === undefined || (end !== null && end <= user.created_at)) return null;
  // Of an account from before anybody was asked it is when that was made: it counts, and proves nothing.
  return { userId: user.id, byEmail: true, emailProven: user.email_confirmed_at !== user.created_at };
}

/**
 * Those that were paid for with an account's e-mail, are nobody's, and give access or go on charging: who paid twice before the account existed has
 * one left, and who comes back has none.
 */
async function listUnclaimed(trx: Db, userId: number, now: Date): Promise<StoredSubscription[]> {
  const unclaimed = await subscriptionsIn(trx).where("subscriptions.user_id", "is", null).where("detached_at", "is", null)
    .where("subscriptions.email", "=", (query) => query.selectFrom("users").select("users.email").where("users.id", "=", userId)).execute();
  return unclaimed.filter((subscription) => runningOf([subscription]).length > 0 || membershipOf([subscription], null, now).kind !== "ended");
}

/** Gives it to an account, and says so in the trail where that did not have it. */
async function attach(trx: Db, id: string, userId: number, { byEmail, emailProven = false }: Omit<Owner, "userId">): Promise<void> {
  const own = await listSubscriptionsOf(trx, [userId]);
  const had = own.some((subscription) => subscription.id === id);
  await trx.updateTable("subscriptions").set({ user_id: userId, by_email: byEmail ? 1 : 0, detached_at: null, ...(had ? {} : { email_proven: emailProven ? 1 : 0 }) }).where("id", "=", id).execute();
  if (had) return;
  const others = runningOf(own);
  await recordAudit(trx, { actorId: null, action: others.length > 0 ? "membership.paid_twice" : "membership.paid", subject: "user", subjectId: userId, after: { subscription: id } });
}

/** Says in the trails of both that a subscription went from one account to another. */
async function leave(trx: Db, id: string, { from, to }: { from: number; to: number }, now: Date): Promise<void> {
  const entry = { actorId: null, subject: "user", before: { account: from }, after: { account: to, subscription: id } } as const;
  await recordAudit(trx, { ...entry, action: "membership.moved", subjectId: from });
  await recordAudit(trx, { ...entry, action: "membership.taken_over", subjectId: to });
  await settleAccess(trx, from, now);
}

/** users.access_until follows from the subscriptions and the rule of staff, and is written nowhere else. */
export async function settleAccess(trx: Db, userId: number, now: Date): Promise<void> {
  const { access_until: was, ...rule } = await trx.selectFrom("users").select(["access_until", "access_rule", "access_rule_until"]).where("id", "=", userId).executeTakeFirstOrThrow();
  const before = { access_until: was };
  const access_until = accessOf(rule, await listSubscriptionsOf(trx, [userId]));
  if (before.access_until === access_until) return;
  await trx.updateTable("users").set({ access_until }).where("id", "=", userId).execute();
  await recordAudit(trx, { actorId: null, action: "membership.changed", subject: "user", subjectId: userId, before, after: { access_until, at: now.toISOString() } });
}

function overdueBy(source: Db, by: Date) {
  return source.selectFrom("subscriptions").select("id").where("status", "in", openingStatuses).where("period_end", "<", by.toISOString());
}

/** With what became of the latest payment of each. */
function subscriptionsIn(source: Db) {
  return source.selectFrom("subscriptions")
    .select(["subscriptions.id", "customer_id", "user_id", "email", "by_email", "email_proven", "detached_at", "status", "period_end", "cancels_at", "ended_at", "created_at"])
    .select((query) => query.selectFrom("payments").select("refunded_at").whereRef("payments.subscription_id", "=", "subscriptions.id")
      .orderBy("paid_at", "desc").orderBy("invoice_id", "desc").limit(1).as("refunded_at"));
}
