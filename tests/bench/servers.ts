/** The measured servers: the product's build, a minimal Remix page R on the same database, and the bare page C. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { engineOf } from "../../db/engine.ts";
import { isPostgres } from "../../db/postgres/address.ts";
import { freePort } from "../support/app/server.ts";

const root = join(import.meta.dirname, "../..");
const reference = join(import.meta.dirname, "reference");
const serve = join(root, "node_modules/@remix-run/serve/dist/cli.js");
const timeoutMs = 60_000;

export interface Used {
  cpuMicros: number;
  rssBytes: number;
  longestBlockMs: number;
}

export interface Server {
  origin: string;
  pid: number;
  startMs: number;
  used: (question?: "watch" | "unwatch" | "now") => Promise<Used>;
  stop: () => Promise<void>;
}

/** `address` is a SQLite file or the URL of a PostgreSQL database. */
export function startProduct(address: string, env: Readonly<Record<string, string>> = {}): Promise<Server> {
  const onPostgres = isPostgres(address);
  return start(join(root, "deploy/start.sh"), [], root, "/login", (origin) => ({
    ...(onPostgres ? { DATABASE_URL: address } : { DATABASE_PATH: address }),
    APP_ORIGIN: origin,
    SESSION_SECRET: "a-bench-value-of-more-than-32-bytes-length",
    PAYMENT_MODE: "link",
    CHECKOUT_URL: "https://checkout.example/simline",
    MAIL_DIR: onPostgres ? mkdtempSync(join(tmpdir(), "simline-bench-mail-")) : `${address}.mail`,
    ...env,
  }));
}

/** Each start checks the record, in a process of its own which would take CPU from what is measured. */
export async function recordChecked(address: string, since: string): Promise<void> {
  const { db, close } = engineOf(address).open(address);
  try {
    const lastCheck = () => db.selectFrom("last_check").select("at").executeTakeFirst();
    while (((await lastCheck())?.at ?? "") < since) await sleep(50);
  } finally {
    await close();
  }
}

/** R: ten cards on an unmodified remix-serve. */
export function startReference(databasePath: string): Promise<Server> {
  return start(process.execPath, [serve, "../../../.cache/bench-reference/index.js"], reference, "/", () => ({
    DATABASE_PATH: databasePath,
  }));
}

/** C: a fixed 12 KB page from Node's HTTP server. */
export function startBare(): Promise<Server> {
  return start(process.execPath, [join(import.meta.dirname, "bare.ts")], root, "/", () => ({}));
}

export function buildAll(): void {
  execFileSync(process.execPath, ["tools/build.ts"], { cwd: root, stdio: "pipe" });
  execFileSync(process.execPath, [join(root, "node_modules/@remix-run/dev/dist/cli.js"), "build"], {
    cwd: reference,
    stdio: "pipe",
  });
}

async function start(
  command: string,
  args: readonly string[],
  cwd: string,
  readyPath: string,
  env: (origin: string) => Readonly<Record<string, string>>,
): Promise<Server> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: {
      NODE_OPTIONS: `--import ${join(import.meta.dirname, "probe.js")}`,
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      ...env(origin),
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const errors: string[] = [];
  child.stderr?.on("data", (text) => errors.push(String(text)));
  await waitUntilReady(child, `${origin}${readyPath}`, errors);
  const startMs = performance.now() - began;
  return {
    origin,
    pid: child.pid ?? 0,
    startMs,
    used: async (question = "now") => {
      child.send(question);
      const [answer]: Used[] = await once(child, "message");
      if (answer === undefined) throw new Error("The server sent no answer");
      return answer;
    },
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

async function waitUntilReady(child: ChildProcess, url: string, errors: readonly string[]): Promise<void> {
  for (const until = performance.now() + timeoutMs; performance.now() < until; await sleep(5)) {
    if (child.exitCode !== null) {
      if (child.stderr?.readableEnded === false) await once(child.stderr, "end");
      throw new Error(`The server exited with ${child.exitCode}: ${errors.join("")}`);
    }
    if (await answersOk(url)) return;
  }
  child.kill("SIGKILL");
  throw new Error(`No answer at ${url}: ${errors.join("")}`);
}

function answersOk(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const outgoing = request(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    outgoing.on("error", () => resolve(false)).end();
  });
}
