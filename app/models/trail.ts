/** The audit trail in words. Pure. */
import { roleLabel } from "../policy.ts";

/** What an entry says was done. */
const words: Readonly<Record<string, string>> = {
  "session.begun": "Signed in",
  "session.ended": "Signed out",
  "session.refused": "Sign-in refused",
  "password.changed": "Own password changed",
  "password.refused": "Wrong current password given",
  "password.reset": "Password reset",
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

const longest = 60;
const mostChanges = 4;
// Rows carry these for the program alone.
const ofNoInterest = new Set(["id", "stream", "version", "settled", "created_at"]);
// The trail holds none of these. Should one slip in, it is not shown.
const secret = /password|hash|secret|token|code|email|phone/i;

/** What an entry's JSON texts say changed, as lines, at most four; of a row made or deleted, the first fields that say something. */
export function changesOf(before: string | null, after: string | null): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !ofNoInterest.has(name) && !secret.test(name));
  const changed = names.filter((name) => textOf(name, was[name]) !== textOf(name, is[name])).slice(0, mostChanges);
  return changed.map((name) => {
    const [from, to] = [textOf(name, was[name]), textOf(name, is[name])];
    const change = before === null || after === null ? from || to : `${from || "(empty)"} → ${to || "(empty)"}`;
    return `${name.replaceAll("_", " ")}: ${change}`;
  });
}

function fieldsOf(text: string | null): Record<string, unknown> {
  if (text === null) return {};
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? "entry" : "entries"}`;
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return shortened(name === "role" ? roleLabel(text) : text);
}

function shortened(text: string): string {
  const characters = [...text.replace(/\s+/g, " ").trim()];
  return characters.length <= longest ? characters.join("") : `${characters.slice(0, longest - 1).join("").trimEnd()}…`;
}
