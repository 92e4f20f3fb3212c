/** The audit trail in words. Pure. */
import { roleLabel } from "../policy.ts";
import { formatCalendarDate } from "./calendar-date.ts";

/** The kinds of things that something is done to. */
export const auditSubjects = ["affiliate", "affiliate-request", "learn", "payout", "pick", "sidebar", "user"] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** Somebody in the trail; the name is null when the account is gone. */
export interface Named {
  id: number;
  name: string | null;
}

/** What an entry is about, in words: "pick 12"; an account by its name. */
export function subjectText({ subject, subject_id: id, subject_name: name }: { subject: string; subject_id: number | null; subject_name: string | null }): string {
  const kind = subject.replaceAll("-", " ");
  if (id === null || subject === "sidebar") return kind;
  return subject === "user" ? personText({ id, name }) : `${kind} ${id}`;
}

/** A person's name, or what is left of it. */
export function personText({ id, name }: Named): string {
  return name ?? `deleted user ${id}`;
}

/** What an entry says was done. */
const words: Readonly<Record<string, string>> = {
  "session.begun": "Signed in",
  "session.ended": "Signed out",
  "session.refused": "Sign-in refused",
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
  "user.created": "Account created",
  "user.suspended": "Account suspended",
  "user.activated": "Account activated",
  "user.deleted": "Account deleted",
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

/** What fits on a line. */
export const lineLength = 60;
const mostChanges = 4;
// A text can have 20,000 characters.
const longest = 1000;
// Rows carry these for the program alone.
const ofNoInterest = new Set(["id", "stream", "version", "settled", "created_at"]);
// The trail holds none of these. Should one slip in, it is not shown.
const secret = /password|hash|secret|token|code|email|phone/i;

/** A field before and after, as texts of at most 1,000 characters; '' = empty, null = there was no row. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** What an entry's JSON texts say changed; of a row made or deleted, the fields that say something. */
export function fieldChangesOf(before: string | null, after: string | null): FieldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !ofNoInterest.has(name) && !secret.test(name));
  const changed = names.filter((name) => textOf(name, was[name]) !== textOf(name, is[name]));
  return changed.map((field) => {
    const [from, to] = Array.isArray(was[field]) && Array.isArray(is[field]) ? differing(was[field], is[field]) : [textOf(field, was[field]), textOf(field, is[field])];
    return { field, before: before === null ? null : shortened(from, longest), after: after === null ? null : shortened(to, longest) };
  });
}

/** The same as lines, at most four. */
export function changesOf(before: string | null, after: string | null): string[] {
  return fieldChangesOf(before, after).slice(0, mostChanges).map((change) => `${fieldText(change.field)}: ${changeText(change, lineLength)}`);
}

/** The name of a field in words. */
export function fieldText(field: string): string {
  return field.replaceAll("_", " ");
}

/** A change in one line, each of its two values with at most so many characters. */
export function changeText({ before, after }: FieldChange, length: number): string {
  const [from, to] = [before, after].map((text) => (text === null ? null : shortened(text.replace(/\s+/g, " "), length)));
  if (from === null || to === null) return from || to || "";
  return `${from || "(empty)"} → ${to || "(empty)"}`;
}

function fieldsOf(text: string | null): Record<string, unknown> {
  if (text === null) return {};
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(String).join("\n\n");
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  if (name === "game_date") return formatCalendarDate(text);
  return name === "role" ? roleLabel(text) : text;
}

/** The entries of two lists that the other one has not. */
function differing(before: readonly unknown[], after: readonly unknown[]): [string, string] {
  const without = (list: readonly unknown[], other: readonly unknown[]) => {
    const known = new Set(other);
    return list.filter((entry) => !known.has(entry)).map(String).join("\n\n");
  };
  const [gone, added] = [without(before, after), without(after, before)];
  return gone === "" && added === "" ? ["in another order", `${after.length} ${after.length === 1 ? "entry" : "entries"}`] : [gone, added];
}

function shortened(text: string, length: number): string {
  const characters = [...text.trim()];
  return characters.length <= length ? characters.join("") : `${characters.slice(0, length - 1).join("").trimEnd()}…`;
}
