/** Graceful shutdown: accepts no new connections, finishes running requests, then exits. Part of guard.ts. */
import cluster from "node:cluster";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { secondMs } from "../time/durations.ts";

const bodyGraceMs = secondMs;
const graceMs = 10 * secondMs;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

const pending = new Set<Exchange>();
let stopping = false;

export function trackExchange(request: IncomingMessage, response: ServerResponse): void {
  const exchange = { request, response };
  pending.add(exchange);
  response.once("close", () => pending.delete(exchange));
  if (stopping) response.setHeader("Connection", "close");
}

/** On SIGTERM or SIGINT remix-serve stops accepting connections but waits for open ones; this closes those. */
export function shutDown(server: Server): void {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => stop(server, sockets));
    // A terminal and workers.ts may both send one, and at the second one Node would end at once.
    if (cluster.isWorker) process.on(signal, () => undefined);
  }
}

function stop(server: Server, sockets: ReadonlySet<Socket>): void {
  if (stopping) return;
  stopping = true;
  // The connection to workers.ts would keep the process alive.
  process.channel?.unref();
  for (const { response } of pending) {
    if (!response.headersSent) response.setHeader("Connection", "close");
  }
  server.closeIdleConnections();
  setTimeout(() => closeUnanswered(sockets), bodyGraceMs).unref();
  // A running background job, such as sending a mail, keeps the process alive until then.
  setTimeout(() => process.exit(0), graceMs).unref();
}

/** Closes connections without a complete request: silent ones, partial headers or bodies. */
function closeUnanswered(sockets: ReadonlySet<Socket>): void {
  const answered = new Set([...pending].filter(({ request }) => request.complete).map(({ request }) => request.socket));
  for (const socket of sockets) {
    if (!answered.has(socket)) socket.destroy();
  }
}
