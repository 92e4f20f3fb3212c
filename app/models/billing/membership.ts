/** What subscriptions mean for their member. Pure: the time is passed in; instants are ISO texts in UTC, which sort as they are. */
import { dateIn, formatCalendarDate } from "../calendar-date.ts";

export interface Subscription {
  id: string;
  /** In the payment provider's words. */
  status: string;
  period_end: string | null;
  /** When it stops by itself, because it was cancelled. */
  cancels_at: string | null;
  /** When it stopped giving access; null while it does. */
  ended_at: string | null;
  /** When its latest payment was given back in full. */
  refunded_at: string | null;
}

/** How far staff are with the payment of a sign-up by link; "none" = nobody has to look. */
export type PaymentReview = "none" | "waiting" | "confirmed" | "refused";

/** Why a new account is not open. */
export type Held = "waiting" | "refused";

/** A subscription of an account. */
export interface OwnSubscription extends Subscription {
  /** 1 = it is theirs by an e-mail or a reference alone, which anybody can type. */
  by_email: 0 | 1;
}

/** What staff say of an account's access. */
export interface AccessRule {
  access_rule: "paid" | "until" | "open";
  access_rule_until: string | null;
}

export type MembershipStatus =
  /** Nobody is billed for it here: made by staff, or paid for on a page that does not report back. */
  | { kind: "unbilled" }
  | { kind: "active"; renews_at: string | null }
  /** The card failed and is tried again. */
  | { kind: "past-due" }
  | { kind: "ending"; at: string }
  /** To a day that staff gave. */
  | { kind: "until"; at: string }
  | { kind: "ended"; at: string }
  /** Staff look at the payment, or found none. */
  | { kind: Held };

/** The states in which a subscription opens what members pay for. Whatever else there is, now or later, opens nothing. */
export const openingStatuses: readonly string[] = ["active", "trialing", "past_due"];

/** True for those states; a failed card keeps it open while it is tried again. */
export function isOpening(status: string): boolean {
  return openingStatuses.includes(status);
}

/** When access by these subscriptions ends; null = no end is known. The best one counts. Of none: null. */
export function accessUntil(subscriptions: readonly Subscription[]): string | null {
  return latest(subscriptions.map(endOf));
}

/**
 * When an account's access ends; null = no end is known. By the rule of staff, else by the subscriptions that are proven theirs, without which there is
 * no end. Those that are not can only make it later: a stranger can pay for anybody, and cancel.
 */
export function accessOf(rule: AccessRule, subscriptions: readonly OwnSubscription[]): string | null {
  return latest([ownEndOf(rule, subscriptions), ...subscriptions.map(endOf)]);
}

/** Where a member stands, by the subscriptions and, where there are none, by the account's own end. */
export function membershipOf(subscriptions: readonly Subscription[], ownEnd: string | null, now: Date): MembershipStatus {
  const [first] = subscriptions;
  const end = first ? accessUntil(subscriptions) : ownEnd;
  if (end !== null) return { kind: Date.parse(end) > now.getTime() ? "ending" : "ended", at: end };
  if (!first) return { kind: "unbilled" };
  const open = subscriptions.filter((subscription) => endOf(subscription) === null);
  const paid = open.find(({ status }) => status !== "past_due");
  return paid ? { kind: "active", renews_at: paid.period_end } : { kind: "past-due" };
}

/** The reviews that leave an account open. Whatever else there is opens nothing. */
export const openReviews = ["none", "confirmed"] as const satisfies readonly PaymentReview[];

/** Why an account is not open, by what staff said of its payment; null = it is, as far as they go. */
export function heldBy(review: PaymentReview): Held | null {
  return review === "waiting" || review === "refused" ? review : null;
}

/** What whoever is held is told wherever they go. */
export const heldTexts = { waiting: "Waiting for your payment to be confirmed", refused: "Your payment could not be confirmed" } as const satisfies Record<Held, string>;

/** Where an account stands, by its end of access and its subscriptions. */
export function standingOfAccount(subscriptions: readonly Subscription[], end: string | null, now: Date): MembershipStatus {
  if (end === null) return membershipOf(subscriptions.filter((subscription) => endOf(subscription) === null), null, now);
  if (Date.parse(end) <= now.getTime()) return { kind: "ended", at: end };
  return { kind: subscriptions.some((subscription) => endOf(subscription) === end) ? "ending" : "until", at: end };
}

/** Those that go on charging, whether they give access now or not. */
export function runningOf<S extends Subscription>(subscriptions: readonly S[]): S[] {
  return subscriptions.filter(({ status, cancels_at }) => isOpening(status) && cancels_at === null);
}

/** A status in words, with dates of the site's zone: "Active · renews on 12/21/2026". Of somebody who is suspended it opens nothing, though it is paid. */
export function membershipText(status: MembershipStatus, zone: string, suspended = false): string {
  const day = (instant: string) => formatCalendarDate(dateIn(zone, new Date(instant)));
  const open = suspended ? "Suspended" : "Active";
  switch (status.kind) {
    case "unbilled": return open;
    case "active": return status.renews_at === null ? open : `${open} · renews on ${day(status.renews_at)}`;
    case "past-due": return "Payment failed";
    case "until": return `${open} · access until ${day(status.at)}`;
    case "ending": return `Canceled · access until ${day(status.at)}`;
    case "ended": return `Ended on ${day(status.at)}`;
    case "waiting": return "Waiting";
    case "refused": return "Payment refused";
  }
}

function ownEndOf({ access_rule, access_rule_until }: AccessRule, subscriptions: readonly OwnSubscription[]): string | null {
  if (access_rule === "until") return access_rule_until;
  return access_rule === "open" ? null : accessUntil(subscriptions.filter(({ by_email }) => by_email === 0));
}

/** The latest of these ends; null, which is no end, is later than all. Of none: null. */
function latest(ends: readonly (string | null)[]): string | null {
  return ends.reduce((best, end) => (best === null || end === null ? null : end > best ? end : best), ends[0] ?? null);
}

function endOf({ status, cancels_at, ended_at, refunded_at }: Subscription): string | null {
  // One that opens nothing was recorded with its end; without one it never opened anything.
  const end = isOpening(status) ? cancels_at : (ended_at ?? new Date(0).toISOString());
  if (end === null || refunded_at === null) return end ?? refunded_at;
  return end < refunded_at ? end : refunded_at;
}
