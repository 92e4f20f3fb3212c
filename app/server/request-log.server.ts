/** One line for each request that the server answers. Part of guard.ts: it sees files and refused hosts too, which the app never does. */
import { subscribe } from "node:diagnostics_channel";
import { createRequire } from "node:module";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Asker } from "../log.server.ts";
import { askers, write } from "../log.server.ts";
import { randomText } from "../random-text.server.ts";

interface Entry {
  id: string;
  method: string;
  route: string;
  began: number;
  userId: number | null;
}

const underway = new Map<string, Entry>();

/** Takes remix-serve's own log away, which prints addresses with the secrets in them, and hears from the app who asks. */
export function startRequestLog(): void {
  const requireFrom = createRequire(createRequire(import.meta.url).resolve("@remix-run/serve/package.json"));
  // remix-serve asks for the format of this name. A format that gives nothing prints nothing.
  const morgan: { format: (name: string, line: () => undefined) => void } = requireFrom("morgan");
  morgan.format("tiny", () => undefined);
  subscribe(askers.name, (message) => {
    const entry = isAsker(message) ? underway.get(message.requestId) : undefined;
    if (entry && isAsker(message)) entry.userId = message.userId;
  });
}

/** Gives the request an id, which its answer says and its lines in the log have, and writes its line when it is over. `route` is a pattern: the address itself may carry secrets. */
export function logRequest(request: IncomingMessage, response: ServerResponse, route: string): void {
  const entry: Entry = { id: randomText(9), method: request.method ?? "", route, began: performance.now(), userId: null };
  underway.set(entry.id, entry);
  request.headers["x-request-id"] = entry.id;
  request.headers["x-route-pattern"] = route;
  response.setHeader("X-Request-Id", entry.id);
  response.once("close", () => {
    underway.delete(entry.id);
    writeLine(entry, response);
  });
}

function writeLine({ id, method, route, began, userId }: Entry, { statusCode, writableFinished }: ServerResponse): void {
  // Whoever left before the answer has none.
  const status = writableFinished ? statusCode : null;
  const ms = Math.round((performance.now() - began) * 10) / 10;
  write({ level: "info", id, method, route, status, ms, user: userId }, `${method} ${route} ${status ?? "left"} ${ms} ms`);
}

function isAsker(message: unknown): message is Asker {
  return typeof message === "object" && message !== null && "requestId" in message && "userId" in message;
}
