/**
 * The pages and lists of settled picks: the same addresses on 1 k, 100 k and 1 M of them, in turns. A page of a few days is compared with that of a
 * service whose first thousand picks are of one month: spread over fifty years they would leave it empty, and more would cost more.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { join } from "node:path";
import { addDays } from "../../app/models/calendar-date.ts";
import { medians, percentile } from "./figures.ts";
import { ask } from "./load.ts";
import type { Figure } from "./report.ts";
import type { Seeded } from "./seed.ts";
import { seeded, today } from "./seed.ts";
import type { Server } from "./servers.ts";
import { startProduct } from "./servers.ts";

interface Pace {
  sizes: readonly (keyof typeof names)[];
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
  /** What its figures go by: those of the first are what the others are held against. */
  name: string;
  database: Seeded;
  server: Server;
  agent: Agent;
}

const names = { 1000: "1 k", 100_000: "history", 1_000_000: "million" } as const;
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

const quick: Pace = { sizes: [1000, 100_000], rounds: 2, requests: 10, moreRounds: 3, paths: fewPaths, settlingSeconds: 3 };
const full: Pace = { sizes: [1000, 100_000, 1_000_000], rounds: 5, requests: 20, moreRounds: 15, paths: everyPath, settlingSeconds: 20 };

export async function measureHistory(isQuick: boolean, say: (text: string) => void): Promise<Figure[]> {
  const pace = isQuick ? quick : full;
  const places: Place[] = [];
  for (const settled of pace.sizes) {
    say(`a database of ${settled.toLocaleString("en-US")} settled picks`);
    places.push(await openPlace(names[settled], await seeded(settled, 2)));
  }
  const young = await openPlace("young", await seeded(1000, 2, monthDays));
  try {
    const figures = await measurePages(places, young, pace, say);
    for (const place of places.slice(1)) figures.push(...(await measureBlocks(place, pace, say)));
    return figures;
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
type Cost = Record<(typeof kinds)[number], number>;
const kinds = ["p50Ms", "cpuMicros"] as const;

async function measurePages(places: readonly Place[], young: Place, { rounds, requests, moreRounds, paths }: Pace, say: (text: string) => void): Promise<Figure[]> {
  const compared = (path: string) => [fewDays.test(path) ? young : (places[0] ?? young), ...places.slice(1)];
  for (const place of [...places, young]) for (const path of paths) await costOf(place, () => path, 4);
  const all = await costsOf(paths, compared, requests, rounds, say);
  const alike = await showingAsMuch(all, compared);
  const larger = places.map(({ name }, index) => ({ name, index })).slice(1);
  const suspects = new Set(larger.flatMap(({ index }) => kinds.flatMap((kind) => [...alike].sort((one, other) => grown(other, index, kind) - grown(one, index, kind)).slice(0, looksWorst).map(({ path }) => path))));
  const again = await costsOf(paths.filter((path) => suspects.has(path)), compared, requests, moreRounds, say);
  return larger.flatMap(({ name, index }) => [
    { id: `${name}.cpu`, ...worst(again, index, "cpuMicros", alike.length) }, { id: `${name}.p50`, ...worst(again, index, "p50Ms", alike.length) },
    { id: `${name}: all pages together, CPU us`, ...together(all, index, "cpuMicros") }, { id: `${name}: all pages together, p50 ms`, ...together(all, index, "p50Ms") },
  ]);
}

function worst(compared: readonly Compared[], index: number, kind: keyof Cost, alike: number): Omit<Figure, "id"> {
  const most = compared.reduce((one, other) => (grown(other, index, kind) > grown(one, index, kind) ? other : one));
  return { value: costAt(most, index, kind), reference: costAt(most, 0, kind), remark: `worst of ${alike} that show as many picks: ${most.path}` };
}

function together(compared: readonly Compared[], index: number, kind: keyof Cost): Omit<Figure, "id"> {
  return { value: mean(compared.map((one) => costAt(one, index, kind))), reference: mean(compared.map((one) => costAt(one, 0, kind))) };
}

/** What an address costs at each size, medians of the rounds. */
interface Compared {
  path: string;
  costs: readonly Cost[];
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
  return paths.map((path) => ({ path, costs: (costs.get(path) ?? []).map((some) => medians(some)) }));
}

/** Those that show as many picks at every size: on its last page a list shows from one to five, and more cost more at any size. */
async function showingAsMuch(all: readonly Compared[], compared: (path: string) => readonly Place[]): Promise<Compared[]> {
  const shown = async (path: string, place: Place) => {
    const answer = await fetch(`${place.server.origin}${path}`, { headers: { Cookie: place.database.cookies[0] ?? "" } });
    return (await answer.text()).match(/<article\b|"closing_line"/g)?.length ?? 0;
  };
  const counts = await Promise.all(all.map(async ({ path }) => new Set(await Promise.all(compared(path).map((place) => shown(path, place))))));
  return all.filter((_, index) => counts[index]?.size === 1);
}

function grown(compared: Compared, index: number, kind: keyof Cost): number {
  return costAt(compared, index, kind) / costAt(compared, 0, kind);
}

function costAt({ costs }: Compared, index: number, kind: keyof Cost): number {
  return costs[index]?.[kind] ?? Number.NaN;
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

/** The longest hold of the event loop: while the pages are read, and in the first seconds of a server while picks are settled. */
async function measureBlocks(place: Place, { paths, settlingSeconds }: Pace, say: (text: string) => void): Promise<Figure[]> {
  say(`blocks of the event loop, ${place.name}`);
  await place.server.used("watch");
  for (const path of paths) await costOf(place, () => path, 2);
  const { longestBlockMs: warm } = await place.server.used("unwatch");
  const fresh = { ...place, server: await startProduct(place.database.path) };
  try {
    await fresh.server.used("watch");
    const settling = runModel("model-writes.ts", place.database.path, ["--seconds", String(settlingSeconds), "--pause", "200"]);
    while (settling.running()) for (const path of paths.slice(0, 12)) await costOf(fresh, () => path, 1);
    await settling.said;
    const { longestBlockMs: cold } = await fresh.server.used("unwatch");
    return [{ id: `${place.name}.block`, value: warm }, { id: `${place.name}.block.cold`, value: cold }];
  } finally {
    await fresh.server.stop();
  }
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
