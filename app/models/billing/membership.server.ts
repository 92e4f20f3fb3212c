import { z } from "zod";
import type { BilledSubscription, Billing, CheckoutSession } from "../../payment/provider.ts";
import { checkout } from "../../payment/checkout.server.ts";
import { type Db, db, write } from "../../db.server.ts";
import { hourSeconds } from "../../time/durations.ts";
import { env } from "../../env.server.ts";
import { can, isLapsed } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { type MembershipStatus, membershipOf, membershipText, runningOf, accountMembership } from "./membership.ts";
import { onBreakText } from "../break.ts";
import { heldTexts } from "../payment-hold.ts";
import { type Person, operation } from "../operation.server.ts";
import { oneOf } from "../fields.ts";
import { plans } from "./offer.ts";
import { type Charge, chargeOf } from "./charge.ts";
import { withNewestAnswer } from "./newest-answer.server.ts";
import { claimSubscription, recordSubscription } from "./subscription.server.ts";
import {
  type StoredSubscription,
  findSubscription,
  listSubscriptionsOf,
  statusColumns,
} from "./subscription-row.server.ts";
import { countAttempt, perAddress } from "../throttle.server.ts";
import { isOpenSite, notOpenYet, supportEmail } from "../site/current-site.server.ts";

const checkoutLimit = { attempts: 20, windowSeconds: hourSeconds, waitSeconds: 60, longestWaitSeconds: hourSeconds };

/**
 * The payment of a sign-up; `paidCents` is null when the amount is not known in dollars. Null where payments can't be
 * checked.
 */
export type PaidCheckout = {
  email: string | null;
  subscription: BilledSubscription;
  /** Of `withNewestAnswer`. */
  version: number;
  invoiceId: string | null;
  paidCents: number | null;
} | null;

export interface OwnMembership {
  status: MembershipStatus;
  text: string;
  running: { id: string; text: string }[];
  /** Of the one subscription that renews, when it is proven to be theirs; else null. */
  charge: Charge | null;
  billed: boolean;
  renewable: boolean;
  onBreak: boolean;
  supportEmail: string;
}

type PaidSession = CheckoutSession & { subscriptionId: string };

export const unpaid = "Please complete the payment before signing up.";
export const unprovenText =
  "This was paid for without signing in. To show that the email is yours, reset your password with the code we email you, then come back.";
const incomplete = "This payment is not complete yet.";

export const notOldEnough = "Please confirm that you are 21 or older.";

/** Members said their age when they signed up. */
const order = z.object({
  age_confirmed: z.string().optional(),
  plan: oneOf(plans, "Choose a plan.").default("monthly"),
});

const sessionId = z
  .string()
  .regex(/^cs_\w{1,250}$/)
  .catch("");

export const readCheckoutPage = operation("site.read", z.object({}), readOffer);
/** What the membership costs, and whether it is sold yet. */
export async function readOffer() {
  return { offer: await checkout.offer(), isOpen: isOpenSite() };
}

/**
 * Returns the URL of the payment page. Refuses with "invalid" a visitor who does not say that they are old enough, with
 * "conflict" when the person needs no payment, and with "too-many".
 */
export const beginCheckout = operation("checkout.begin", order, async ({ person, address }, input): Promise<string> => {
  if (person !== null && !isLapsed(person)) throw new Refusal("conflict", "You already have a membership.");
  if (person?.breakUntil)
    throw new Refusal("conflict", `${onBreakText(person.breakUntil, env.SITE_TIMEZONE)} You can renew after that.`);
  if (person?.held) throw new Refusal("conflict", `${heldTexts[person.held]}. Questions? Write to ${supportEmail()}.`);
  if (!isOpenSite()) throw new Refusal("conflict", notOpenYet);
  await countAttempt(perAddress("checkout", address, checkoutLimit));
  if (person === null && input.age_confirmed !== "yes") throw Refusal.at("age_confirmed", "invalid", notOldEnough);
  if (person === null) return checkout.begin(null, input.plan);
  if (await isClosed(person.id))
    throw new Refusal("conflict", 'You closed your account. To renew, press "Keep my account" on your profile first.');
  const own = await listSubscriptionsOf(db, [person.id]);
  // A subscription matched by e-mail alone may belong to another person, whose card would be charged.
  return checkout.begin(
    {
      userId: person.id,
      email: person.email,
      customerId: own.find(isManageable)?.customer_id ?? null,
    },
    input.plan,
  );
});

/**
 * Runs `work` with the payment of the checkout session `id` ('' = none given), and runs it again when the first event
 * about its subscription came meanwhile. Refuses with "invalid" when the payment can't open an account, "conflict" when it already
 * did.
 */
export async function withPaidCheckout<R>(id: string, work: (paid: PaidCheckout) => Promise<R>): Promise<R> {
  const { billing } = checkout;
  if (billing === null) return work(null);
  const session = await findPaidSession(billing, id, unpaid);
  return withNewestAnswer(session.subscriptionId, async (version) => work(await readPaid(billing, session, version)));
}

export function findPaidCheckout(id: string): Promise<PaidCheckout> {
  return withPaidCheckout(id, (paid) => Promise.resolve(paid));
}

async function readPaid(billing: Billing, session: PaidSession, version: number): Promise<PaidCheckout> {
  const { email, userId, invoiceId } = session;
  const subscription = await findOurSubscription(billing, session, unpaid);
  const stored = await findSubscription(db, subscription.id);
  // A checkout by a signed-in member is a renewal, even before it is stored. A subscription matched by e-mail alone is
  // still unused.
  if (userId !== null || (stored?.user_id && isProven(stored))) throw alreadyUsed();
  const now = new Date();
  const current = {
    id: subscription.id,
    ...statusColumns(subscription, stored, now),
    refunded_at: stored?.refunded_at ?? null,
  };
  if (membershipOf([current], null, now).kind === "ended")
    throw new Refusal("invalid", "The membership from this payment has ended. Please subscribe again.");
  return { email, subscription, version, invoiceId, paidCents: await paidCentsOf(billing, invoiceId) };
}

/** Gives the paid amount in cents. A coupon or another price at Stripe makes it differ from the list price. */
async function paidCentsOf(billing: Billing, invoiceId: string | null): Promise<number | null> {
  const invoice = invoiceId === null ? null : await billing.findInvoice(invoiceId).catch(refuseAfterPayment);
  if (!invoice || (invoice.payment && invoice.payment.currency !== "usd")) return null;
  return invoice.payment?.amountCents ?? 0;
}

/**
 * Call it in the transaction that creates the account. Refuses with "conflict" when another account took the payment.
 */
export async function bindPaidCheckout(trx: Db, paid: PaidCheckout, userId: number): Promise<void> {
  if (paid !== null && !(await claimSubscription(trx, paid, userId, new Date()))) throw alreadyUsed();
}

/** Stores the payment a member just made, without waiting for its webhook event. Idempotent. */
export const renewOwnMembership = operation(
  "membership.manage",
  z.object({ session_id: sessionId }),
  async ({ person }, { session_id }): Promise<void> => {
    const billing = billingOrRefuse();
    const session = await findPaidSession(billing, session_id, incomplete);
    const { email, userId, reference } = session;
    await withNewestAnswer(session.subscriptionId, async (version) => {
      const subscription = await findOurSubscription(billing, session, incomplete);
      if ((userId ?? reference) !== person.id)
        throw new Refusal("not-found", "This payment does not belong to your account.");
      await write((trx) => recordSubscription(trx, { subscription, version, userId, reference, email }, new Date()));
    });
  },
);

/**
 * Returns the URL of Stripe's billing portal for one of the member's subscriptions, or for the newest proven one.
 * Refuses with "conflict" when neither payment nor e-mail is proven to be theirs: it would show a stranger's card.
 */
export const readOwnBillingPage = operation(
  "membership.manage",
  z.object({ subscription: z.string().default("") }),
  async ({ person }, input): Promise<string> => {
    const billing = billingOrRefuse();
    const own = await listSubscriptionsOf(db, [person.id]);
    const chosen =
      input.subscription === "" ? (own.find(isManageable) ?? own[0]) : own.find(({ id }) => id === input.subscription);
    if (!chosen) throw nothingToManage();
    if (!isManageable(chosen)) throw new Refusal("conflict", unprovenText);
    const page = await billing.openPortal(chosen.customer_id);
    if (page === null) throw nothingToManage();
    return page;
  },
);

async function isClosed(userId: number): Promise<boolean> {
  const row = await db.selectFrom("users").select("closes_at").where("id", "=", userId).executeTakeFirst();
  return row?.closes_at != null;
}

export async function readOwnMembership(source: Db, person: Person): Promise<OwnMembership | null> {
  if (!can(person, "membership.manage")) return null;
  const now = new Date();
  const { access_until } = await source
    .selectFrom("users")
    .select("access_until")
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  const own = await listSubscriptionsOf(source, [person.id]);
  const status: MembershipStatus = person.held ? { kind: person.held } : accountMembership(own, access_until, now);
  const text = (membership: MembershipStatus) => membershipText(membership, env.SITE_TIMEZONE);
  return {
    status,
    text: person.held ? heldTexts[person.held] : text(status),
    supportEmail: supportEmail(),
    running: runningOf(own).map((subscription) => ({
      id: subscription.id,
      text: text(membershipOf([subscription], null, now)),
    })),
    charge: checkout.billing === null ? null : onlyCharge(own),
    billed: checkout.billing !== null && own.length > 0,
    renewable: checkout.billing !== null,
    onBreak: (person.breakUntil ?? null) !== null,
  };
}

function onlyCharge(own: readonly StoredSubscription[]): Charge | null {
  const [only, ...others] = runningOf(own);
  return only && others.length === 0 && isManageable(only) ? chargeOf(only, env.SITE_TIMEZONE) : null;
}

/** The person sees its card, and cancels it. */
export function isManageable(subscription: { by_email: number; email_proven: number }): boolean {
  return isProven(subscription) || subscription.email_proven === 1;
}

function isProven({ by_email }: { by_email: number }): boolean {
  return by_email === 0;
}

async function findPaidSession(billing: Billing, id: string, message: string): Promise<PaidSession> {
  const session = sessionId.parse(id) === "" ? null : await billing.findSession(id).catch(refuseAfterPayment);
  if (!session?.paid || session.subscriptionId === null) throw new Refusal("invalid", message);
  return { ...session, subscriptionId: session.subscriptionId };
}

async function findOurSubscription(
  billing: Billing,
  { subscriptionId }: PaidSession,
  message: string,
): Promise<BilledSubscription> {
  const subscription = await billing.findSubscription(subscriptionId).catch(refuseAfterPayment);
  if (!subscription) throw new Refusal("invalid", message);
  if (!subscription.ours) throw new Refusal("invalid", "This payment was for something else.");
  return subscription;
}

/** A plain "please try again" could make a person who has just paid pay twice. */
function refuseAfterPayment(error: unknown): never {
  if (!(error instanceof Refusal) || error.reason !== "busy") throw error;
  throw new Refusal(
    "busy",
    "The payment service is not responding. Your payment is safe. Reload this page in a moment.",
    { retryAfter: error.retryAfter },
  );
}

export function billingOrRefuse(): Billing {
  if (checkout.billing) return checkout.billing;
  throw new Refusal("conflict", `Memberships are not billed through this site. Write to ${supportEmail()}.`);
}

export function nothingToManage(): Refusal {
  return new Refusal("conflict", `There is no subscription to manage. Write to ${supportEmail()}.`);
}

function alreadyUsed(): Refusal {
  return new Refusal("conflict", "This payment has already been used for an account. Sign in instead.");
}
