import type { IncomingMessage, ServerResponse } from "node:http";
import { routeOf } from "./addresses.server.ts";
import { rejectRequest } from "./refused-requests.server.ts";
import { cleanHeaders } from "./request-headers.server.ts";
import { logRequest } from "./request-log.server.ts";
import { setHeaders } from "./response-headers.server.ts";
import { trackExchange } from "./stop.server.ts";

/** What is done with every request and its answer before remix-serve sees them. */
export function prepareRequest(request: IncomingMessage, response: ServerResponse): void {
  // By the address that was asked for, wherever the request is turned to below.
  logRequest(request, response, routeOf(request.url ?? ""));
  cleanHeaders(request);
  rejectRequest(request);
  setHeaders(request, response);
  // After the other headers: while the server ends, no connection stays open.
  trackExchange(request, response);
  response.once("finish", () => dropRest(request));
}

/** The rest of a body that was refused is read and dropped, or the next request on this connection would wait for it until a time-out. */
function dropRest(request: IncomingMessage): void {
  if (!request.complete) request.removeAllListeners("data").resume();
}
