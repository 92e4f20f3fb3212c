import { createHash } from "node:crypto";
import { redirect } from "@remix-run/node";
import type { RefusedKind } from "../models/status/requests.ts";
import { type Reason, Refusal } from "../refusal.ts";
import { setCookie } from "../session/cookies.server.ts";

/**
 * Each refusal has a status, and says whether the form is shown again with what was typed. Forms answer 422 where the
 * API answers 400.
 */
export const answers: Readonly<Record<Reason, { status: number; showsFormAgain: boolean }>> = {
  malformed: { status: 400, showsFormAgain: false },
  invalid: { status: 400, showsFormAgain: true },
  "bad-credentials": { status: 401, showsFormAgain: true },
  "signed-out": { status: 401, showsFormAgain: false },
  forbidden: { status: 403, showsFormAgain: false },
  "foreign-origin": { status: 403, showsFormAgain: false },
  "not-found": { status: 404, showsFormAgain: false },
  "wrong-method": { status: 405, showsFormAgain: false },
  conflict: { status: 409, showsFormAgain: true },
  unconfirmed: { status: 409, showsFormAgain: true },
  "too-large": { status: 413, showsFormAgain: false },
  "wrong-type": { status: 415, showsFormAgain: false },
  "wrong-host": { status: 421, showsFormAgain: false },
  "too-many": { status: 429, showsFormAgain: true },
  busy: { status: 503, showsFormAgain: true },
};
export const done = 200;
export const invalidForm = 422;
export const found = 302;
export const seeOther = 303;
export const createdRow = 201;
export const unchanged = 304;
export const unexpected = 500;

/** Nothing is at the address. */
export function isAboutNothing(status: number | null): boolean {
  return (["not-found", "wrong-method", "wrong-host"] as const).some((reason) => answers[reason].status === status);
}

/** What the page "Status" counts an answer as; null = nothing was refused, or by a rule of the business. */
export function refusedKindOf(method: string, status: number | null): RefusedKind | null {
  if (status === answers["too-many"].status) return "limited";
  if (status === answers["bad-credentials"].status && method === "POST") return "sign-in";
  if (status === answers.busy.status) return "busy";
  return status !== null && status >= unexpected ? "failed" : null;
}

export interface Success {
  to: string;
  notice?: string;
}

/** Redirects, with the notice on the next page. */
export async function redirectAfter(
  request: Request,
  { to, notice }: Success,
  status: typeof found | typeof seeOther = seeOther,
): Promise<Response> {
  const headers: HeadersInit =
    notice === undefined
      ? {}
      : { "Set-Cookie": await setCookie.notice({ text: notice, tone: "good", from: new URL(request.url).pathname }) };
  return redirect(to, { status, headers });
}

/** Sets Content-Length, which the answer to a HEAD gives without a body. */
export function asJson(value: unknown, init: ResponseInit = {}): Response {
  const body = JSON.stringify(value);
  const headers = new Headers(init.headers);
  headers.set("Content-Type", "application/json; charset=utf-8");
  headers.set("Content-Length", String(Buffer.byteLength(body)));
  return new Response(body, { ...init, headers });
}

/** The ETag of an answer's text or bytes, without its quotes. */
export function tagOf(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** 304 for whoever has the answer with that tag already. */
export function taggedAnswer(tag: string, request: Request, answer: (headers: { ETag: string }) => Response): Response {
  const headers = { ETag: `"${tag}"` };
  return isKnown(headers.ETag, request) ? new Response(null, { status: unchanged, headers }) : answer(headers);
}

/** If-None-Match as RFC 9110, 13.1.2 defines it: a list, a weak tag, or any. */
function isKnown(tag: string, { headers }: Request): boolean {
  const known = (headers.get("if-none-match") ?? "").split(",").map((each) => each.trim().replace(/^W\/(?=")/, ""));
  return known.includes(tag) || known.includes("*");
}

/** The guard rewrites the address of a request that must not reach the framework: its end is the reason. */
export function refusalForPath(request: Request): Refusal {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith("/-/wrong-host"))
    return new Refusal("wrong-host", "This server does not answer for that host.");
  if (pathname.endsWith("/-/wrong-method"))
    return new Refusal("wrong-method", "There is nothing here for that method.");
  return new Refusal("not-found", "There is nothing at this address. It may have been moved or deleted.");
}

export function refusalHeaders(error: Refusal): Headers {
  const headers = new Headers();
  if (error.retryAfter !== undefined) headers.set("Retry-After", String(error.retryAfter));
  // The rest of the body stays unread, so the next request on this connection would hang.
  if (error.reason === "too-large") headers.set("Connection", "close");
  return headers;
}
