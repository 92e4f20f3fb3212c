/**
 * Loaded into the server process before remix-serve (`node --import ./app/server/guard.ts`): checks the environment, migrates, and adds what
 * remix-serve lacks to every connection, request and answer. By Node's documented diagnostics_channel events; nothing is patched.
 */
import { subscribe } from "node:diagnostics_channel";
import { statSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { whosePeopleIn } from "../../db/demo/accounts.ts";
import { migrate } from "../../db/migrate.ts";
import { secondMs } from "../durations.ts";
import type { Env } from "../env.server.ts";
import { shutDown } from "./stop.server.ts";

const leastNode = 24;

// A log that can't be written, for want of room or of a reader, is no reason to stop serving. It goes on when there is room again.
process.stdout.on("error", () => undefined);
const env = await start();
// They read the environment, which was checked above.
const { logError } = await import("../log.server.ts");
const { prepareRequest } = await import("./requests.server.ts");
const { silenceRemixServe } = await import("./request-log.server.ts");
const { Server: HttpServer } = process.getBuiltinModule("node:http");

silenceRemixServe();
subscribe("http.server.request.start", (message) => {
  if (isRequestStart(message)) prepareRequest(message.request, message.response);
});
// Before the server takes its first connection, which has its limits too.
subscribe("tracing:net.server.listen:asyncStart", (message) => {
  if (isListening(message) && message.server instanceof HttpServer) setLimits(message.server);
});

process.once("uncaughtException", (error: NodeJS.ErrnoException) => {
  if (error.code === "EADDRINUSE") console.error(`Port ${env.PORT} is taken by another program. Set PORT to a free one.`);
  else if (error.syscall === "listen" || error.syscall === "getaddrinfo") console.error(`The server can't listen on ${env.HOST}, port ${env.PORT} (${error.code}). Set HOST and PORT to what this machine has.`);
  else logError("The server failed and ends", error);
  process.exit(1);
});

async function start(): Promise<Env> {
  try {
    // On an older one the database's driver takes the process down without a word.
    if (parseInt(process.versions.node, 10) < leastNode) throw new Error(`This needs Node ${leastNode}, and was started with ${process.version}. Start it with node_modules/.bin/node, which npm ci brings.`);
    const { env, tellWhereToListen } = await import("../env.server.ts");
    const { log } = await import("../log.server.ts");
    const isNew = (statSync(env.DATABASE_PATH, { throwIfNoEntry: false })?.size ?? 0) === 0;
    const applied = await migrate(env.DATABASE_PATH);
    if (env.NODE_ENV === "production" && !env.DEMO && whosePeopleIn(env.DATABASE_PATH) === "demo") throw new Error(`${env.DATABASE_PATH} has accounts of the demo, whose password everybody knows. Set DATABASE_PATH to another file.`);
    if (isNew) log(`A new, empty database was made: ${env.DATABASE_PATH}`);
    else if (applied.length > 0) log(`The database was migrated: ${applied.join(", ")}. What it was before is kept beside it.`);
    tellWhereToListen();
    return env;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

function setLimits(server: Server): void {
  // Node looks only every 30 s, unless it is told before it listens.
  Object.assign(server, { connectionsCheckingInterval: secondMs });
  server.headersTimeout = 10 * secondMs;
  server.requestTimeout = 30 * secondMs;
  // It must outlive the 30 s refresh of Today's Picks, or every refresh opens a new connection.
  server.keepAliveTimeout = 40 * secondMs;
  shutDown(server);
}

function isRequestStart(message: unknown): message is { request: IncomingMessage; response: ServerResponse } {
  return typeof message === "object" && message !== null && "request" in message && "response" in message;
}

function isListening(message: unknown): message is { server: unknown } {
  return typeof message === "object" && message !== null && "server" in message;
}
