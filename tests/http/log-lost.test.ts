/** A log that can't be written, on a full disk or to a reader that has gone, takes nothing from those who visit. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { migrate } from "../../db/migrate.ts";
import { freePort, sessionSecret } from "../support/server.ts";
import { soon } from "../support/soon.ts";

const program = ["--import", "./build/guard.js", "node_modules/@remix-run/serve/dist/cli.js", "build/index.js"];

let folder: string;
let path: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "simline-log-"));
  path = join(folder, "app.db");
  await migrate(path);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the server with this output, and gives the answers to five requests and the code with which it ends at SIGTERM. */
async function served(output: "pipe" | number): Promise<[statuses: number[], code: number | null]> {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(process.execPath, program, {
    stdio: ["ignore", output, "ignore"],
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: new URL(origin).port, DATABASE_PATH: path, APP_ORIGIN: origin, SESSION_SECRET: sessionSecret, PAYMENT_MODE: "link", CHECKOUT_URL: "https://checkout.example/simline" },
  });
  const ended = once(child, "exit");
  child.stdout?.once("data", () => child.stdout?.destroy());
  const statuses: number[] = [];
  while (statuses.length < 5) {
    // It may not listen yet.
    await vi.waitFor(async () => expect(child.exitCode ?? (await fetch(origin)).status).not.toBeNull(), soon);
    statuses.push(await fetch(`${origin}/healthz`).then(({ status }) => status, () => 0));
  }
  child.kill("SIGTERM");
  await ended;
  return [statuses, child.exitCode];
}

test("the server goes on when the reader of its output has gone", async () => expect(await served("pipe")).toEqual([[200, 200, 200, 200, 200], 0]));

test.skipIf(!existsSync("/dev/full"))("the server goes on when there is no room for its output", async () => {
  const full = openSync("/dev/full", "w");
  try {
    expect(await served(full)).toEqual([[200, 200, 200, 200, 200], 0]);
  } finally {
    closeSync(full);
  }
});
