import type { IncomingMessage, ServerResponse } from "node:http";

/** Node's own channel: it has each request before anything else sees it. */
export const requestStart = "http.server.request.start";

export function isRequestStart(message: unknown): message is { request: IncomingMessage; response: ServerResponse } {
  return typeof message === "object" && message !== null && "request" in message && "response" in message;
}
