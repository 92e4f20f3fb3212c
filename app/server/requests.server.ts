import type { IncomingMessage, ServerResponse } from "node:http";
import { routeOf } from "./addresses.server.ts";
import { rejectRequest } from "./refused-requests.server.ts";
import { cleanHeaders } from "./request-headers.server.ts";
import { logRequest } from "./request-log.server.ts";
import { setHeaders } from "./response-headers.server.ts";
import { trackExchange } from "./stop.server.ts";

export function prepareRequest(request: IncomingMessage, response: ServerResponse): void {
  // First: rejectRequest rewrites the URL below.
  logRequest(request, response, routeOf(request.url ?? ""));
  cleanHeaders(request);
  rejectRequest(request);
  setHeaders(request, response);
  // Runs after the other headers: it sets Connection: close while the server stops.
  trackExchange(request, response);
  response.once("finish", () => dropRest(request));
}

/** Otherwise the next request on this connection waits for the rest of a rejected body until it times out. */
function dropRest(request: IncomingMessage): void {
  if (!request.complete) request.removeAllListeners("data").resume();
}
