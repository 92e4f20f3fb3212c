import { firstKnownCode, recordVisit } from "../models/affiliates/visit.server.ts";
import { newSecret } from "../models/secret.server.ts";
import { Refusal } from "../refusal.ts";
import { type RequestCookies, setCookie } from "./cookies.server.ts";
import type { Identity } from "./identity.server.ts";

/** Records a visit with an affiliate's code, from a page's `?ref=` or an API header. Gives the cookies that keep the code: the last known one wins. */
export async function captureReferral(
  request: Request,
  cookies: RequestCookies,
  { actor }: Identity,
): Promise<string[]> {
  const code = referralCodeOf(request);
  if (code === null) return [];
  const visitor = cookies.visitor ?? newSecret();
  const visit = { code, agent: request.headers.get("user-agent") ?? "", ahead: isAhead(request), visitor };
  const known = await recordVisit(actor, visit).catch(unlessBusy);
  return known === null ? [] : [await setCookie.affiliateCode(known), await setCookie.visitor(visitor)];
}

/** The code that a sign-up counts for: the API header, else the cookie; '' for no known code. */
export function referralOf(request: Request, cookies: RequestCookies): Promise<string> {
  return firstKnownCode([request.headers.get("x-affiliate-ref") ?? "", cookies.affiliateCode ?? ""]);
}

function referralCodeOf(request: Request): string | null {
  const { searchParams } = new URL(request.url);
  return (isNavigation(request) ? searchParams.get("ref") : null) ?? request.headers.get("x-affiliate-ref");
}

/** False for an image or a frame on another site, as far as the browser says. */
function isNavigation(request: Request): boolean {
  return (request.headers.get("sec-fetch-dest") ?? "document") === "document";
}

/** True for a prefetch or a HEAD: nobody sees the page yet. */
function isAhead(request: Request): boolean {
  const purpose = ["sec-purpose", "purpose", "x-purpose", "x-moz"]
    .map((name) => request.headers.get(name) ?? "")
    .join();
  return request.method === "HEAD" || /prefetch|prerender|preview/i.test(purpose);
}

/** A page must not fail because a visit can't be counted now. */
function unlessBusy(error: unknown): null {
  if (error instanceof Refusal && error.reason === "busy") return null;
  throw error;
}
