/**
 * Loaded before remix-serve (`node --import ./app/server/guard.ts`): checks the environment, migrates, and adds limits,
 * logging and headers to every connection and request, through Node's documented diagnostics_channel events. It changes
 * how three packages are loaded: joined-packages.server.ts and rank-routes-once.server.ts.
 */
import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { secondMs } from "../time/durations.ts";
import type { Env } from "../env.server.ts";
import { isRequestStart, requestStart } from "../request-start.ts";
import { loadJoinedPackages } from "./joined-packages.server.ts";
import { expectRoutesRankedOnce, rankRoutesOnce } from "./rank-routes-once.server.ts";
import { shutDown } from "./stop.server.ts";

const minNodeVersion = 24;

// A failing log (full disk, closed pipe) must not stop the server.
process.stdout.on("error", () => undefined);
loadJoinedPackages();
rankRoutesOnce();
const env = await start();
// Imported late: these modules read the environment, which start() has checked.
const { logError } = await import("../log.server.ts");
const { prepareRequest } = await import("./requests.server.ts");
const { silenceRemixServe } = await import("./request-log.server.ts");
const { Server: HttpServer } = process.getBuiltinModule("node:http");

silenceRemixServe();
subscribe(requestStart, (message) => {
  if (isRequestStart(message)) prepareRequest(message.request, message.response);
});
// Set at listen, so that the limits also apply to the first connection.
subscribe("tracing:net.server.listen:asyncStart", (message) => {
  if (isListening(message) && message.server instanceof HttpServer) {
    expectRoutesRankedOnce();
    setLimits(message.server);
  }
});

process.once("uncaughtException", (error: NodeJS.ErrnoException) => {
  if (error.code === "EADDRINUSE")
    console.error(`Port ${env.PORT} is taken by another program. Set PORT to a free one.`);
  else if (error.syscall === "listen" || error.syscall === "getaddrinfo")
    console.error(
      `The server can't listen on ${env.HOST}, port ${env.PORT} (${error.code}). Set HOST and PORT to an address of this machine.`,
    );
  else logError("Uncaught exception: the server stops", error);
  process.exit(1);
});

async function start(): Promise<Env> {
  try {
    // On an older Node the SQLite driver crashes without a message.
    if (parseInt(process.versions.node, 10) < minNodeVersion)
      throw new Error(
        `This program needs Node ${minNodeVersion} but runs on ${process.version}. Start it with node_modules/.bin/node, which npm ci installs.`,
      );
    // Imported late: they load the packages above.
    const { env, setListenAddress } = await import("../env.server.ts");
    const { isNewDatabase, migrate } = await import("../../db/migrate.ts");
    const { engineOf } = await import("../../db/engine.ts");
    const { accountsIn } = await import("../../db/demo/accounts.ts");
    const { log } = await import("../log.server.ts");
    const { fileOf, nameOf } = engineOf(env.DATABASE);
    const name = nameOf(env.DATABASE);
    const applied = await migrate(env.DATABASE);
    const { startLedger } = await import("../../db/start-ledger.ts");
    await startLedger(env.DATABASE);
    if (env.NODE_ENV === "production" && !env.DEMO && (await accountsIn(env.DATABASE)) === "demo")
      throw new Error(
        `${name} has demo accounts, whose password is public. Set DATABASE_PATH to another file, or DATABASE_URL to another database.`,
      );
    const copied = fileOf(env.DATABASE) === null ? "" : " A copy from before is in the same folder.";
    if (isNewDatabase(applied)) log(`A new, empty database was created: ${name}`);
    else if (applied.length > 0) log(`The database was migrated: ${applied.join(", ")}.${copied}`);
    setListenAddress();
    return env;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

function setLimits(server: Server): void {
  // Node's default is a check every 30 s; it must be set before listening.
  Object.assign(server, { connectionsCheckingInterval: secondMs });
  server.headersTimeout = 10 * secondMs;
  server.requestTimeout = 30 * secondMs;
  // Longer than the 30 s refresh of Today's Picks; otherwise every refresh opens a new connection.
  server.keepAliveTimeout = 40 * secondMs;
  shutDown(server);
}

function isListening(message: unknown): message is { server: unknown } {
  return typeof message === "object" && message !== null && "server" in message;
}
