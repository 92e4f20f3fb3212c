/** The built app in its own process, with a given database file and port, so that it can be restarted on them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { environmentOf } from "../database/migrated.ts";

const preloads = ["end-with-tests", "record-check"].map((name) => `--import ./tests/support/app/${name}.ts`).join(" ");
export const sessionSecret = "a-test-value-of-more-than-32-bytes-length";

export interface Launch {
  /** The address of its database. */
  path: string;
  port: number;
  mailFolder?: string;
  env?: Readonly<Record<string, string>>;
  outputTo?: number;
}

export interface Server {
  origin: string;
  pid: number;
  errors: () => string;
  /** Its stdout: the "listening" line, then the request log. */
  output: () => string;
  stopReading: () => void;
  /** Sends the signal and resolves with the exit code; null when a signal ended it. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
  gone: Promise<number | null>;
}

/** Starts the server and waits until it listens. Throws with its stderr when it exits first. */
export async function launch(launch: Launch): Promise<Server> {
  const { server, started } = begin(launch);
  const listens = await Promise.race([started, server.gone]);
  if (listens !== "listening") throw new Error(`The server ended with ${listens}: ${server.errors()}`);
  return server;
}

/** Works like `launch`, on a free port; on the next one when another program took it before the start. */
export async function launchOnFreePort(options: Omit<Launch, "port">): Promise<Server> {
  for (;;) {
    try {
      return await launch({ ...options, port: await freePort() });
    } catch (error) {
      if (!String(error).includes("is taken by another program")) throw error;
    }
  }
}

/** Starts the server without waiting. `started` never rejects and may never resolve. */
export function begin({ path, port, mailFolder, env: { NODE_OPTIONS = "", ...env } = {}, outputTo }: Launch): {
  server: Server;
  started: Promise<"listening">;
} {
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn("deploy/start.sh", [], {
    stdio: ["pipe", outputTo ?? "pipe", "pipe"],
    env: {
      NODE_OPTIONS: `${preloads} ${NODE_OPTIONS}`,
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      ...environmentOf(path),
      APP_ORIGIN: origin,
      SESSION_SECRET: sessionSecret,
      // Tests choose their address.
      TRUST_PROXY: "1",
      PAYMENT_MODE: "link",
      CHECKOUT_URL: "https://checkout.example/simline",
      LINK_SIGNUPS: "open",
      SAMPLES: "keep",
      ...(mailFolder === undefined ? {} : { MAIL_DIR: mailFolder }),
      ...env,
    },
  });
  const [errors, output]: [string[], string[]] = [[], []];
  child.stdout?.on("data", (text) => output.push(String(text)));
  child.stderr?.on("data", (text) => errors.push(String(text)));
  const gone = once(child, "exit").then(() => child.exitCode);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return gone;
  };
  return {
    server: {
      origin,
      pid: child.pid ?? 0,
      errors: () => errors.join(""),
      output: () => output.join(""),
      stopReading: () => void child.stdout?.destroy(),
      end,
      gone,
    },
    started: listening(child),
  };
}

/** Milliseconds until the first 200. Throws when the server exits first, or after ten seconds. */
export async function firstAnswer({ origin, gone, errors }: Server): Promise<number> {
  const [began, ended] = [performance.now(), gone.then(() => "ended" as const)];
  while (performance.now() - began < 10_000) {
    const answer = await Promise.race([
      fetch(origin).then(
        ({ status }) => status,
        () => null,
      ),
      ended,
    ]);
    if (answer === 200) return performance.now() - began;
    if (answer === "ended") throw new Error(`The server ended: ${errors()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`No answer after ten seconds: ${errors()}`);
}

let ports = 0;

/** A port below the ephemeral range, from a block of two thousand for each of the test runner's workers. */
export async function freePort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? "0") % 10;
  for (;;) {
    const port = 11_000 + worker * 2000 + ((process.pid * 100 + ports) % 2000);
    ports += 1;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => ("code" in error && error.code === "EADDRINUSE" ? resolve(false) : reject(error)));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

function listening(child: ChildProcess): Promise<"listening"> {
  return new Promise((resolve) => {
    child.stdout?.on("data", (text) => String(text).includes("[remix-serve]") && resolve("listening"));
  });
}
