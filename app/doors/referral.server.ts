import { createCookie } from "@remix-run/node";
import { monthSeconds } from "../durations.ts";
import { newSecret } from "../models/secret.server.ts";
import { firstKnownCode, recordVisit } from "../models/affiliates/visit.server.ts";
import { Refusal } from "../refusal.ts";
import type { Identity } from "../session.server.ts";
import { cookieOptions } from "../session.server.ts";

// First-party cookies, not local storage: they survive script blockers and storage wiping.
const referralCookie = createCookie("affiliate-ref", { ...cookieOptions, maxAge: monthSeconds });
const visitorCookie = createCookie("visitor", { ...cookieOptions, maxAge: monthSeconds });

/** Records a visit with an affiliate's code, from a page's `?ref=` or a call's header, and gives the cookies that make the browser keep it. The last known code wins. */
export async function captureReferral(request: Request, { actor }: Identity): Promise<string[]> {
  const code = codeOf(request);
  if (code === null) return [];
  const visitor = (await textOf(visitorCookie, request)) ?? newSecret();
  const seen = { code, agent: request.headers.get("user-agent") ?? "", ahead: isAhead(request), visitor };
  const kept = await recordVisit(actor, seen).catch(unlessBusy);
  return kept === null ? [] : [await referralCookie.serialize(kept), await visitorCookie.serialize(visitor)];
}

/** The code that a signup counts for: a call's header, else what the browser keeps; '' where none is known. */
export async function referralOf(request: Request): Promise<string> {
  return firstKnownCode([request.headers.get("x-affiliate-ref") ?? "", (await textOf(referralCookie, request)) ?? ""]);
}

function codeOf(request: Request): string | null {
  const { searchParams } = new URL(request.url);
  return (isNavigated(request) ? searchParams.get("ref") : null) ?? request.headers.get("x-affiliate-ref");
}

/** Somebody came to a page, as far as their browser says: no picture or frame of another site asks for it. */
function isNavigated(request: Request): boolean {
  return (request.headers.get("sec-fetch-dest") ?? "document") === "document";
}

/** Nobody looks at the page yet: the browser loads it ahead of a click, or asks for its headers alone. */
function isAhead(request: Request): boolean {
  const purpose = ["sec-purpose", "purpose", "x-purpose", "x-moz"].map((name) => request.headers.get(name) ?? "").join();
  return request.method === "HEAD" || /prefetch|prerender|preview/i.test(purpose);
}

/** A page must not fail because a click can't be counted right now. */
function unlessBusy(error: unknown): null {
  if (error instanceof Refusal && error.reason === "busy") return null;
  throw error;
}

async function textOf(cookie: typeof referralCookie, request: Request): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  return typeof value === "string" && value !== "" && value.length <= 100 ? value : null;
}
