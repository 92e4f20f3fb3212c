/**
 * `npm run soak -- --minutes 60 [--rate 40] [--folder DIR]`: the production build under mixed load on demo data.
 * Fails when memory, handles, the WAL or response times grow. Needs a build, and Linux for /proc.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "../../db/sqlite/open.ts";
import { firstAnswer, freePort, launch } from "../support/app/server.ts";
import { prepareMix } from "./load.ts";
import { growsBeyond, quantile, slopeOf } from "./slope.ts";

interface Sample {
  minute: number;
  requests: number;
  /** The minute's minimum in MB: what remains after garbage collection. */
  rss: number;
  heap: number;
  /** Allocated heap and external buffers, in MB. The rest of `rss` is code, SQLite and the allocator. */
  heapTotal: number;
  buffers: number;
  handles: number;
  /** The minute's maximum in MB. */
  wal: number;
  p50: number;
  p99: number;
  errors: number;
}

const bounds = [
  { metric: "rss", unit: "MB", perHour: 40, max: 400 },
  { metric: "heap", unit: "MB", perHour: 15, max: 200 },
  { metric: "handles", unit: "", perHour: 5, max: 400 },
  { metric: "wal", unit: "MB", perHour: 5, max: 64 },
  { metric: "p99", unit: "ms", perHour: 100, max: 5000 },
] as const;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    rate: { type: "string", default: "40" },
    folder: { type: "string" },
  },
});
const [minutes, rate] = [Number(values.minutes), Number(values.rate)];
if (!(minutes >= 4) || !(rate > 0)) throw new Error("--minutes must be at least 4 and --rate more than 0.");
// During the warm-up caches fill and code is compiled, which is not a leak.
const warmUp = Math.min(10, Math.ceil(minutes / 4));
const maxInProgress = 100;
const megabyte = 1024 * 1024;

const folder = values.folder ?? mkdtempSync(join(tmpdir(), "simline-soak-"));
mkdirSync(folder, { recursive: true });
const [path, heapFile] = [join(folder, "soak.db"), join(folder, "heap.json")];
const filled = spawnSync(process.execPath, ["db/demo-fill.ts"], {
  env: { PATH: process.env.PATH, NODE_ENV: "production", DATABASE_PATH: path, DEMO: "1" },
  encoding: "utf8",
});
if (filled.status !== 0) throw new Error(filled.stderr);

const server = await launch({
  path,
  port: await freePort(),
  mailFolder: join(folder, "mail"),
  env: {
    DEMO: "1",
    TRUST_PROXY: "1",
    SOAK_HEAP_FILE: heapFile,
    NODE_OPTIONS: `--import ${join(import.meta.dirname, "heap.ts")}`,
  },
});
await firstAnswer(server);
const connection = openDatabase(path);
const step = await prepareMix(connection, server.origin);
connection.sqlite.close();

let [times, errors, inProgress, notSent]: [number[], string[], number, number] = [[], [], 0, 0];
const samples: Sample[] = [];
say(
  `${minutes} minutes, ${rate} requests a second, warm-up ${warmUp} minutes, Node ${process.version}, pid ${server.pid}`,
);
say("minute  requests  rss MB  heap MB  of MB  buffers  handles  wal MB  p50 ms  p99 ms  errors");
const load = setInterval(() => void send(), 1000 / rate);
for (let minute = 1; minute <= minutes; minute += 1) note(await watchFor(60, minute));
clearInterval(load);
const code = await server.end("SIGTERM");
const verdicts = verdictsFor(samples.filter(({ minute }) => minute > warmUp));
for (const { line } of verdicts) say(line);
if (notSent > 0) say(`${notSent} requests were not sent, because ${maxInProgress} were in progress.`);
say(
  `The server exited with ${code}. Requests: ${samples.reduce((sum, { requests }) => sum + requests, 0)}, errors: ${samples.reduce((sum, sample) => sum + sample.errors, 0)}.`,
);
if (server.errors() !== "") say(`Its stderr:\n${server.errors().slice(0, 2000)}`);
if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
const failed = verdicts.some(({ good }) => !good) || code !== 0 || samples.some((sample) => sample.errors > 0);
say(failed ? "FAILED" : "Passed.");
process.exitCode = failed ? 1 : 0;

async function send(): Promise<void> {
  if (inProgress >= maxInProgress) return void (notSent += 1);
  inProgress += 1;
  const began = performance.now();
  const problem = await step().catch((error: unknown) =>
    error instanceof Error ? `${error.message} ${String(error.cause ?? "")}` : "unknown",
  );
  times.push(performance.now() - began);
  if (problem !== null) errors.push(problem);
  inProgress -= 1;
}

async function watchFor(seconds: number, minute: number): Promise<Sample> {
  const seen: (Memory & { rss: number; handles: number; wal: number })[] = [];
  for (let second = 0; second < seconds; second += 2) {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    seen.push({
      rss: rssOf(server.pid),
      ...memoryOf(),
      handles: readdirSync(`/proc/${server.pid}/fd`).length,
      wal: sizeOf(`${path}-wal`),
    });
  }
  const least = (pick: (one: (typeof seen)[number]) => number) => Math.min(...seen.map(pick));
  const sorted = times.sort((one, other) => one - other);
  const sample = {
    minute,
    requests: sorted.length,
    rss: least(({ rss }) => rss),
    heap: least(({ heap }) => heap),
    heapTotal: least(({ heapTotal }) => heapTotal),
    buffers: least(({ buffers }) => buffers),
    handles: least(({ handles }) => handles),
    wal: Math.max(...seen.map(({ wal }) => wal)),
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    errors: errors.length,
  };
  for (const [problem, count] of counted(errors)) say(`        ${count} x ${problem}`);
  [times, errors] = [[], []];
  return sample;
}

function note(sample: Sample): void {
  samples.push(sample);
  const { minute, requests, rss, heap, heapTotal, buffers, handles, wal, p50, p99, errors: wrong } = sample;
  const cells = [
    [minute, 6, 0],
    [requests, 8, 0],
    [rss, 6, 0],
    [heap, 7, 1],
    [heapTotal, 5, 0],
    [buffers, 7, 1],
    [handles, 7, 0],
    [wal, 6, 1],
    [p50, 6, 0],
    [p99, 6, 0],
    [wrong, 6, 0],
  ] as const;
  say(cells.map(([value, width, decimals]) => value.toFixed(decimals).padStart(width)).join("  "));
}

function verdictsFor(after: Sample[]): { line: string; good: boolean }[] {
  return bounds.map(({ metric, unit, perHour, max }) => {
    const slope = slopeOf(after.map((sample) => ({ x: sample.minute, y: sample[metric] })));
    const highest = Math.max(...after.map((sample) => sample[metric]));
    const good = !growsBeyond(slope, perHour) && highest <= max;
    const amount = `${slope.perHour.toFixed(1)} ± ${(2 * slope.error).toFixed(1)} ${unit}/h (at most ${perHour}), highest ${highest.toFixed(1)} ${unit} (at most ${max})`;
    return { line: `${metric.padEnd(8)} ${good ? "ok    " : "FAILED"} ${amount}`, good };
  });
}

function counted(texts: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts];
}

function rssOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

type Memory = Pick<Sample, "heap" | "heapTotal" | "buffers">;

function memoryOf(): Memory {
  try {
    const { heapUsed, heapTotal, external }: NodeJS.MemoryUsage = JSON.parse(readFileSync(heapFile, "utf8"));
    return { heap: heapUsed / megabyte, heapTotal: heapTotal / megabyte, buffers: external / megabyte };
  } catch {
    // The file doesn't exist yet, or is just being written.
    return { heap: Number.POSITIVE_INFINITY, heapTotal: Number.POSITIVE_INFINITY, buffers: Number.POSITIVE_INFINITY };
  }
}

function sizeOf(file: string): number {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / megabyte;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
