/** Sets the security and cache headers of every response, also of files and refusals. Part of guard.ts. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../env.server.ts";
import { sheetCookie, sheetIn } from "../session/sheet-cookie.server.ts";
import { newNonce } from "./random-text.server.ts";
import { isApi, isStatic, workerPath } from "./addresses.server.ts";

const secure = env.APP_ORIGIN?.startsWith("https://") ?? false;
const collectors = env.AFFILIATE_FORM_URL === undefined ? [] : [new URL(env.AFFILIATE_FORM_URL).origin];
const everywhere = {
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  ...(secure ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
};
const pageHeaders = Object.entries({
  ...everywhere,
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()",
});
// Kept short: a first visit loads a dozen of these, and each refresh one. Only framing matters for a response that is
// not a page.
const callHeaders = Object.entries({
  ...everywhere,
  "Referrer-Policy": "no-referrer",
  "Permissions-Policy": "camera=()",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
});

const logoPath = "/logo.svg";
/** Routes that answer everybody with the same file. */
const sharedPaths = [logoPath, "/manifest.webmanifest", "/share.png"];

/** Passes a page's nonce to the app in a request header. */
export function setHeaders(request: IncomingMessage, response: ServerResponse): void {
  const isShort = loadsNothing(request);
  for (const [name, value] of isShort ? callHeaders : [...pageHeaders, policyFor(request)])
    response.setHeader(name, value);
  if (isShort && request.httpVersion === "1.1") response.removeHeader("Connection");
  if (!isStatic(request))
    response.setHeader("Cache-Control", sharedPaths.includes(pathOf(request)) ? "public, max-age=3600" : "no-store");
  const sheet = sheetIn(request.url ?? "");
  if (sheet !== null && isStatic(request)) response.setHeader("Set-Cookie", sheetCookie(sheet));
  // Browsers must notice a new worker at once; other files are cached for an hour.
  if (request.url === workerPath) response.setHeader("Cache-Control", "no-cache");
}

function loadsNothing(request: IncomingMessage): boolean {
  return isApi(request.url ?? "") || (isStatic(request) && request.url !== workerPath);
}

function pathOf({ url = "" }: IncomingMessage): string {
  return url.replace(/\?.*/, "");
}

function policyFor(request: IncomingMessage): [string, string] {
  // The operator's picture: opened by itself it runs nothing.
  if (pathOf(request) === logoPath)
    return ["Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"];
  const nonce = newNonce();
  request.headers["x-csp-nonce"] = nonce;
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    ["form-action 'self'", ...collectors].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return ["Content-Security-Policy", policy.join("; ")];
}
