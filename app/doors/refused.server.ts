import { json, replace } from "@remix-run/node";
import { answers, refusalHeaders, invalidForm } from "./answers.server.ts";
import type { FailedForm, RefusedPage } from "./form-state.ts";
import type { Input } from "./input.server.ts";
import { notAuthorized } from "../models/operation.server.ts";
import { adminPath, home, memberHome, staffSignInPath, twoFactorPath } from "../paths/paths.ts";
import { can, isStaff } from "../policy.ts";
import { Refusal } from "../refusal.ts";
import { secretField } from "./secret-field.ts";
import type { Identity } from "../session.server.ts";
import { flash } from "../session.server.ts";

/** What the doors of page.server.ts and form.server.ts answer when an operation refuses. */

/** Where whoever may not see a page is sent. */
export type Gate = "member" | "staff" | "public";

/** For a page or a file that may not be shown: sends whoever asks where the gate says, or refuses. */
export async function redirectOrRefuse(error: unknown, visit: Identity, gate: Gate, refuse: (error: unknown) => never = refusePage): Promise<never> {
  if (!(error instanceof Refusal)) throw error;
  if (error.reason === "signed-out") throw toPublicPage(gate === "staff" ? staffSignInPath : home);
  if (error.reason !== "forbidden") return refuse(error);
  if (visit.actor.person?.twoFactorDue) throw replace(twoFactorPath);
  if (gate === "public") throw replace(home, { headers: { "Set-Cookie": await flash({ text: error.message, tone: "plain", at: home }) } });
  const { person } = visit.actor;
  if (gate !== "staff") throw replace(memberHome(person));
  if (!isStaff(person)) throw toPublicPage(staffSignInPath, { "Set-Cookie": await flash({ text: notAuthorized, tone: "bad" }) });
  // Pro picks are all that some of them have: whatever tab they open, they are shown those.
  if (!can(person, "picks.manage")) throw replace(adminPath);
  return refuse(error);
}

/** As a document, scripts or not: nothing that ran for a member goes on on a public page. */
function toPublicPage(path: string, headers: Record<string, string> = {}): Response {
  return replace(path, { headers: { ...headers, "X-Remix-Reload-Document": "true" } });
}

/** As a page of its own. */
export function refusePage(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const headers = refusalHeaders(error);
  if (error.reason === "wrong-method") headers.set("Allow", "GET, HEAD");
  throw json<RefusedPage>({ message: error.message }, { status: answers[error.reason].status, headers });
}

/** In words alone: no page stands around a file. */
export function refuseFile(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const headers = refusalHeaders(error);
  headers.set("Content-Type", "text/plain; charset=utf-8");
  throw new Response(error.message, { status: answers[error.reason].status, headers });
}

/** The form again, with what was typed and what is wrong with it. */
export function failedForm(error: Refusal, input: Input, headers = new Headers()): Response {
  for (const [name, value] of refusalHeaders(error)) headers.set(name, value);
  const failure: FailedForm = { message: error.message, errors: error.fields ?? {}, values: { ...withoutSecrets(input), ...error.merged }, saved: error.saved, savedBy: error.savedBy, merged: error.merged };
  return json(failure, { status: error.reason === "invalid" ? invalidForm : answers[error.reason].status, headers });
}

/** A page that says why a form was not taken, with what was typed. */
export function refusedForm(error: Refusal, input: Input): Response {
  const resend = error.reason === "signed-out";
  const message = resend ? `${error.message} You have been signed out, so this was not saved yet. Sign in in another tab, then send it again.` : error.message;
  const values = withoutSecrets(input);
  const refused: RefusedPage = { message, values: resend ? values : entered(values), resend };
  return json(refused, { status: answers[error.reason].status, headers: refusalHeaders(error) });
}

// A form does not say which of its fields are hidden. These never stand on one for somebody to fill in.
const sentAlong = /^(?:version|status|type|step|subscription|idempotency_key|payment|shown)$|_id$|^pay_/;

/** What somebody filled in, without what their form sent along. */
function entered(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !sentAlong.test(name)));
}

/** What was typed, as texts, without what must never be sent back. */
export function withoutSecrets(input: Input): Record<string, string> {
  const texts = Object.entries(input).filter((entry): entry is [string, string] => typeof entry[1] === "string" && !secretField.test(entry[0]));
  return Object.fromEntries(texts);
}
