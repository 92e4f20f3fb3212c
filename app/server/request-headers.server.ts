/** Cleans request headers so that a client can't forge those the app trusts. Part of guard.ts. */
import type { IncomingMessage } from "node:http";
import { env } from "../env.server.ts";
import { write } from "../log.server.ts";

let proxyWarningDone = env.TRUST_PROXY;

export function cleanHeaders({ headers, socket }: IncomingMessage): void {
  if (!proxyWarningDone && headers["x-forwarded-for"] !== undefined) warnAboutProxy();
  const forwardedFor = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  headers["x-client-address"] = (env.TRUST_PROXY && forwardedFor) || socket.remoteAddress || "unknown";
  // The static server answers an unmet condition with its own error page and logs a stack. Our files are small.
  delete headers.range;
  delete headers["if-match"];
  delete headers["if-unmodified-since"];
  delete headers["x-csp-nonce"];
  delete headers.forwarded;
  delete headers["x-forwarded-for"];
  delete headers["x-forwarded-host"];
  // The framework's own Origin check answers 500; ours (input.server.ts) reads x-request-origin.
  delete headers["x-request-origin"];
  if (headers.origin !== undefined) headers["x-request-origin"] = headers.origin;
  delete headers.origin;
}

/** Logged once: behind an untrusted proxy all visitors share one address in rate limits and click counts. */
function warnAboutProxy(): void {
  proxyWarningDone = true;
  const message =
    "Ignored the X-Forwarded-For header of a request. If this server runs behind your own proxy, set TRUST_PROXY=1; otherwise all visitors count as one.";
  write({ level: "warning", message }, message);
}
