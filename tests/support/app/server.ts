/** The built app in a process of its own, on a file and a port that it can be started on again. */
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

export const sessionSecret = "a-test-value-of-more-than-32-bytes-length";

export interface Launch {
  /** The database file. */
  path: string;
  port: number;
  mailFolder?: string;
  /** Adds to the environment of a production server, or changes it. */
  env?: Readonly<Record<string, string>>;
  /** The open file that its output goes to, where nobody reads that here. */
  outputTo?: number;
}

export interface Server {
  origin: string;
  pid: number;
  /** What it wrote to its error output. */
  errors: () => string;
  /** What it wrote to its output: the request log, from the line that says where it listens. */
  output: () => string;
  /** Goes away as the reader of that. */
  stopReading: () => void;
  /** Sends the signal and gives the exit code once the process is gone; null = a signal ended it. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
  /** Resolves with the exit code when the process is gone. */
  gone: Promise<number | null>;
}

/** Starts it and waits until it listens. Throws with what it said when it ends instead. */
export async function launch(launch: Launch): Promise<Server> {
  const { server, started } = begin(launch);
  const listens = await Promise.race([started, server.gone]);
  if (listens !== "listening") throw new Error(`The server ended with ${listens}: ${server.errors()}`);
  return server;
}

/** Starts it without waiting for anything. `started` resolves with "listening", or never. */
export function begin({ path, port, mailFolder, env = {}, outputTo }: Launch): { server: Server; started: Promise<"listening"> } {
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn("deploy/start.sh", [], {
    stdio: ["pipe", outputTo ?? "pipe", "pipe"],
    env: {
      NODE_OPTIONS: "--import ./tests/support/app/end-with-tests.ts", PATH: process.env.PATH, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), DATABASE_PATH: path, APP_ORIGIN: origin,
      SESSION_SECRET: sessionSecret, PAYMENT_MODE: "link", CHECKOUT_URL: "https://checkout.example/simline", LINK_SIGNUPS: "open",
      ...(mailFolder === undefined ? {} : { MAIL_DIR: mailFolder }), ...env,
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
  return { server: { origin, pid: child.pid ?? 0, errors: () => errors.join(""), output: () => output.join(""), stopReading: () => void child.stdout?.destroy(), end, gone }, started: listening(child) };
}

/** Milliseconds until the first 200. Throws when the server ends before, or after ten seconds. */
export async function firstAnswer({ origin, gone, errors }: Server): Promise<number> {
  const [began, ended] = [performance.now(), gone.then(() => "ended" as const)];
  while (performance.now() - began < 10_000) {
    const answer = await Promise.race([fetch(origin).then(({ status }) => status, () => null), ended]);
    if (answer === 200) return performance.now() - began;
    if (answer === "ended") throw new Error(`The server ended: ${errors()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`No answer after ten seconds: ${errors()}`);
}

let ports = 0;

/** A port of 127.0.0.1 below those that systems give away by themselves, in a hundred of this process's own: nobody takes it before the server does. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + ((process.pid * 100 + ports) % 20_000);
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
