/** The pages and lists of settled picks: the same addresses on 1 k, 100 k and 1 M of them, in turns. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { join } from "node:path";
import { addDays } from "../../app/models/calendar-date.ts";
import { median, percentile } from "./figures.ts";
import { ask } from "./load.ts";
import type { Figure } from "./report.ts";
import { ratioOf } from "./report.ts";
import type { Seeded } from "./seed.ts";
import { seeded, today } from "./seed.ts";
import type { Server } from "./servers.ts";
import { startProduct } from "./servers.ts";

interface Pace {
  sizes: readonly number[];
  rounds: number;
  /** Of one address in one round. */
  requests: number;
  paths: readonly string[];
  /** How long picks are settled while pages are read. */
  settlingSeconds: number;
}

interface Place {
  settled: number;
  database: Seeded;
  server: Server;
  agent: Agent;
}

const last = "page=9999999";
const year = `start=${addDays(today(), -365)}&end=${today()}`;
const filters = ["", "sport=NBA", "sport=Other", "range=today", "range=yesterday", "range=last7", "range=last30", `date=${addDays(today(), -30)}`, year, `sport=MLB&${year}`];
const orders = ["", "sort=oldest", last, `sort=oldest&${last}`];
const cardOrders = ["", "sort=oldest", "sort=sport", last];

const everyPath = [
  ...["/history", "/propicks-history"].flatMap((page) => filters.flatMap((filter) => orders.map((order) => withQuery(page, [filter, order])))),
  ...cardOrders.flatMap((order) => ["", "sport=NBA", "range=last30"].map((filter) => withQuery("/my-card", ["tab=results", filter, order]))),
  ...["/api/picks/record", "/api/propicks/record"].flatMap((path) => filters.map((filter) => withQuery(path, [filter]))),
  ...["/api/picks", "/api/propicks"].map((path) => `${path}?status=settled&limit=20`),
];
const fewPaths = ["/history", withQuery("/history", ["sport=NBA", "sort=oldest", last]), withQuery("/propicks-history", ["range=last30"]), "/my-card?tab=results", "/api/picks/record"];

const quick: Pace = { sizes: [1000, 100_000], rounds: 2, requests: 10, paths: fewPaths, settlingSeconds: 3 };
const full: Pace = { sizes: [1000, 100_000, 1_000_000], rounds: 5, requests: 20, paths: everyPath, settlingSeconds: 20 };

export async function measureHistory(isQuick: boolean, say: (text: string) => void): Promise<Figure[]> {
  const pace = isQuick ? quick : full;
  const places: Place[] = [];
  for (const settled of pace.sizes) {
    say(`a database of ${settled.toLocaleString("en-US")} settled picks`);
    const database = await seeded(settled, 2);
    places.push({ settled, database, server: await startProduct(database.path), agent: new Agent({ keepAlive: true, maxSockets: 1 }) });
  }
  try {
    const pages = await measurePages(places, pace, say);
    return [...pages, ...(await measureNewRanges(places, pace)), ...(await measureSql(places, pace, say)), ...(await measureBlocks(places, pace, say))];
  } finally {
    for (const { agent, server, database } of places) {
      agent.destroy();
      await server.stop();
      database.remove();
    }
  }
}

/** What one address cost one server in one round. */
interface Cost {
  p50Ms: number;
  cpuMicros: number;
}

async function measurePages(places: readonly Place[], { rounds, requests, paths }: Pace, say: (text: string) => void): Promise<Figure[]> {
  for (const place of places) for (const path of paths) await costOf(place, () => path, 4);
  const costs = new Map<string, Cost[]>();
  for (let round = 0; round < rounds; round += 1) {
    say(`${paths.length} addresses, round ${round + 1} of ${rounds}`);
    for (const path of paths) {
      // Another one begins each round, so that none has the quiet moments.
      for (const place of [...places.slice(round % places.length), ...places.slice(0, round % places.length)]) {
        const key = `${place.settled} ${path}`;
        costs.set(key, [...(costs.get(key) ?? []), await costOf(place, () => path, requests)]);
      }
    }
  }
  const figures = (place: Place | undefined, name: keyof Cost) => paths.map((path) => median((costs.get(`${place?.settled} ${path}`) ?? []).map((cost) => cost[name])));
  return ratios("history", paths, figures(places.at(-1), "cpuMicros"), figures(places[0], "cpuMicros"), figures(places.at(-1), "p50Ms"), figures(places[0], "p50Ms"));
}

/** The worst address, and all of them together. */
function ratios(id: string, paths: readonly string[], cpu: readonly number[], cpuBefore: readonly number[], p50: readonly number[], p50Before: readonly number[]): Figure[] {
  const worst = (values: readonly number[], references: readonly number[], name: string): Figure =>
    values.map((value, index): Figure => ({ id: name, value, reference: references[index], remark: `worst: ${paths[index]}` })).reduce((most, figure) => ((ratioOf(figure) ?? 0) > (ratioOf(most) ?? 0) ? figure : most));
  return [
    worst(cpu, cpuBefore, `${id}.cpu`), worst(p50, p50Before, `${id}.p50`),
    { id: `${id}.cpu.all`, value: sum(cpu) / cpu.length, reference: sum(cpuBefore) / cpu.length }, { id: `${id}.p50.all`, value: sum(p50) / p50.length, reference: sum(p50Before) / p50.length },
  ];
}

async function measureNewRanges(places: readonly Place[], { rounds, requests }: Pace): Promise<Figure[]> {
  const costs: Cost[][] = places.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, place] of places.entries()) {
      // Ranges of about a year, each asked once.
      const path = (request: number) => `/history?start=${addDays(today(), -(700 + round * requests + request))}&end=${addDays(today(), -300)}`;
      costs[index]?.push(await costOf(place, path, requests));
    }
  }
  const of = (index: number, name: keyof Cost) => median((costs.at(index) ?? []).map((cost) => cost[name]));
  return [{ id: "history.new.cpu", value: of(-1, "cpuMicros"), reference: of(0, "cpuMicros") }, { id: "history.new.p50 ms", value: of(-1, "p50Ms"), reference: of(0, "p50Ms") }];
}

async function costOf({ server, agent, database }: Place, path: (request: number) => string, requests: number): Promise<Cost> {
  const times: number[] = [];
  const before = await server.used();
  for (let request = 0; request < requests; request += 1) {
    const { status, ms } = await ask(server.origin, { path: path(request), cookies: database.cookies }, agent);
    if (status !== 200) throw new Error(`${path(request)} answered ${status}`);
    times.push(ms);
  }
  const after = await server.used();
  return { p50Ms: percentile(times, 0.5), cpuMicros: (after.cpuMicros - before.cpuMicros) / requests };
}

/** The longest hold of the event loop at the largest size: while the pages are read, and in the first seconds of a server while picks are settled. */
async function measureBlocks(places: readonly Place[], { paths, settlingSeconds }: Pace, say: (text: string) => void): Promise<Figure[]> {
  const place = places.at(-1);
  if (place === undefined) return [];
  say("blocks of the event loop");
  await place.server.used("watch");
  for (const path of paths) await costOf(place, () => path, 2);
  const { longestBlockMs: warm } = await place.server.used("unwatch");
  const fresh = { ...place, server: await startProduct(place.database.path) };
  try {
    await fresh.server.used("watch");
    const settling = runModel("model-writes.ts", place.database.path, ["--seconds", String(settlingSeconds), "--pause", "200"]);
    while (settling.running()) for (const path of paths.slice(0, 12)) await costOf(fresh, () => path, 1);
    await settling.said;
    const { longestBlockMs } = await fresh.server.used("unwatch");
    return [{ id: "history.block", value: warm }, { id: "settled.block", value: longestBlockMs, remark: "started cold" }];
  } finally {
    await fresh.server.stop();
  }
}

/** The SQL alone, in a process without a server. */
async function measureSql(places: readonly Place[], { rounds }: Pace, say: (text: string) => void): Promise<Figure[]> {
  say("the SQL of the model's operations");
  const all = places.map((): Record<string, number>[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { database }] of places.entries()) all[index]?.push(await runModel("model-reads.ts", database.path, []).said);
  }
  const of = (index: number, name: string) => median((all.at(index) ?? []).map((said) => said[name] ?? Number.NaN));
  const figure = (id: string, name: string): Figure => ({ id, value: of(-1, name), reference: of(0, name) });
  return [figure("history.sql", "p95Ms"), figure("history: most statements of an operation", "statements"), figure("history: most rows of an operation", "rows")];
}

/** Runs a program of this folder on a database; it prints one JSON object of numbers. */
export function runModel(name: string, databasePath: string, args: readonly string[]): { running: () => boolean; said: Promise<Record<string, number>> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, name), ...args], { env: { PATH: process.env.PATH, NODE_ENV: "production", DEMO: "1", DATABASE_PATH: databasePath }, stdio: ["ignore", "pipe", "inherit"] });
  const words: string[] = [];
  child.stdout.on("data", (text) => words.push(String(text)));
  const said = once(child, "close").then(([code]) => {
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
    return parsed(words.join(""));
  });
  return { running: () => child.exitCode === null, said };
}

function parsed(text: string): Record<string, number> {
  return JSON.parse(text);
}

function withQuery(path: string, parts: readonly string[]): string {
  const query = parts.filter((part) => part !== "").join("&");
  return query === "" ? path : `${path}?${query}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
