import { shortened } from "../../format.ts";

/** Texts of at most 1,000 characters; '' = empty, null = there was no row. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

export const auditSubjects = ["affiliate", "affiliate-request", "learn", "payout", "pick", "sidebar", "user"] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** `name` is null when it was not stored and the account is gone. */
export interface NamedAccount {
  id: number;
  name: string | null;
  gone: boolean;
}

export function subjectText({
  subject,
  subject_id: id,
  subject_name: name,
}: {
  subject: string;
  subject_id: number | null;
  subject_name: string | null;
}): string {
  const kind = subject.replaceAll("-", " ");
  if (id === null || subject === "sidebar") return kind;
  return subject === "user" ? personText({ id, name }) : `${kind} ${id}`;
}

export function personText({ id, name }: Omit<NamedAccount, "gone">): string {
  return name ?? `deleted user ${id}`;
}

const actionTexts: Readonly<Record<string, string>> = {
  "session.begun": "Signed in",
  "session.ended": "Signed out",
  "session.refused": "Sign-in refused",
  "session.throttled": "Sign-in refused after too many attempts",
  "password.changed": "Own password changed",
  "password.refused": "Wrong current password entered",
  "password.reset": "Password reset",
  "password.reset_refused": "Wrong reset code entered",
  "admin-secret.refused": "Wrong admin secret entered",
  "two-factor.on": "Two-factor sign-in turned on",
  "two-factor.off": "Two-factor sign-in turned off",
  "two-factor.codes_renewed": "New recovery codes created",
  "two-factor.recovery_used": "Recovery code used",
  "two-factor.refused": "Wrong sign-in code entered",
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
  "membership.taken_over": "Subscription moved here from an account matched by email",
  "membership.detached": "Subscription detached",
  "access.set": "Access set",
  "tip.changed": "Bankroll tips changed",
};

/** Falls back to the action's name: "pick.settled" becomes "Pick settled". */
export function actionText(action: string): string {
  const text = actionTexts[action];
  if (text !== undefined) return text;
  const name = action.replace(/[._-]+/g, " ").trim();
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export const maxListed = 10_000;

export function entriesText(total: number): string {
  if (total > maxListed) return `The newest ${maxListed.toLocaleString("en-US")} entries`;
  return `${total.toLocaleString("en-US")} ${total === 1 ? "entry" : "entries"}`;
}

export const lineLength = 60;

/** Shortens each of the two values to `length` characters. */
export function changeText({ before, after }: FieldChange, length: number): string {
  const [from, to] = [before, after].map((text) =>
    text === null ? null : shortened(text.replace(/\s+/g, " "), length),
  );
  if (from === null || to === null) return from || to || "";
  return `${from || "(empty)"} → ${to || "(empty)"}`;
}
