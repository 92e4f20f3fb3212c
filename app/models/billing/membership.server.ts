import { z } from "zod";
import type { BilledSubscription, Billing, CheckoutSession } from "../../payment/provider.ts";
import { checkout } from "../../payment/checkout.server.ts";
import type { Db } from "../../db.server.ts";
import { db, write } from "../../db.server.ts";
import { hourSeconds } from "../../durations.ts";
import { env } from "../../env.server.ts";
import { can, isLapsed } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import type { MembershipStatus } from "./membership.ts";
import { heldTexts, membershipOf, membershipText, runningOf, standingOfAccount } from "./membership.ts";
import { withMutex } from "../mutex.ts";
import type { Person } from "../operation.server.ts";
import { operation } from "../operation.server.ts";
import { claimSubscription, findSubscription, listSubscriptionsOf, recordSubscription, standingOf } from "./subscription.server.ts";
import { countAttempt, fromAddress } from "../throttle.server.ts";

const perAddress = { attempts: 20, windowSeconds: hourSeconds, waitSeconds: 60, longestWaitSeconds: hourSeconds };

/** What somebody who signs up has paid with, and how much in cents (null = not known in dollars); null where payments can't be checked. */
export type PaidCheckout = { email: string | null; subscription: BilledSubscription; invoiceId: string | null; paidCents: number | null } | null;

/** How a person's own membership stands, and what they can do about it. */
export interface OwnMembership {
  status: MembershipStatus;
  text: string;
  /** Subscriptions that will charge again; more than one = paid twice. */
  running: { id: string; text: string }[];
  /** True where the payment provider has pages for this member. */
  billed: boolean;
  /** True where renewing is paid for here. */
  renewable: boolean;
  supportEmail: string;
}

type PaidSession = CheckoutSession & { subscriptionId: string };

export const unpaid = "Please complete the payment before signing up.";
const incomplete = "This payment is not complete yet.";

const sessionId = z.string().regex(/^cs_\w{1,250}$/).catch("");

/** The pricing page: where "Get Started" leads, null where it is a form. */
export const openPricing = operation("site.read", z.object({}), async () => ({ link: checkout.link }));

/** Prepares a payment and gives the address of its page. Refuses with "conflict" for whoever needs none, "too-many", and "busy" when the provider can't be reached. */
export const beginCheckout = operation("checkout.begin", z.object({}), async ({ person, address }): Promise<string> => {
  if (person !== null && !isLapsed(person)) throw new Refusal("conflict", "You already have a membership.");
  if (person?.held) throw new Refusal("conflict", `${heldTexts[person.held]}. Questions? Write to ${env.SUPPORT_EMAIL}.`);
  await countAttempt(fromAddress("checkout", address, perAddress));
  if (person === null) return checkout.begin(null);
  const own = await listSubscriptionsOf(db, [person.id]);
  // The customer of what is theirs by its e-mail alone may be somebody else, whose card would be charged.
  return checkout.begin({ userId: person.id, email: person.email, customerId: own.find(isManageable)?.customer_id ?? null });
});

/**
 * Does the work with what was paid in the checkout that a visitor comes back from, named by its session id ('' = none was given). A report of
 * the same subscription waits until it is done: one that says that all is over would else be dropped while nobody knows the subscription.
 * Refuses with "invalid" when it may not open an account, "conflict" when it did.
 */
export async function withPaidCheckout<R>(id: string, work: (paid: PaidCheckout) => Promise<R>): Promise<R> {
  const { billing } = checkout;
  if (billing === null) return work(null);
  const session = await findPaidSession(billing, id, unpaid);
  return withMutex(session.subscriptionId, async () => work(await readPaid(billing, session)));
}

/** The same, to look at. */
export function findPaidCheckout(id: string): Promise<PaidCheckout> {
  return withPaidCheckout(id, (paid) => Promise.resolve(paid));
}

async function readPaid(billing: Billing, session: PaidSession): Promise<PaidCheckout> {
  const { email, userId, invoiceId } = session;
  const subscription = await findOwn(billing, session, unpaid);
  const known = await findSubscription(db, subscription.id);
  // What a member pays for signed in is a renewal, also before it was taken over. What is somebody's by its e-mail alone is not used yet.
  if (userId !== null || (known?.user_id && isProven(known))) throw usedBefore();
  const now = new Date();
  const standing = { id: subscription.id, ...standingOf(subscription, known, now), refunded_at: known?.refunded_at ?? null };
  if (membershipOf([standing], null, now).kind === "ended") throw new Refusal("invalid", "The membership that this payment began has ended. Please subscribe again.");
  return { email, subscription, invoiceId, paidCents: await paidCentsOf(billing, invoiceId) };
}

/** What the invoice was, in cents: a coupon or another price at the provider makes it another sum than the list price. */
async function paidCentsOf(billing: Billing, invoiceId: string | null): Promise<number | null> {
  const invoice = invoiceId === null ? null : await billing.findInvoice(invoiceId).catch(reassure);
  if (!invoice || (invoice.payment && invoice.payment.currency !== "usd")) return null;
  return invoice.payment?.amountCents ?? 0;
}

/** Gives a new account the membership that was paid for. Called in the transaction that makes the account. Refuses with "conflict" when another account was faster. */
export async function bindPaidCheckout(trx: Db, paid: PaidCheckout, userId: number): Promise<void> {
  if (paid !== null && !(await claimSubscription(trx, paid.subscription, userId, new Date()))) throw usedBefore();
}

/** Takes over what a member just paid, without waiting for the report of it. Doing it again changes nothing. */
export const renewOwnMembership = operation("membership.manage", z.object({ session_id: sessionId }), async ({ person }, { session_id }): Promise<void> => {
  const billing = billingOrRefuse();
  const session = await findPaidSession(billing, session_id, incomplete);
  const { email, userId, reference } = session;
  const { id } = await findOwn(billing, session, incomplete);
  if ((userId ?? reference) !== person.id) throw new Refusal("not-found", "This payment does not belong to your account.");
  await withMutex(id, async () => {
    const subscription = await billing.findSubscription(id);
    if (subscription) await write((trx) => recordSubscription(trx, { subscription, userId, reference, email }, new Date()));
  });
});

/**
 * Gives the address of the payment provider's own page for card, invoices and cancelling, for one of a member's subscriptions, or the newest that is proven theirs.
 * Refuses with "conflict" where neither the payment nor the address that it was paid with is proven theirs: they would see somebody else's card.
 */
export const openOwnBilling = operation("membership.manage", z.object({ subscription: z.string().default("") }), async ({ person }, input): Promise<string> => {
  const billing = billingOrRefuse();
  const own = await listSubscriptionsOf(db, [person.id]);
  const chosen = input.subscription === "" ? (own.find(isManageable) ?? own[0]) : own.find(({ id }) => id === input.subscription);
  if (!chosen) throw nothingToManage();
  if (!isManageable(chosen)) throw new Refusal("conflict", "This was paid for without signing in. To prove that its email is yours, reset your password with the code that we email you, then come back.");
  const page = await billing.openPortal(chosen.customer_id);
  if (page === null) throw nothingToManage();
  return page;
});

/** For whoever can have one; null for staff, who pay nothing. */
export async function readOwnMembership(source: Db, person: Person): Promise<OwnMembership | null> {
  if (!can(person, "membership.manage")) return null;
  const now = new Date();
  const { access_until } = await source.selectFrom("users").select("access_until").where("id", "=", person.id).executeTakeFirstOrThrow();
  const own = await listSubscriptionsOf(source, [person.id]);
  const status: MembershipStatus = person.held ? { kind: person.held } : standingOfAccount(own, access_until, now);
  const text = (standing: MembershipStatus) => membershipText(standing, env.SITE_TIMEZONE);
  return {
    status, text: person.held ? heldTexts[person.held] : text(status), supportEmail: env.SUPPORT_EMAIL,
    running: runningOf(own).map((subscription) => ({ id: subscription.id, text: text(membershipOf([subscription], null, now)) })),
    billed: checkout.billing !== null && own.length > 0,
    renewable: checkout.billing !== null,
  };
}

/** Whether its owner may see its card and invoices. */
function isManageable(subscription: { by_email: number; email_proven: number }): boolean {
  return isProven(subscription) || subscription.email_proven === 1;
}

/** False for what is somebody's by its e-mail alone. */
function isProven({ by_email }: { by_email: number }): boolean {
  return by_email === 0;
}

async function findPaidSession(billing: Billing, id: string, otherwise: string): Promise<PaidSession> {
  const session = sessionId.parse(id) === "" ? null : await billing.findSession(id).catch(reassure);
  if (!session?.paid || session.subscriptionId === null) throw new Refusal("invalid", otherwise);
  return { ...session, subscriptionId: session.subscriptionId };
}

async function findOwn(billing: Billing, { subscriptionId }: PaidSession, otherwise: string): Promise<BilledSubscription> {
  const subscription = await billing.findSubscription(subscriptionId).catch(reassure);
  if (!subscription) throw new Refusal("invalid", otherwise);
  if (!subscription.ours) throw new Refusal("invalid", "This payment was for something else.");
  return subscription;
}

/** Somebody who has just paid and is told "please try again" might pay again. */
function reassure(error: unknown): never {
  if (!(error instanceof Refusal) || error.reason !== "busy") throw error;
  throw new Refusal("busy", "The payment service can't be reached right now. Your payment is safe: reload this page in a moment.", { retryAfter: error.retryAfter });
}

function billingOrRefuse(): Billing {
  if (checkout.billing) return checkout.billing;
  throw new Refusal("conflict", `Memberships are not billed through this site. Write to ${env.SUPPORT_EMAIL}.`);
}

function nothingToManage(): Refusal {
  return new Refusal("conflict", `There is no subscription to manage. Write to ${env.SUPPORT_EMAIL}.`);
}

function usedBefore(): Refusal {
  return new Refusal("conflict", "This payment has already been used for an account. Sign in instead.");
}
