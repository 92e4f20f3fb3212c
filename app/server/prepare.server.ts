/** What is done with every request and its answer before any handler runs. Part of guard.ts. */
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { routeOf } from "./addresses.server.ts";
import { turnAside } from "./refused-requests.server.ts";
import { cleanHeaders } from "./request-headers.server.ts";
import { logRequest, startRequestLog } from "./request-log.server.ts";
import { setHeaders } from "./response-headers.server.ts";
import { noteExchange } from "./stop.server.ts";

interface RequestStart {
  request: IncomingMessage;
  response: ServerResponse;
}

/** From now on, for all that come. */
export function prepareRequests(): void {
  startRequestLog();
  subscribe("http.server.request.start", (message) => {
    if (isRequestStart(message)) prepare(message);
  });
}

function prepare({ request, response }: RequestStart): void {
  // By the address that was asked for, wherever the request is turned to below.
  logRequest(request, response, routeOf(request.url ?? ""));
  cleanHeaders(request);
  turnAside(request);
  setHeaders(request, response);
  // After the other headers: while the server ends, no connection stays open.
  noteExchange(request, response);
}

function isRequestStart(message: unknown): message is RequestStart {
  return typeof message === "object" && message !== null && "request" in message && "response" in message;
}
