/**
 * The pages and lists of settled picks: the same addresses on 1 k, 100 k and 1 M of them, in turns. A page of a few days is compared with that of a
 * service whose first thousand picks are of one month: spread over ten years they would leave it empty, and more would cost more.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { join } from "node:path";
import { addDays } from "../../app/models/calendar-date.ts";
import { median, medians, percentile } from "./figures.ts";
import { ask } from "./load.ts";
import type { Figure } from "./report.ts";
import type { Seeded } from "./seed.ts";
import { seeded, today } from "./seed.ts";
import type { Server } from "./servers.ts";
import { startProduct } from "./servers.ts";

interface Pace {
  sizes: readonly number[];
  rounds: number;
  /** Of one address in one round. */
  requests: number;
  /** For the addresses that look worst, again, since the largest of many figures is mostly the unluckiest. */
  moreRounds: number;
  paths: readonly string[];
  /** How long picks are settled while pages are read. */
  settlingSeconds: number;
}

interface Place {
  /** What its figures go by. */
  name: string;
  database: Seeded;
  server: Server;
  agent: Agent;
}

const smallest = 1000;
const monthDays = 31;
const looksWorst = 8;
const fewDays = /\b(?:range|date)=/;

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

const quick: Pace = { sizes: [smallest, 100_000], rounds: 2, requests: 10, moreRounds: 3, paths: fewPaths, settlingSeconds: 3 };
const full: Pace = { sizes: [smallest, 100_000, 1_000_000], rounds: 5, requests: 20, moreRounds: 15, paths: everyPath, settlingSeconds: 20 };

export async function measureHistory(isQuick: boolean, say: (text: string) => void): Promise<Figure[]> {
  const pace = isQuick ? quick : full;
  const places: Place[] = [];
  for (const settled of pace.sizes) {
    say(`a database of ${settled.toLocaleString("en-US")} settled picks`);
    places.push(await openPlace(String(settled), await seeded(settled, 2)));
  }
  const young = await openPlace("young", await seeded(smallest, 2, monthDays));
  try {
    const pages = await measurePages(places, young, pace, say);
    return [...pages, ...(await measureNewRanges(places, pace)), ...(await measureSql(places, pace, say)), ...(await measureBlocks(places, pace, say))];
  } finally {
    for (const { agent, server, database } of [...places, young]) {
      agent.destroy();
      await server.stop();
      database.remove();
    }
  }
}

async function openPlace(name: string, database: Seeded): Promise<Place> {
  return { name, database, server: await startProduct(database.path), agent: new Agent({ keepAlive: true, maxSockets: 1 }) };
}

/** What one address cost one server in one round. */
type Cost = Record<"p50Ms" | "cpuMicros", number>;

async function measurePages(places: readonly Place[], young: Place, { rounds, requests, moreRounds, paths }: Pace, say: (text: string) => void): Promise<Figure[]> {
  const compared = (path: string) => [fewDays.test(path) ? young : (places[0] ?? young), ...places.slice(1)];
  for (const place of [...places, young]) for (const path of paths) await costOf(place, () => path, 4);
  const all = await costsOf(paths, compared, requests, rounds, say);
  const alike = await showingAsMuch(all, compared);
  const suspects = new Set((["cpuMicros", "p50Ms"] as const).flatMap((name) => [...alike].sort((one, other) => grown(other, name) - grown(one, name)).slice(0, looksWorst).map(({ path }) => path)));
  const again = await costsOf(paths.filter((path) => suspects.has(path)), compared, requests, moreRounds, say);
  const worst = (id: string, name: keyof Cost): Figure => {
    const most = again.reduce((one, other) => (grown(other, name) > grown(one, name) ? other : one));
    return { id, value: most.largest[name], reference: most.smallest[name], remark: `worst of ${alike.length} that show as many picks: ${most.path}` };
  };
  const together = (id: string, name: keyof Cost): Figure => ({ id, value: mean(all.map(({ largest }) => largest[name])), reference: mean(all.map(({ smallest }) => smallest[name])) });
  return [worst("history.cpu", "cpuMicros"), worst("history.p50", "p50Ms"), together("history.cpu.all", "cpuMicros"), together("history.p50.all", "p50Ms")];
}

/** What an address costs at the two ends, medians of the rounds. */
interface Compared {
  path: string;
  smallest: Cost;
  largest: Cost;
}

async function costsOf(paths: readonly string[], compared: (path: string) => readonly Place[], requests: number, rounds: number, say: (text: string) => void): Promise<Compared[]> {
  const costs = new Map<string, Cost[][]>(paths.map((path) => [path, compared(path).map(() => [])]));
  for (let round = 0; round < rounds; round += 1) {
    say(`${paths.length} addresses, round ${round + 1} of ${rounds}`);
    for (const path of paths) {
      // Another one begins each round, so that none has the quiet moments.
      const places = compared(path).map((place, index) => ({ place, index }));
      for (const { place, index } of [...places.slice(round % places.length), ...places.slice(0, round % places.length)]) costs.get(path)?.[index]?.push(await costOf(place, () => path, requests));
    }
  }
  return paths.map((path) => ({ path, smallest: medians(costs.get(path)?.at(0) ?? []), largest: medians(costs.get(path)?.at(-1) ?? []) }));
}

/** Those that show as many picks at both ends: on its last page a list shows from one to five, and more cost more at any size. */
async function showingAsMuch(all: readonly Compared[], compared: (path: string) => readonly Place[]): Promise<Compared[]> {
  const shown = async (path: string, place: Place | undefined) => {
    const answer = await fetch(`${place?.server.origin}${path}`, { headers: { Cookie: place?.database.cookies[0] ?? "" } });
    return (await answer.text()).match(/<article\b|"closing_line"/g)?.length ?? 0;
  };
  const counts = await Promise.all(all.map(async ({ path }) => [await shown(path, compared(path).at(0)), await shown(path, compared(path).at(-1))]));
  return all.filter((_, index) => counts[index]?.[0] === counts[index]?.[1]);
}

function grown({ smallest, largest }: Compared, name: keyof Cost): number {
  return largest[name] / smallest[name];
}

async function measureNewRanges(places: readonly Place[], { moreRounds, requests }: Pace): Promise<Figure[]> {
  const costs: Cost[][] = places.map(() => []);
  for (let round = 0; round < moreRounds; round += 1) {
    for (const [index, place] of places.entries()) {
      // Ranges of four hundred days, each asked once.
      const path = (request: number) => {
        const moved = round * requests + request;
        return `/history?start=${addDays(today(), -(700 + moved))}&end=${addDays(today(), -(300 + moved))}`;
      };
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

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
