/** The headers that the app believes, so that a client can't write them. Part of guard.ts. */
import type { IncomingMessage } from "node:http";
import { env } from "../env.server.ts";
import { write } from "../log.server.ts";

let heardOfProxy = env.TRUST_PROXY;

/** Says whose request it is, and takes away what others would believe. */
export function cleanHeaders({ headers, socket }: IncomingMessage): void {
  if (!heardOfProxy && headers["x-forwarded-for"] !== undefined) tellOfProxy();
  const forwardedFor = String(headers["x-forwarded-for"] ?? "").split(",").at(-1)?.trim();
  headers["x-client-address"] = (env.TRUST_PROXY && forwardedFor) || socket.remoteAddress || "unknown";
  // What can't be met is answered in the static server's own words, and logged with a stack. Our files are small.
  delete headers.range;
  delete headers["if-match"];
  delete headers["if-unmodified-since"];
  delete headers["x-csp-nonce"];
  delete headers.forwarded;
  delete headers["x-forwarded-for"];
  delete headers["x-forwarded-host"];
  // The framework's own check of Origin answers 500; ours (input.server.ts) reads it here.
  delete headers["x-request-origin"];
  if (headers.origin !== undefined) headers["x-request-origin"] = headers.origin;
  delete headers.origin;
}

/** Once: a stranger can send the header too, but a proxy that is not trusted makes all its visitors one, for limits and for clicks. */
function tellOfProxy(): void {
  heardOfProxy = true;
  const message = "A request came with X-Forwarded-For, which is not believed. If there is a proxy of yours in front, set TRUST_PROXY=1: else all its visitors count as one.";
  write({ level: "warning", message }, message);
}
