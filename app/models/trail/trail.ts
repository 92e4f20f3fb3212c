/** The audit trail in words. Pure; in the browser too. */
import { shortened } from "../../format.ts";

/** A field before and after, as texts of at most 1,000 characters; '' = empty, null = there was no row. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** The kinds of things that something is done to. */
export const auditSubjects = ["affiliate", "affiliate-request", "learn", "payout", "pick", "sidebar", "user"] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** Somebody in the trail; the name is null when it is not kept and the account is gone. */
export interface Named {
  id: number;
  name: string | null;
  /** True when the account, and so its page, is gone. */
  gone: boolean;
}

/** What an entry is about, in words: "pick 12"; an account by its name. */
export function subjectText({ subject, subject_id: id, subject_name: name }: { subject: string; subject_id: number | null; subject_name: string | null }): string {
  const kind = subject.replaceAll("-", " ");
  if (id === null || subject === "sidebar") return kind;
  return subject === "user" ? personText({ id, name }) : `${kind} ${id}`;
}

/** A person's name, or what is left of it. */
export function personText({ id, name }: Omit<Named, "gone">): string {
  return name ?? `deleted user ${id}`;
}

/** What an entry says was done. */
const words: Readonly<Record<string, string>> = {
  "session.begun": "Signed in",
  "session.ended": "Signed out",
  "session.refused": "Sign-in refused",
  "session.throttled": "Sign-in refused after too many attempts",
  "password.changed": "Own password changed",
  "password.refused": "Wrong current password given",
  "password.reset": "Password reset",
  "password.reset_refused": "Wrong reset code given",
  "admin-secret.refused": "Wrong admin secret given",
  "two-factor.on": "Two-factor sign-in turned on",
  "two-factor.off": "Two-factor sign-in turned off",
  "two-factor.codes_renewed": "New recovery codes made",
  "two-factor.recovery_used": "Recovery code used",
  "two-factor.refused": "Wrong sign-in code given",
  "two-factor.reset": "Two-factor sign-in reset",
  "email.confirmed": "Email confirmed",
  "user.created": "Account created",
  "user.renamed": "Name changed",
  "user.suspended": "Account suspended",
  "user.activated": "Account activated",
  "user.deleted": "Account deleted",
  "membership.paid": "Subscription paid",
  "membership.paid_twice": "Second subscription paid",
  "membership.changed": "End of access changed",
  "membership.moved": "Subscription moved to the account that paid",
  "membership.taken_over": "Subscription taken over from an account that had it by email",
  "membership.detached": "Subscription detached",
  "access.set": "Access set",
  "tip.changed": "Bankroll tips changed",
};

/** An action in words; one that nobody worded reads as its name does: "pick.settled" is "Pick settled". */
export function actionText(action: string): string {
  const known = words[action];
  if (known !== undefined) return known;
  const text = action.replace(/[._-]+/g, " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The most entries that pages lead to and a file holds. */
export const mostListed = 10_000;

/** How many entries there are, in words; of more than are listed, which. */
export function entriesText(total: number): string {
  if (total > mostListed) return `The newest ${mostListed.toLocaleString("en-US")} entries`;
  return `${total.toLocaleString("en-US")} ${total === 1 ? "entry" : "entries"}`;
}

/** What fits on a line. */
export const lineLength = 60;

/** A change in one line, each of its two values with at most so many characters. */
export function changeText({ before, after }: FieldChange, length: number): string {
  const [from, to] = [before, after].map((text) => (text === null ? null : shortened(text.replace(/\s+/g, " "), length)));
  if (from === null || to === null) return from || to || "";
  return `${from || "(empty)"} → ${to || "(empty)"}`;
}
