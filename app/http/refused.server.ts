import { json, replace } from "@remix-run/node";
import { answers, refusalHeaders, invalidForm } from "./answers.server.ts";
import type { FailedForm, RefusedPage } from "./form-state.ts";
import type { Input } from "./input.server.ts";
import { notAuthorized } from "../models/operation.server.ts";
import { adminPath, home, memberHome, signInPath, staffSignInPath, twoFactorPath } from "../paths/paths.ts";
import { returnTo } from "../paths/return-to.ts";
import { can, isStaff } from "../policy.ts";
import { Refusal } from "../refusal.ts";
import { secretField } from "./secret-field.ts";
import { setCookie } from "../session/cookies.server.ts";
import type { Identity } from "../session/identity.server.ts";

/** The answers of pages and forms when an operation refuses. */

/** The redirect of a caller who may not see a page. */
export type Audience = "member" | "staff" | "public";

/**
 * Redirects a caller who may not see a page or file, by its audience, else refuses. `address` = the page that a sign-in
 * leads back to.
 */
export async function redirectOrRefuse(
  error: unknown,
  identity: Identity,
  audience: Audience,
  refuse: (error: unknown) => never = refusePage,
  address = "",
): Promise<never> {
  if (!(error instanceof Refusal)) throw error;
  if (error.reason === "signed-out" && audience === "staff") throw toPublicPage(staffSignInPath);
  if (error.reason === "signed-out") throw toPublicPage(home, await askToSignIn(address));
  if (error.reason !== "forbidden") return refuse(error);
  if (identity.actor.person?.twoFactorDue) throw replace(twoFactorPath);
  if (audience === "public")
    throw replace(home, {
      headers: { "Set-Cookie": await setCookie.notice({ text: error.message, tone: "plain", at: home }) },
    });
  const { person } = identity.actor;
  if (audience !== "staff") throw replace(memberHome(person));
  if (!isStaff(person))
    throw toPublicPage(staffSignInPath, [await setCookie.notice({ text: notAuthorized, tone: "bad" })]);
  // A propicksmanager may only manage pro picks, whatever tab was opened.
  if (!can(person, "picks.manage")) throw replace(adminPath);
  return refuse(error);
}

/** Loads a new document, so that no script of the member pages goes on running on a public page. */
function toPublicPage(path: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ "X-Remix-Reload-Document": "true" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return replace(path, { headers });
}

/** The cookies that make the home page say so, and the sign-in lead back. */
async function askToSignIn(address: string): Promise<string[]> {
  const back = returnTo(address);
  if (back === null) return [];
  const text = `Sign in to see ${back.title}.`;
  return [
    await setCookie.notice({ text, tone: "plain", at: home, link: { to: signInPath, label: "Login" } }),
    await setCookie.returnPath(back.path),
  ];
}

/** Answers with an error page. */
export function refusePage(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const headers = refusalHeaders(error);
  if (error.reason === "wrong-method") headers.set("Allow", "GET, HEAD");
  throw json<RefusedPage>({ message: error.message }, { status: answers[error.reason].status, headers });
}

/** Answers with plain text, in place of a file. */
export function refuseFile(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const headers = refusalHeaders(error);
  headers.set("Content-Type", "text/plain; charset=utf-8");
  throw new Response(error.message, { status: answers[error.reason].status, headers });
}

/** Shows the form again with what was typed and its errors. */
export function failedForm(error: Refusal, input: Input, headers = new Headers()): Response {
  for (const [name, value] of refusalHeaders(error)) headers.set(name, value);
  const failure: FailedForm = {
    message: error.message,
    errors: error.fields ?? {},
    values: { ...withoutSecrets(input), ...error.merged },
    saved: error.saved,
    savedBy: error.savedBy,
    merged: error.merged,
    warnings: error.warnings,
  };
  return json(failure, { status: error.reason === "invalid" ? invalidForm : answers[error.reason].status, headers });
}

/** An error page that keeps what was typed. */
export function refusedForm(error: Refusal, input: Input): Response {
  const resend = error.reason === "signed-out";
  const message = resend
    ? `${error.message} You have been signed out, so this is not saved yet. Sign in on another tab, then send it again.`
    : error.message;
  const values = withoutSecrets(input);
  const refused: RefusedPage = { message, values: resend ? values : visibleFields(values), resend };
  return json(refused, { status: answers[error.reason].status, headers: refusalHeaders(error) });
}

// Hidden fields, which nobody typed.
const hiddenField = /^(?:version|status|type|step|subscription|idempotency_key|payment|shown|confirm)$|_id$|^pay_/;

function visibleFields(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !hiddenField.test(name)));
}

/** The typed texts, without passwords and codes, which are never sent back. */
export function withoutSecrets(input: Input): Record<string, string> {
  const texts = Object.entries(input).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !secretField.test(entry[0]),
  );
  return Object.fromEntries(texts);
}
