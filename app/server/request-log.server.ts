/** One line for each request that the server answers. Part of guard.ts: it sees files and refused hosts too, which the app never does. */
import { subscribe } from "node:diagnostics_channel";
import { createRequire } from "node:module";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Asker } from "../log.server.ts";
import { askers, write } from "../log.server.ts";
import { randomText } from "./random-text.server.ts";

interface Entry {
  id: string;
  method: string;
  route: string;
  began: number;
  userId: number | null;
}

const underway = new Map<string, Entry>();

/**
 * remix-serve logs through morgan, whole addresses with the secrets in them, and has no setting for it. The format that it asks for is defined
 * here, the way morgan documents, as one without a line.
 */
export function silenceRemixServe(): void {
  const requireFromRemixServe = createRequire(createRequire(import.meta.url).resolve("@remix-run/serve/package.json"));
  const morgan: { format: (name: string, line: () => undefined) => void } = requireFromRemixServe("morgan");
  morgan.format("tiny", () => undefined);
}

// The app says who asks, once it knows.
subscribe(askers.name, (message) => {
  const entry = isAsker(message) ? underway.get(message.requestId) : undefined;
  if (entry && isAsker(message)) entry.userId = message.userId;
});

/** Gives the request an id, which its answer says and its lines in the log have, and writes its line when it is over. `route` is the address without what may be secret. */
export function logRequest(request: IncomingMessage, response: ServerResponse, route: string): void {
  const entry: Entry = { id: randomText(9), method: request.method ?? "", route, began: performance.now(), userId: null };
  underway.set(entry.id, entry);
  request.headers["x-request-id"] = entry.id;
  request.headers["x-route"] = route;
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
