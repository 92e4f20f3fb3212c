import { z } from "zod";
import { type UserRow, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { checkout } from "../../payment/checkout.server.ts";
import { memberRole } from "../../policy.ts";
import { cancelMembership } from "../billing/cancellation.server.ts";
import { digitsOf, moneyText } from "../billing/charge.ts";
import { disputeText } from "../billing/dispute.ts";
import { accountMembership, membershipText } from "../billing/membership.ts";
import { pauseMembership, resumeMembership } from "../billing/pause.server.ts";
import { type MemberPayment, listPaymentsOf, refundLastPayment } from "../billing/refund.server.ts";
import { listSubscriptionsOf } from "../billing/subscription-row.server.ts";
import { breakEndText, runningBreak } from "../break.ts";
import { id, pageNumber, stepIn } from "../fields.ts";
import { holdReason } from "../payment-hold.ts";
import { operation } from "../operation.server.ts";
import { originText } from "../sign-in/sign-in-origin.ts";
import { type UserTrail, readUserTrail } from "../trail/short-trail.server.ts";
import { mailConfirmationTo, pendingConfirmation } from "./email-confirmation.server.ts";
import { resetTwoFactor } from "./user-account.server.ts";
import { type UserAccess, userAccess } from "./user-access.server.ts";
import { findUserRow, shownUser } from "./user-row.server.ts";
import { type ListedUser, userForms, userQuestions } from "./user.ts";

export interface UserView {
  user: ListedUser & Pick<UserRow, "phone" | "created_at" | "payment_review" | "email_confirmed_at">;
  own: boolean;
  /** True when the link to confirm their email can be sent again. */
  unconfirmed: boolean;
  /** Null = off. Undefined for members, who can't turn it on. */
  twoFactorSince: string | null;
  access: UserAccess | null;
  /** False where payments go through a page that this site can't cancel or refund. */
  billed: boolean;
  payments: ShownPayment[];
  sessions: { id: number; name: string; created_at: string; seen_at: string }[];
  alerts: { devices: number; deliveries: number };
  /** The affiliate who brought them, and the one that they are; null = none. */
  broughtBy: { id: number; name: string; gone: boolean } | null;
  isAffiliate: { id: number; name: string } | null;
  /** The end of their break from picks in words; null = none. No staff can end it. */
  onBreak: string | null;
  trail: UserTrail;
}

interface ShownPayment {
  id: string;
  at: string;
  amount: string;
  /** '' = nothing. */
  refunded: string;
  refundable: boolean;
  /** Null = never disputed. */
  dispute: string | null;
  /** The affiliate who still has the commission for it after a lost dispute, until staff take it back. */
  takeBackFrom: number | null;
}

/** What a superadmin is asked to confirm. */
export interface AskedAction {
  action: Action;
  /** The subscription that is canceled, paused or resumed; null = there is none for this action. */
  subscription: string | null;
  /** The last payment, with what can be refunded, as text and as it is typed. */
  refund: {
    invoice: string;
    refundedCents: number;
    paid: string;
    left: string;
    typed: string;
    currency: string;
  } | null;
  /** A subscription goes on charging after a refund. */
  charged: boolean;
}

export type UserQuestion = Pick<UserView, "user" | "unconfirmed" | "billed"> & { asked: AskedAction };

type Action = (typeof userQuestions)[number];

const mostSessions = 5;
const whole = z.object({ id, page: pageNumber });
const asked = z.object({ action: z.string(), subscription: z.string().optional() });

/** The page has an address for each of its forms. Refuses with "not-found" an unknown one. */
export const readUserPage = operation(
  "users.manage",
  whole.extend({ form: z.string().optional() }),
  async (actor, input) => {
    stepIn(userForms, input.form);
    const { view } = await readView(input, actor.person.id);
    return view;
  },
);

/** What a question about a person shows. Refuses with "not-found" an action that is unknown or has nothing to act on. */
export const readUserActionPage = operation(
  "users.manage",
  whole.extend(asked.shape),
  async (actor, input): Promise<UserQuestion> => {
    const { view, last } = await readView(input, actor.person.id);
    const action = stepIn(userQuestions, input.action);
    const running = view.access?.subscriptions.filter((subscription) => subscription.running) ?? [];
    // Never another one, although the asked one was canceled or paused meanwhile.
    const chosen = running.find(
      ({ id, pause }) => id === input.subscription && (action === "cancel" || action === pause),
    );
    const { user, unconfirmed, billed } = view;
    return {
      user,
      unconfirmed,
      billed,
      asked: {
        action,
        subscription: chosen?.id ?? null,
        refund: last && view.payments[0]?.refundable ? refundOf(last) : null,
        charged: running.length > 0,
      },
    };
  },
);

/** Does what the page asked about, and returns what to tell. */
export const actOnUser = operation(
  "users.manage",
  z.looseObject({ id, action: z.string() }),
  async (actor, input): Promise<{ id: number; notice: string }> => {
    const { id: userId } = await findUserRow(db, input.id);
    return { id: userId, notice: await noticeOf[stepIn(userQuestions, input.action)](actor, input) };
  },
);

const noticeOf = {
  confirm: async (actor, input) => {
    await mailConfirmationTo(actor, input);
    return "Confirmation email sent.";
  },
  cancel: async (actor, input) => {
    const { until } = await cancelMembership(actor, input);
    return until === null ? "Subscription canceled. It has ended." : `Subscription canceled. Access until ${until}.`;
  },
  pause: async (actor, input) => `Payments paused until ${(await pauseMembership(actor, input)).until}. Access stays.`,
  resume: async (actor, input) => {
    await resumeMembership(actor, input);
    return "Payments resumed.";
  },
  refund: async (actor, input) => `${(await refundLastPayment(actor, input)).refunded} refunded.`,
  "two-factor": async (actor, input) => {
    await resetTwoFactor(actor, input);
    return "Two-factor sign-in reset.";
  },
} as const satisfies Record<Action, (...call: Parameters<typeof mailConfirmationTo>) => Promise<string>>;

async function readView({ id: userId, page }: z.output<typeof whole>, ownId: number) {
  const now = new Date();
  const row = await findUserRow(db, userId);
  const own = await listSubscriptionsOf(db, [row.id]);
  const { phone, created_at, payment_review, email_confirmed_at } = row;
  const { on_since, devices, deliveries, ...affiliates } = await readFacts(row);
  const payments = await listPaymentsOf(db, row.id);
  const billed = checkout.billing !== null;
  const held = holdReason(payment_review);
  const membership = held ? { kind: held } : accountMembership(own, row.access_until, now);
  const view: UserView = {
    user: {
      ...shownUser(row),
      membership:
        row.role === memberRole ? membershipText(membership, env.SITE_TIMEZONE, row.status !== "Active") : null,
      phone,
      created_at,
      payment_review,
      email_confirmed_at,
    },
    own: row.id === ownId,
    unconfirmed: pendingConfirmation(row)?.sendsMail === true,
    twoFactorSince: on_since,
    access: userAccess(row, own, now),
    billed,
    payments: payments.map((payment, index) => shown(payment, billed && index === 0, affiliates)),
    sessions: await readSessions(row.id),
    alerts: { devices: Number(devices), deliveries: Number(deliveries) },
    ...affiliatesOf(affiliates),
    onBreak: breakOf(row),
    trail: await readUserTrail(row.id, page),
  };
  return { view, last: payments[0] };
}

/** All that is one value, in one statement. */
function readFacts({ id: userId, email }: UserRow) {
  return db
    .selectFrom("users")
    .leftJoin("two_factors", "two_factors.user_id", "users.id")
    .leftJoin("referrals", "referrals.user_id", "users.id")
    .leftJoin("affiliates", "affiliates.id", "referrals.affiliate_id")
    .leftJoin("affiliates as own", (join) => join.on("own.email", "=", email).on("own.deleted_at", "is", null))
    .where("users.id", "=", userId)
    .select(["on_since", "affiliates.id as by_id", "affiliates.name as by_name", "affiliates.deleted_at as by_deleted"])
    .select("referrals.invoice_id as by_invoice")
    .select(["own.id as own_id", "own.name as own_name"])
    .select((user) => [
      user
        .selectFrom("push_devices")
        .where("push_devices.user_id", "=", userId)
        .select((device) => device.fn.countAll<number>().as("n"))
        .as("devices"),
      user
        .selectFrom("outbox")
        .where("outbox.user_id", "=", userId)
        .select((item) => item.fn.countAll<number>().as("n"))
        .as("deliveries"),
      user
        .selectFrom("commissions")
        .whereRef("referral_id", "=", "referrals.id")
        .select((commission) => commission.fn.sum<number | null>("amount_cents").as("n"))
        .as("by_kept"),
    ])
    .executeTakeFirstOrThrow();
}

function affiliatesOf(facts: {
  by_id: number | null;
  by_name: string | null;
  by_deleted: string | null;
  own_id: number | null;
  own_name: string | null;
}): Pick<UserView, "broughtBy" | "isAffiliate"> {
  const { by_id, by_name, by_deleted, own_id, own_name } = facts;
  return {
    broughtBy: by_id === null ? null : { id: by_id, name: by_name ?? "", gone: by_deleted !== null },
    isAffiliate: own_id === null ? null : { id: own_id, name: own_name ?? "" },
  };
}

async function readSessions(userId: number): Promise<UserView["sessions"]> {
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "browser", "network", "created_at", "seen_at"])
    .where("user_id", "=", userId)
    .orderBy("seen_at", "desc")
    .limit(mostSessions)
    .execute();
  return rows.map(({ browser, network, ...session }) => ({ ...session, name: originText({ browser, network }) }));
}

/** Only the payment that opened the account brought a commission. */
function shown(
  payment: MemberPayment,
  isLast: boolean,
  brought: { by_id: number | null; by_invoice: string | null; by_kept: number | null },
): ShownPayment {
  const { invoice_id, paid_at, amount_cents, refunded_cents, currency } = payment;
  const hasCommission = brought.by_invoice === invoice_id && Number(brought.by_kept) > 0;
  return {
    id: invoice_id,
    at: paid_at,
    amount: moneyText(amount_cents, currency),
    refunded: refunded_cents === 0 ? "" : moneyText(refunded_cents, currency),
    refundable: isLast && refunded_cents < amount_cents,
    dispute: disputeText(payment, env.SITE_TIMEZONE),
    takeBackFrom: payment.dispute_status === "lost" && hasCommission ? brought.by_id : null,
  };
}

function refundOf({ invoice_id, amount_cents, refunded_cents, currency }: MemberPayment): AskedAction["refund"] {
  const left = amount_cents - refunded_cents;
  const digits = digitsOf(currency);
  return {
    invoice: invoice_id,
    refundedCents: refunded_cents,
    paid: moneyText(amount_cents, currency),
    left: moneyText(left, currency),
    typed: (left / 10 ** digits).toFixed(digits),
    currency: currency.toUpperCase(),
  };
}

function breakOf({ role, break_until }: UserRow): string | null {
  const running = runningBreak(break_until, new Date());
  return role === memberRole && running !== null ? breakEndText(running, env.SITE_TIMEZONE) : null;
}
