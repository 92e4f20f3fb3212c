/**
 * `WORKERS=2 npm start`: as many server processes on one port. Starts one anew that ends by itself, later each time it
 * does so soon. Arguments: how many, then Node's flags for them.
 */
import cluster, { type Worker } from "node:cluster";

const [, , number, ...flags] = process.argv;
const count = Number(number);
const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** Who ran for so long was started well. */
const steadyMs = 60_000;

let isServing = false;
let isStopping = false;
let pauseMs = firstPauseMs;

cluster.setupPrimary({
  exec: "node_modules/@remix-run/serve/dist/cli.js",
  args: ["build/index.js"],
  execArgv: [...flags, "--import", "./app/server/guard.ts"],
});

for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.on(signal, () => {
    isStopping = true;
    for (const worker of running()) worker.process.kill("SIGTERM");
  });

// The others wait for the first one, which migrates the database and says what is wrong with the environment.
start().once("listening", () => {
  isServing = true;
  for (let others = count - 1; others > 0; others -= 1) start();
});

function start(): Worker {
  const began = performance.now();
  const worker = cluster.fork();
  // What was sent to a process that has just died: without a listener it would end this one too. Its exit is told below.
  worker.on("error", () => undefined);
  worker.once("exit", (code, signal) => {
    if (!isServing) process.exit(code || 1);
    if (isStopping) return;
    if (performance.now() - began >= steadyMs) pauseMs = firstPauseMs;
    const how = signal || `exit code ${code}`;
    tell(
      `A server process ended (${how}). Another one starts in ${pauseMs / 1000} s; ${running().length} of ${count} run.`,
    );
    setTimeout(() => isStopping || start(), pauseMs);
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  });
  return worker;
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => (worker && !worker.isDead() ? [worker] : []));
}

/** As log.server.ts does, without the environment's checks: a server process does them. */
function tell(message: string): void {
  console.error(JSON.stringify({ time: new Date().toISOString(), level: "error", message }));
}
