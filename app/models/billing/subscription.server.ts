import type { BilledSubscription, Payment } from "../../payment/provider.ts";
import type { Db, SubscriptionRow } from "../../db.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import type { MembershipStatus, Subscription } from "./membership.ts";
import { accessOf, accessUntil, holdReason, givesAccess, membershipOf, accessStatuses, runningOf, accountMembership } from "./membership.ts";
import { settleCommission } from "../affiliates/referral.server.ts";

type StoredSubscription = Subscription & Pick<SubscriptionRow, "customer_id" | "user_id" | "email" | "by_email" | "email_proven" | "detached_at" | "created_at">;

export interface Change {
  subscription: BilledSubscription;
  payment?: Payment | null;
  /** The signed-in member who started the checkout: proven. */
  userId?: number | null;
  /** The member that the checkout names: not proven. */
  reference?: number | null;
  email?: string | null;
}

interface Owner {
  userId: number;
  byEmail: boolean;
  emailProven?: boolean;
}

/**
 * Stores the state of a subscription and its payment, then updates the member's access. Ignores an unknown subscription
 * unless it is paid and of our price. It goes to the member who started the checkout, else to the account with its
 * confirmed e-mail, and moves when a later event proves another owner: events come in any order.
 */
export async function recordSubscription(trx: Db, { subscription, payment = null, ...buyer }: Change, now: Date): Promise<void> {
  const stored = await findSubscription(trx, subscription.id);
  if (!stored && !(subscription.ours && givesAccess(subscription.status))) return;
  await storeSubscription(trx, subscription, stored, now);
  if (payment !== null) {
    await storePayment(trx, subscription.id, payment, now);
    await settleCommission(trx, payment.invoiceId, now);
  }
  const before = stored?.user_id ?? null;
  const owner = await ownerOf(trx, subscription.id, { userId: buyer.userId ?? null, reference: buyer.reference ?? null, email: buyer.email ?? subscription.email });
  if (owner === null) return;
  await attach(trx, subscription.id, owner.userId, owner);
  await settleAccess(trx, owner.userId, now);
  if (before !== null && before !== owner.userId) await recordMove(trx, subscription.id, { from: before, to: owner.userId }, now);
}

/**
 * Attaches the subscription to the account made with its payment. That payment is better proof than an e-mail, so it
 * moves away from an account matched by e-mail alone. Returns false when another account owns it by proof.
 */
export async function claimSubscription(trx: Db, subscription: BilledSubscription, userId: number, now: Date): Promise<boolean> {
  // The stored row may be newer than what the sign-up read before it hashed the password.
  const stored = await findSubscription(trx, subscription.id);
  const before = stored?.user_id ?? null;
  if (before !== null && stored?.by_email === 0) return false;
  if (!stored) await storeSubscription(trx, subscription, undefined, now);
  await attach(trx, subscription.id, userId, { byEmail: false });
  await settleAccess(trx, userId, now);
  if (before !== null) await recordMove(trx, subscription.id, { from: before, to: userId }, now);
  return true;
}

/** The account may then see card and invoices of payments made with its address. Does not prove who paid. */
export async function proveEmail(trx: Db, userId: number): Promise<void> {
  await trx.updateTable("subscriptions").set({ email_proven: 1 }).where("user_id", "=", userId).where("by_email", "=", 1).execute();
}

export async function attachUnclaimed(trx: Db, userId: number, now: Date): Promise<void> {
  const unclaimed = await listUnclaimed(trx, userId, now);
  for (const { id } of unclaimed) await attach(trx, id, userId, { byEmail: true });
  if (unclaimed.length > 0) await settleAccess(trx, userId, now);
}

export function findSubscription(source: Db, id: string): Promise<StoredSubscription | undefined> {
  return subscriptionsIn(source).where("subscriptions.id", "=", id).executeTakeFirst();
}

export function listSubscriptionsOf(source: Db, userIds: readonly number[]): Promise<StoredSubscription[]> {
  return subscriptionsIn(source).where("subscriptions.user_id", "in", userIds).orderBy("subscriptions.created_at", "desc").orderBy("subscriptions.id").execute();
}

/** Subscriptions that still give access although their period ended before `by`. */
export async function listOverdue(source: Db, by: Date): Promise<string[]> {
  return (await overdueBy(source, by).execute()).map(({ id }) => id);
}

export async function isOverdue(source: Db, id: string, by: Date): Promise<boolean> {
  return (await overdueBy(source, by).where("id", "=", id).executeTakeFirst()) !== undefined;
}

export async function readMemberships(source: Db, userIds: readonly number[], now: Date = new Date()): Promise<Map<number, MembershipStatus>> {
  if (userIds.length === 0) return new Map();
  const users = await source.selectFrom("users").select(["id", "access_until", "payment_review"]).where("id", "in", userIds).execute();
  const subscriptions = await listSubscriptionsOf(source, userIds);
  return new Map(users.map(({ id, access_until, payment_review }) => {
    const held = holdReason(payment_review);
    return [id, held ? { kind: held } : accountMembership(subscriptions.filter(({ user_id }) => user_id === id), access_until, now)];
  }));
}

/** True when the person would still be charged after deleting the account. */
export async function hasRunningSubscription(source: Db, userId: number): Promise<boolean> {
  return runningOf(await listSubscriptionsOf(source, [userId])).length > 0;
}

export function statusColumns(subscription: BilledSubscription, stored: Pick<Subscription, "ended_at"> | undefined, now: Date) {
  const { status, periodEnd, cancelsAt, endedAt } = subscription;
  // Stripe gives no end for some statuses without access; then the time of the first report counts.
  return { status, period_end: periodEnd, cancels_at: cancelsAt, ended_at: givesAccess(status) ? null : (endedAt ?? stored?.ended_at ?? now.toISOString()) };
}

async function storeSubscription(trx: Db, subscription: BilledSubscription, stored: StoredSubscription | undefined, now: Date): Promise<void> {
  const at = now.toISOString();
  const values = { ...statusColumns(subscription, stored, now), customer_id: subscription.customerId, email: subscription.email ?? stored?.email ?? null, updated_at: at };
  await trx.insertInto("subscriptions").values({ id: subscription.id, user_id: null, created_at: at, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values)).execute();
}

/** Events come in any order, so the refunded amount never decreases. */
async function storePayment(trx: Db, subscriptionId: string, payment: Payment, now: Date): Promise<void> {
  const { invoiceId, amountCents, currency, paidAt } = payment;
  await trx.insertInto("payments").values({ invoice_id: invoiceId, subscription_id: subscriptionId, amount_cents: amountCents, currency, paid_at: paidAt, refunded_at: null })
    .onConflict((conflict) => conflict.doNothing()).execute();
  const refunded = Math.min(payment.refundedCents, amountCents);
  await trx.updateTable("payments").set({ refunded_cents: refunded, refunded_at: refunded === amountCents ? now.toISOString() : null })
    .where("invoice_id", "=", invoiceId).where("refunded_cents", "<", refunded).execute();
}

/**
 * The first of: the account that has it by proof, the signed-in buyer, the account that has it, the member that the
 * checkout names, the account with the e-mail.
 */
async function ownerOf(trx: Db, id: string, buyer: { userId: number | null; reference: number | null; email: string | null }): Promise<Owner | null> {
  const stored = await findSubscription(trx, id);
  if (stored?.detached_at) return null;
  const current = stored?.user_id ?? null;
  const proven = current !== null && stored?.by_email === 0 ? current : await findBuyer(trx, buyer.userId);
  const userId = proven ?? current ?? (await findBuyer(trx, buyer.reference));
  if (userId !== null) return { userId, byEmail: proven === null };
  return findByEmail(trx, buyer.email, stored ? accessUntil([stored]) : null);
}

async function findBuyer(trx: Db, userId: number | null): Promise<number | null> {
  if (userId === null) return null;
  return (await trx.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst())?.id ?? null;
}

/** Skips an account made after the subscription ended: it has access for another reason and would lose it. */
async function findByEmail(trx: Db, email: string | null, end: string | null): Promise<Owner | null> {
  if (email === null) return null;
  const user = await trx.selectFrom("users").select(["id", "created_at", "email_confirmed_at"]).where("email", "=", email).where("email_confirmed_at", "is not", null).executeTakeFirst();
  if (user === undefined || (end !== null && end <= user.created_at)) return null;
  // Accounts older than e-mail confirmation have their creation time here: it counts as confirmed, but not as proof.
  return { userId: user.id, byEmail: true, emailProven: user.email_confirmed_at !== user.created_at };
}

/**
 * Subscriptions paid with the account's e-mail that have no owner and still give access or charge. A person who paid
 * twice before signing up has one left; a returning member has none.
 */
async function listUnclaimed(trx: Db, userId: number, now: Date): Promise<StoredSubscription[]> {
  const unclaimed = await subscriptionsIn(trx).where("subscriptions.user_id", "is", null).where("detached_at", "is", null)
    .where("subscriptions.email", "=", (query) => query.selectFrom("users").select("users.email").where("users.id", "=", userId)).execute();
  return unclaimed.filter((subscription) => runningOf([subscription]).length > 0 || membershipOf([subscription], null, now).kind !== "ended");
}

async function attach(trx: Db, id: string, userId: number, { byEmail, emailProven = false }: Omit<Owner, "userId">): Promise<void> {
  const own = await listSubscriptionsOf(trx, [userId]);
  const isAttached = own.some((subscription) => subscription.id === id);
  await trx.updateTable("subscriptions").set({ user_id: userId, by_email: byEmail ? 1 : 0, detached_at: null, ...(isAttached ? {} : { email_proven: emailProven ? 1 : 0 }) }).where("id", "=", id).execute();
  if (isAttached) return;
  const others = runningOf(own);
  await recordAudit(trx, { actorId: null, action: others.length > 0 ? "membership.paid_twice" : "membership.paid", subject: "user", subjectId: userId, after: { subscription: id } });
}

async function recordMove(trx: Db, id: string, { from, to }: { from: number; to: number }, now: Date): Promise<void> {
  const entry = { actorId: null, subject: "user", before: { account: from }, after: { account: to, subscription: id } } as const;
  await recordAudit(trx, { ...entry, action: "membership.moved", subjectId: from });
  await recordAudit(trx, { ...entry, action: "membership.taken_over", subjectId: to });
  await settleAccess(trx, from, now);
}

/** Derives users.access_until from the subscriptions and the access rule. Nothing else writes it. */
export async function settleAccess(trx: Db, userId: number, now: Date): Promise<void> {
  const { access_until: was, ...rule } = await trx.selectFrom("users").select(["access_until", "access_rule", "access_rule_until"]).where("id", "=", userId).executeTakeFirstOrThrow();
  const before = { access_until: was };
  const access_until = accessOf(rule, await listSubscriptionsOf(trx, [userId]));
  if (before.access_until === access_until) return;
  await trx.updateTable("users").set({ access_until }).where("id", "=", userId).execute();
  await recordAudit(trx, { actorId: null, action: "membership.changed", subject: "user", subjectId: userId, before, after: { access_until, at: now.toISOString() } });
}

function overdueBy(source: Db, by: Date) {
  return source.selectFrom("subscriptions").select("id").where("status", "in", accessStatuses).where("period_end", "<", by.toISOString());
}

function subscriptionsIn(source: Db) {
  return source.selectFrom("subscriptions")
    .select(["subscriptions.id", "customer_id", "user_id", "email", "by_email", "email_proven", "detached_at", "status", "period_end", "cancels_at", "ended_at", "created_at"])
    .select((query) => query.selectFrom("payments").select("refunded_at").whereRef("payments.subscription_id", "=", "subscriptions.id")
      .orderBy("paid_at", "desc").orderBy("invoice_id", "desc").limit(1).as("refunded_at"));
}
