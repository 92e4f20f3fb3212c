/** The load generator: wrk when it is installed, otherwise autocannon, which needs several times the CPU. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";
import { percentile } from "./figures.ts";

export interface Asked {
  path: string;
  headers: Readonly<Record<string, string>>;
}

export interface Answers {
  answers: number;
  seconds: number;
  refused: number;
  faults: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

const connections = 16;
const run = promisify(execFile);

export const generator = spawnSync("wrk", ["--version"]).error ? "autocannon" : "wrk";

/** Sends the requests in turn over 16 connections, each as fast as it gets answers. */
export function drive(origin: string, requests: readonly Asked[], seconds: number): Promise<Answers> {
  return generator === "wrk" ? byWrk(origin, requests, seconds) : byAutocannon(origin, requests, seconds);
}

async function byWrk(origin: string, requests: readonly Asked[], seconds: number): Promise<Answers> {
  const folder = mkdtempSync(join(tmpdir(), "simline-wrk-"));
  const list = join(folder, "requests");
  writeFileSync(
    list,
    requests
      .map(
        ({ path, headers }) =>
          `${[path, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join("\t")}\n`,
      )
      .join(""),
  );
  try {
    const { stdout } = await run("wrk", [
      "--threads",
      "1",
      "--connections",
      String(connections),
      "--duration",
      `${seconds}s`,
      "--script",
      join(import.meta.dirname, "wrk.lua"),
      origin,
      "--",
      list,
    ]);
    return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Splits the requests over the connections; otherwise all would start with the same one. */
async function byAutocannon(origin: string, requests: readonly Asked[], seconds: number): Promise<Answers> {
  const times: number[] = [];
  const shares =
    requests.length < connections
      ? []
      : Array.from({ length: connections }, (_empty, connection) =>
          requests.filter((_request, index) => index % connections === connection),
        );
  const running = autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests,
    setupClient: (client) => client.setRequests(shares.pop() ?? requests),
  });
  void running.on("response", (_client: unknown, _status: number, _bytes: number, ms: number) => times.push(ms));
  const { errors, timeouts, duration, ...statuses } = await running;
  const refused = times.length - statuses["2xx"] - statuses["3xx"];
  return {
    answers: times.length,
    seconds: duration,
    refused,
    faults: errors + timeouts,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    p99Ms: percentile(times, 0.99),
  };
}
