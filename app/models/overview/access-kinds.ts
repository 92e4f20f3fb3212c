/** Why members have access. Pure. */
import { type Subscription, accessUntil, accountMembership } from "../billing/membership.ts";

export const accessKinds = ["paid", "ending", "past-due", "trial", "granted", "link"] as const;
export type AccessKind = (typeof accessKinds)[number];

export interface MemberAccess {
  access_until: string | null;
  access_rule: "paid" | "until" | "open";
  /** Null = the account was made by staff or through the API. */
  age_confirmed_at: string | null;
}

/** Null without access. A member counts once: a paid subscription comes before everything else. */
export function accessKind(member: MemberAccess, own: readonly Subscription[], now: Date): AccessKind | null {
  const membership = accountMembership(own, member.access_until, now);
  switch (membership.kind) {
    case "active":
      return own.some((each) => each.status === "active" && accessUntil([each]) === null) ? "paid" : "trial";
    case "past-due":
    case "ending":
      return membership.kind;
    case "until":
      return "granted";
    case "unbilled":
      // Nobody granted it, and they made the account themselves: they paid on the page of the payment link.
      return member.access_rule === "paid" && member.age_confirmed_at !== null ? "link" : "granted";
    default:
      return null;
  }
}
