/** Logs one line per request, including static files and rejected hosts, which the app never sees. Part of guard.ts. */
import { subscribe } from "node:diagnostics_channel";
import { createRequire } from "node:module";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type RequestEnd, type RequestUser, requestEnds, requestUsers, write } from "../log.server.ts";
import { isStatic } from "./addresses.server.ts";
import { randomText } from "./random-text.server.ts";

interface Entry {
  id: string;
  method: string;
  route: string;
  isFile: boolean;
  startedAt: number;
  userId: number | null;
}

const pending = new Map<string, Entry>();

/** remix-serve logs full URLs, with their secrets, through morgan. Redefining its "tiny" format removes the lines. */
export function silenceRemixServe(): void {
  const requireFromRemixServe = createRequire(createRequire(import.meta.url).resolve("@remix-run/serve/package.json"));
  const morgan: { format: (name: string, line: () => undefined) => void } = requireFromRemixServe("morgan");
  morgan.format("tiny", () => undefined);
}

subscribe(requestUsers.name, (message) => {
  const entry = isRequestUser(message) ? pending.get(message.requestId) : undefined;
  if (entry && isRequestUser(message)) entry.userId = message.userId;
});

/** Sets X-Request-Id and logs the request when it ends. `route` is the path without secrets. */
export function logRequest(request: IncomingMessage, response: ServerResponse, route: string): void {
  const entry: Entry = {
    id: randomText(9),
    method: request.method ?? "",
    route,
    isFile: isStatic(request),
    startedAt: performance.now(),
    userId: null,
  };
  pending.set(entry.id, entry);
  request.headers["x-request-id"] = entry.id;
  request.headers["x-route"] = route;
  response.setHeader("X-Request-Id", entry.id);
  response.once("close", () => {
    pending.delete(entry.id);
    writeLine(entry, response);
  });
}

function writeLine(
  { id, method, route, isFile, startedAt, userId }: Entry,
  { statusCode, writableFinished }: ServerResponse,
): void {
  const status = writableFinished ? statusCode : null;
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  write(
    { level: "info", id, method, route, status, ms, user: userId },
    `${method} ${route} ${status ?? "disconnected"} ${ms} ms`,
  );
  if (!isFile) requestEnds.publish({ method, route, status, ms } satisfies RequestEnd);
}

function isRequestUser(message: unknown): message is RequestUser {
  return typeof message === "object" && message !== null && "requestId" in message && "userId" in message;
}
