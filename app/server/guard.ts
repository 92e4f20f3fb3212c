/**
 * Loaded into the server process before remix-serve (`node --import ./build/guard.js`): checks the environment, migrates, and adds to every
 * response and connection what remix-serve lacks. It uses Node's documented event `http.server.request.start`, which hands over request
 * and response before any handler runs. Nothing is patched.
 */
import { statSync } from "node:fs";
import type { Server } from "node:http";
import { whosePeopleIn } from "../../db/demo/accounts.ts";
import { migrate } from "../../db/migrate.ts";
import { secondMs } from "../durations.ts";
import type { Env } from "../env.server.ts";
import { whenListening } from "./listening.server.ts";
import { stopInOrder } from "./stop.server.ts";

const leastNode = 24;

// A log that can't be written, for want of room or of a reader, is no reason to stop serving. It goes on when there is room again.
process.stdout.on("error", () => undefined);
const env = await start();
// After the environment was checked, which they read.
const { logError } = await import("../log.server.ts");
const { prepareRequests } = await import("./prepare.server.ts");

prepareRequests();
// Before it listens: the first connection has its limits too.
whenListening(setLimits);

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
  stopInOrder(server);
}
