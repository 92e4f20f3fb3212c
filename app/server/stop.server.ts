/** How the server ends: no new connection, what runs is finished, and the process ends when nothing is left to do. Part of guard.ts. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { secondMs } from "../durations.ts";

/** A body that has not arrived by then won't. */
const bodyGraceMs = secondMs;
/** What is cut after so long. */
const graceMs = 10 * secondMs;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

const underway = new Set<Exchange>();
let stopping = false;

/** Remembers a request until its answer is sent. */
export function trackExchange(request: IncomingMessage, response: ServerResponse): void {
  const exchange = { request, response };
  underway.add(exchange);
  response.once("close", () => underway.delete(exchange));
  if (stopping) response.setHeader("Connection", "close");
}

/** At SIGTERM or SIGINT remix-serve stops accepting; this lets go of the connections that it would wait for. */
export function shutDown(server: Server): void {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop(server, sockets));
}

function stop(server: Server, sockets: ReadonlySet<Socket>): void {
  if (stopping) return;
  stopping = true;
  for (const { response } of underway) {
    if (!response.headersSent) response.setHeader("Connection", "close");
  }
  server.closeIdleConnections();
  setTimeout(() => letGo(sockets), bodyGraceMs).unref();
  // Work outside of requests, such as a mail that is being sent, keeps the process until then.
  setTimeout(() => process.exit(0), graceMs).unref();
}

/** Ends the connections on which no whole request is being answered: silent ones, half-sent headers and bodies. */
function letGo(sockets: ReadonlySet<Socket>): void {
  const answered = new Set([...underway].filter(({ request }) => request.complete).map(({ request }) => request.socket));
  for (const socket of sockets) {
    if (!answered.has(socket)) socket.destroy();
  }
}
