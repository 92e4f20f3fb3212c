import type { Db } from "../../db.server.ts";
import type { BilledSubscription, Payment } from "../../payment/provider.ts";
import { settleCommission } from "../affiliates/referral.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { accessUntil, givesAccess, membershipOf, runningOf } from "./membership.ts";
import { takeAnswer } from "./newest-answer.server.ts";
import {
  type StoredSubscription,
  findSubscription,
  listSubscriptionsOf,
  settleAccess,
  storePayment,
  storeSubscription,
  subscriptionsIn,
} from "./subscription-row.server.ts";

export interface Change {
  subscription: BilledSubscription;
  /** Of `withNewestAnswer`: from before the question. */
  version: number;
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
export async function recordSubscription(
  trx: Db,
  { subscription, version, payment = null, ...buyer }: Change,
  now: Date,
): Promise<void> {
  await takeAnswer(trx, subscription.id, version);
  const stored = await findSubscription(trx, subscription.id);
  if (!stored && !(subscription.ours && givesAccess(subscription.status))) return;
  await storeSubscription(trx, subscription, stored, now);
  if (payment !== null) {
    await storePayment(trx, subscription.id, payment, now);
    await settleCommission(trx, payment.invoiceId, now);
  }
  const before = stored?.user_id ?? null;
  const owner = await ownerOf(trx, subscription.id, {
    userId: buyer.userId ?? null,
    reference: buyer.reference ?? null,
    email: buyer.email ?? subscription.email,
  });
  if (owner === null) return;
  await attach(trx, subscription.id, owner.userId, owner);
  await settleAccess(trx, owner.userId, now);
  if (before !== null && before !== owner.userId)
    await recordMove(trx, subscription.id, { from: before, to: owner.userId }, now);
}

/**
 * Attaches the subscription to the account made with its payment. That payment is better proof than an e-mail, so it
 * moves away from an account matched by e-mail alone. Returns false when another account owns it by proof.
 */
export async function claimSubscription(
  trx: Db,
  { subscription, version }: Pick<Change, "subscription" | "version">,
  userId: number,
  now: Date,
): Promise<boolean> {
  // The stored row may be newer than what the sign-up read before it hashed the password.
  const stored = await findSubscription(trx, subscription.id);
  const before = stored?.user_id ?? null;
  if (before !== null && stored?.by_email === 0) return false;
  if (!stored) {
    await takeAnswer(trx, subscription.id, version);
    await storeSubscription(trx, subscription, undefined, now);
  }
  await attach(trx, subscription.id, userId, { byEmail: false });
  await settleAccess(trx, userId, now);
  if (before !== null) await recordMove(trx, subscription.id, { from: before, to: userId }, now);
  return true;
}

/** The account may then see card and invoices of payments made with its address. Does not prove who paid. */
export async function proveEmail(trx: Db, userId: number): Promise<void> {
  await trx
    .updateTable("subscriptions")
    .set({ email_proven: 1 })
    .where("user_id", "=", userId)
    .where("by_email", "=", 1)
    .execute();
}

export async function attachUnclaimed(trx: Db, userId: number, now: Date): Promise<void> {
  const unclaimed = await listUnclaimed(trx, userId, now);
  for (const { id } of unclaimed) await attach(trx, id, userId, { byEmail: true });
  if (unclaimed.length > 0) await settleAccess(trx, userId, now);
}

/**
 * Chooses the owner, the first of: the account that has it by proof, the signed-in buyer, the account that has it, the
 * member that the checkout names, the account with the e-mail.
 */
async function ownerOf(
  trx: Db,
  id: string,
  buyer: { userId: number | null; reference: number | null; email: string | null },
): Promise<Owner | null> {
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
  const user = await trx
    .selectFrom("users")
    .select(["id", "created_at", "email_confirmed_at"])
    .where("email", "=", email)
    .where("email_confirmed_at", "is not", null)
    .executeTakeFirst();
  if (user === undefined || (end !== null && end <= user.created_at)) return null;
  // Accounts older than e-mail confirmation have their creation time here: it counts as confirmed, but not as proof.
  return { userId: user.id, byEmail: true, emailProven: user.email_confirmed_at !== user.created_at };
}

/**
 * Subscriptions paid with the account's e-mail that have no owner and still give access or charge. A person who paid
 * twice before signing up has one left; a returning member has none.
 */
async function listUnclaimed(trx: Db, userId: number, now: Date): Promise<StoredSubscription[]> {
  const unclaimed = await subscriptionsIn(trx)
    .where("subscriptions.user_id", "is", null)
    .where("detached_at", "is", null)
    .where("subscriptions.email", "=", (query) =>
      query.selectFrom("users").select("users.email").where("users.id", "=", userId),
    )
    .execute();
  return unclaimed.filter(
    (subscription) => runningOf([subscription]).length > 0 || membershipOf([subscription], null, now).kind !== "ended",
  );
}

async function attach(
  trx: Db,
  id: string,
  userId: number,
  { byEmail, emailProven = false }: Omit<Owner, "userId">,
): Promise<void> {
  const own = await listSubscriptionsOf(trx, [userId]);
  const isAttached = own.some((subscription) => subscription.id === id);
  await trx
    .updateTable("subscriptions")
    .set({
      user_id: userId,
      by_email: byEmail ? 1 : 0,
      detached_at: null,
      ...(isAttached ? {} : { email_proven: emailProven ? 1 : 0 }),
    })
    .where("id", "=", id)
    .execute();
  if (isAttached) return;
  const others = runningOf(own);
  await recordAudit(trx, {
    actorId: null,
    action: others.length > 0 ? "membership.paid_twice" : "membership.paid",
    subject: "user",
    subjectId: userId,
    after: { subscription: id },
  });
}

async function recordMove(trx: Db, id: string, { from, to }: { from: number; to: number }, now: Date): Promise<void> {
  const entry = {
    actorId: null,
    subject: "user",
    before: { account: from },
    after: { account: to, subscription: id },
  } as const;
  await recordAudit(trx, { ...entry, action: "membership.moved", subjectId: from });
  await recordAudit(trx, { ...entry, action: "membership.taken_over", subjectId: to });
  await settleAccess(trx, from, now);
}
