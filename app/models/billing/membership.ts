/** Pure: the time is passed in. Instants are ISO texts in UTC, which sort as text. */
import { formatCalendarDate } from "../../time/calendar-date.ts";
import type { Held } from "../payment-hold.ts";
import { dateIn } from "../../time/zone-time.ts";

export interface Subscription {
  id: string;
  status: string;
  period_end: string | null;
  cancels_at: string | null;
  /** Null while it gives access. */
  ended_at: string | null;
  /** Since when it charges nothing; null = it charges. */
  paused_at: string | null;
  /** When it charges again; null = when somebody resumes it. */
  paused_until: string | null;
  refunded_at: string | null;
}

export interface OwnSubscription extends Subscription {
  /** 1 = matched by e-mail or reference alone, which anyone can type. */
  by_email: 0 | 1;
}

export interface AccessRule {
  access_rule: "paid" | "until" | "open";
  access_rule_until: string | null;
}

export type MembershipStatus =
  /** The account is not billed here: staff created it, or it was paid on a page that does not report back. */
  | { kind: "unbilled" }
  | { kind: "active"; renews_at: string | null }
  /** With access, but nothing is charged for now. */
  | { kind: "paused"; until: string | null }
  | { kind: "past-due" }
  | { kind: "ending"; at: string }
  /** Access until a day set by staff. */
  | { kind: "until"; at: string }
  | { kind: "ended"; at: string }
  | { kind: Held };

/** The statuses that give access. Any other status, also a future one, gives none. */
export const accessStatuses: readonly string[] = ["active", "trialing", "past_due"];

export function givesAccess(status: string): boolean {
  return accessStatuses.includes(status);
}

/** The end of access by these subscriptions: the latest end counts. Null = no known end, or no subscriptions. */
export function accessUntil(subscriptions: readonly Subscription[]): string | null {
  return latest(subscriptions.map(endOf));
}

/**
 * When an account's access ends; null = no known end. The access rule decides, else the proven subscriptions; with none
 * of those there is no end. Unproven ones can only extend access: a stranger could pay for another account, then
 * cancel.
 */
export function accessOf(rule: AccessRule, subscriptions: readonly OwnSubscription[]): string | null {
  return latest([ownEndOf(rule, subscriptions), ...subscriptions.map(endOf)]);
}

export function membershipOf(
  subscriptions: readonly Subscription[],
  ownEnd: string | null,
  now: Date,
): MembershipStatus {
  const [first] = subscriptions;
  const end = first ? accessUntil(subscriptions) : ownEnd;
  if (end !== null) return { kind: Date.parse(end) > now.getTime() ? "ending" : "ended", at: end };
  if (!first) return { kind: "unbilled" };
  const open = subscriptions.filter((subscription) => endOf(subscription) === null);
  const isLate = ({ status }: Subscription) => status === "past_due";
  const charging = open.find((each) => !isLate(each) && !isPaused(each, now.toISOString()));
  if (charging) return { kind: "active", renews_at: charging.period_end };
  return open.some(isLate) ? { kind: "past-due" } : { kind: "paused", until: open[0]?.paused_until ?? null };
}

export function accountMembership(
  subscriptions: readonly Subscription[],
  end: string | null,
  now: Date,
): MembershipStatus {
  if (end === null)
    return membershipOf(
      subscriptions.filter((subscription) => endOf(subscription) === null),
      null,
      now,
    );
  if (Date.parse(end) <= now.getTime()) return { kind: "ended", at: end };
  return { kind: subscriptions.some((subscription) => endOf(subscription) === end) ? "ending" : "until", at: end };
}

/** True when it charges nothing at this instant. A failed payment is not paused: Stripe goes on trying it. */
export function isPaused(
  { status, paused_at, paused_until }: Pick<Subscription, "status" | "paused_at" | "paused_until">,
  at: string,
): boolean {
  if (status === "past_due" || paused_at === null) return false;
  return paused_at <= at && (paused_until === null || paused_until > at);
}

/** Subscriptions that will charge again, whether they give access now or not. */
export function runningOf<S extends Subscription>(subscriptions: readonly S[]): S[] {
  return subscriptions.filter(({ status, cancels_at }) => givesAccess(status) && cancels_at === null);
}

/** The status in words, with dates in the site's zone: "Active · renews on 12/21/2026". */
export function membershipText(status: MembershipStatus, zone: string, suspended = false): string {
  const day = (instant: string) => formatCalendarDate(dateIn(zone, new Date(instant)));
  const open = suspended ? "Suspended" : "Active";
  switch (status.kind) {
    case "unbilled":
      return open;
    case "active":
      return status.renews_at === null ? open : `${open} · renews on ${day(status.renews_at)}`;
    case "paused":
      return `${open} · payments paused${status.until === null ? "" : ` until ${day(status.until)}`}`;
    case "past-due":
      return "Payment failed";
    case "until":
      return `${open} · access until ${day(status.at)}`;
    case "ending":
      return `Canceled · access until ${day(status.at)}`;
    case "ended":
      return `Ended on ${day(status.at)}`;
    case "waiting":
      return "Waiting";
    case "refused":
      return "Payment refused";
  }
}

function ownEndOf(
  { access_rule, access_rule_until }: AccessRule,
  subscriptions: readonly OwnSubscription[],
): string | null {
  if (access_rule === "until") return access_rule_until;
  return access_rule === "open" ? null : accessUntil(subscriptions.filter(({ by_email }) => by_email === 0));
}

/** Null means no end, so it is later than any date. Returns null for an empty list. */
function latest(ends: readonly (string | null)[]): string | null {
  return ends.reduce((best, end) => (best === null || end === null ? null : end > best ? end : best), ends[0] ?? null);
}

function endOf({ status, cancels_at, ended_at, refunded_at }: Subscription): string | null {
  // A subscription that gives no access is stored with its end; without one it never gave access.
  const end = givesAccess(status) ? cancels_at : (ended_at ?? new Date(0).toISOString());
  if (end === null || refunded_at === null) return end ?? refunded_at;
  return end < refunded_at ? end : refunded_at;
}
