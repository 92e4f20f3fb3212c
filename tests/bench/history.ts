/**
 * The pages and lists of settled picks: the same URLs with 1 k, 100 k and 1 M picks, in turns.
 * URLs of a few days are compared with 1 k picks of one month: spread over fifty years, they would show none.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { join } from "node:path";
import { addDays } from "../../app/time/calendar-date.ts";
import { medians, percentile } from "./figures.ts";
import { ask } from "./load.ts";
import type { Figure } from "./report.ts";
import { type Seeded, seeded, today } from "./seed.ts";
import { type Server, startProduct } from "./servers.ts";

interface Pace {
  sizes: readonly (keyof typeof names)[];
  rounds: number;
  requests: number;
  /** More rounds for the slowest URLs, because the maximum of many figures is mostly noise. */
  moreRounds: number;
  paths: readonly string[];
  settlingSeconds: number;
}

interface TestSite {
  /** Prefix of its figures. The first database is the baseline. */
  name: string;
  database: Seeded;
  server: Server;
  agent: Agent;
}

const names = { 1000: "1 k", 100_000: "history", 1_000_000: "million" } as const;
const monthDays = 31;
const suspectCount = 8;
const fewDays = /\b(?:range|date)=/;

const last = "page=9999999";
const year = `start=${addDays(today(), -365)}&end=${today()}`;
const filters = [
  "",
  "sport=NBA",
  "sport=Other",
  "range=today",
  "range=yesterday",
  "range=last7",
  "range=last30",
  `date=${addDays(today(), -30)}`,
  year,
  `sport=MLB&${year}`,
];
const orders = ["", "sort=oldest", last, `sort=oldest&${last}`];
const cardOrders = ["", "sort=oldest", "sort=sport", last];

const everyPath = [
  ...["/history", "/propicks-history"].flatMap((page) =>
    filters.flatMap((filter) => orders.map((order) => withQuery(page, [filter, order]))),
  ),
  ...cardOrders.flatMap((order) =>
    ["", "sport=NBA", "range=last30"].map((filter) => withQuery("/my-card", ["tab=results", filter, order])),
  ),
  ...["/api/picks/record", "/api/propicks/record"].flatMap((path) =>
    filters.map((filter) => withQuery(path, [filter])),
  ),
  ...["/api/picks", "/api/propicks"].map((path) => `${path}?status=settled&limit=20`),
];
const fewPaths = [
  "/history",
  withQuery("/history", ["sport=NBA", "sort=oldest", last]),
  withQuery("/propicks-history", ["range=last30"]),
  "/my-card?tab=results",
  "/api/picks/record",
];

const quick: Pace = {
  sizes: [1000, 100_000],
  rounds: 2,
  requests: 10,
  moreRounds: 3,
  paths: fewPaths,
  settlingSeconds: 3,
};
const full: Pace = {
  sizes: [1000, 100_000, 1_000_000],
  rounds: 5,
  requests: 20,
  moreRounds: 15,
  paths: everyPath,
  settlingSeconds: 20,
};

export async function measureHistory(isQuick: boolean, say: (text: string) => void): Promise<Figure[]> {
  const pace = isQuick ? quick : full;
  const sites: TestSite[] = [];
  for (const settled of pace.sizes) {
    say(`a database of ${settled.toLocaleString("en-US")} settled picks`);
    sites.push(await readSitePage(names[settled], await seeded(settled, 2)));
  }
  const oneMonth = await readSitePage("young", await seeded(1000, 2, monthDays));
  try {
    const figures = await measurePages(sites, oneMonth, pace, say);
    for (const site of sites.slice(1)) figures.push(...(await measureBlocks(site, pace, say)));
    return figures;
  } finally {
    for (const { agent, server, database } of [...sites, oneMonth]) {
      agent.destroy();
      await server.stop();
      database.remove();
    }
  }
}

async function readSitePage(name: string, database: Seeded): Promise<TestSite> {
  return {
    name,
    database,
    server: await startProduct(database.path),
    agent: new Agent({ keepAlive: true, maxSockets: 1 }),
  };
}

type Cost = Record<(typeof kinds)[number], number>;
const kinds = ["p50Ms", "cpuMicros"] as const;

async function measurePages(
  sites: readonly TestSite[],
  oneMonth: TestSite,
  { rounds, requests, moreRounds, paths }: Pace,
  say: (text: string) => void,
): Promise<Figure[]> {
  const compared = (path: string) => [fewDays.test(path) ? oneMonth : (sites[0] ?? oneMonth), ...sites.slice(1)];
  for (const site of [...sites, oneMonth]) for (const path of paths) await costOf(site, () => path, 4);
  const all = await costsOf(paths, compared, requests, rounds, say);
  const comparable = await withEqualCounts(all, compared);
  const larger = sites.map(({ name }, index) => ({ name, index })).slice(1);
  const suspects = new Set(
    larger.flatMap(({ index }) =>
      kinds.flatMap((kind) =>
        [...comparable]
          .sort((one, other) => growth(other, index, kind) - growth(one, index, kind))
          .slice(0, suspectCount)
          .map(({ path }) => path),
      ),
    ),
  );
  const remeasured = await costsOf(
    paths.filter((path) => suspects.has(path)),
    compared,
    requests,
    moreRounds,
    say,
  );
  return larger.flatMap(({ name, index }) => [
    { id: `${name}.cpu`, ...worst(remeasured, index, "cpuMicros", comparable.length) },
    { id: `${name}.p50`, ...worst(remeasured, index, "p50Ms", comparable.length) },
    { id: `${name}: all pages together, CPU us`, ...overall(all, index, "cpuMicros") },
    { id: `${name}: all pages together, p50 ms`, ...overall(all, index, "p50Ms") },
  ]);
}

function worst(compared: readonly Compared[], index: number, kind: keyof Cost, comparable: number): Omit<Figure, "id"> {
  const most = compared.reduce((one, other) => (growth(other, index, kind) > growth(one, index, kind) ? other : one));
  return {
    value: costAt(most, index, kind),
    reference: costAt(most, 0, kind),
    remark: `worst of ${comparable} that show the same number of picks: ${most.path}`,
  };
}

function overall(compared: readonly Compared[], index: number, kind: keyof Cost): Omit<Figure, "id"> {
  return {
    value: mean(compared.map((one) => costAt(one, index, kind))),
    reference: mean(compared.map((one) => costAt(one, 0, kind))),
  };
}

interface Compared {
  path: string;
  costs: readonly Cost[];
}

async function costsOf(
  paths: readonly string[],
  compared: (path: string) => readonly TestSite[],
  requests: number,
  rounds: number,
  say: (text: string) => void,
): Promise<Compared[]> {
  const costs = new Map<string, Cost[][]>(paths.map((path) => [path, compared(path).map(() => [])]));
  for (let round = 0; round < rounds; round += 1) {
    say(`${paths.length} addresses, round ${round + 1} of ${rounds}`);
    for (const path of paths) {
      // Rotates the order, so that no server always gets the quiet moments.
      const sites = compared(path).map((site, index) => ({ site, index }));
      for (const { site, index } of [...sites.slice(round % sites.length), ...sites.slice(0, round % sites.length)])
        costs.get(path)?.[index]?.push(await costOf(site, () => path, requests));
    }
  }
  return paths.map((path) => ({ path, costs: (costs.get(path) ?? []).map((some) => medians(some)) }));
}

/** URLs that show the same number of picks at every size: last pages have one to five, and more cost more. */
async function withEqualCounts(
  all: readonly Compared[],
  compared: (path: string) => readonly TestSite[],
): Promise<Compared[]> {
  const shown = async (path: string, site: TestSite) => {
    const answer = await fetch(`${site.server.origin}${path}`, { headers: { Cookie: site.database.cookies[0] ?? "" } });
    return (await answer.text()).match(/<article\b|"closing_line"/g)?.length ?? 0;
  };
  const counts = await Promise.all(
    all.map(async ({ path }) => new Set(await Promise.all(compared(path).map((site) => shown(path, site))))),
  );
  return all.filter((_, index) => counts[index]?.size === 1);
}

function growth(compared: Compared, index: number, kind: keyof Cost): number {
  return costAt(compared, index, kind) / costAt(compared, 0, kind);
}

function costAt({ costs }: Compared, index: number, kind: keyof Cost): number {
  return costs[index]?.[kind] ?? Number.NaN;
}

async function costOf(
  { server, agent, database }: TestSite,
  path: (request: number) => string,
  requests: number,
): Promise<Cost> {
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

/** The longest block of the event loop: while pages load, and on a new server while picks are settled. */
async function measureBlocks(
  site: TestSite,
  { paths, settlingSeconds }: Pace,
  say: (text: string) => void,
): Promise<Figure[]> {
  say(`blocks of the event loop, ${site.name}`);
  await site.server.used("watch");
  for (const path of paths) await costOf(site, () => path, 2);
  const { longestBlockMs: warm } = await site.server.used("unwatch");
  const fresh = { ...site, server: await startProduct(site.database.path) };
  try {
    await fresh.server.used("watch");
    const settling = runModel("model-writes.ts", site.database.path, [
      "--seconds",
      String(settlingSeconds),
      "--pause",
      "200",
    ]);
    while (settling.running()) for (const path of paths.slice(0, 12)) await costOf(fresh, () => path, 1);
    await settling.output;
    const { longestBlockMs: cold } = await fresh.server.used("unwatch");
    return [
      { id: `${site.name}.block`, value: warm },
      { id: `${site.name}.block.cold`, value: cold },
    ];
  } finally {
    await fresh.server.stop();
  }
}

/** Runs a program of this folder on a database. `output` resolves with the JSON object of numbers that it prints. */
export function runModel(
  name: string,
  databasePath: string,
  args: readonly string[],
): { running: () => boolean; output: Promise<Record<string, number>> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, name), ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", DEMO: "1", DATABASE_PATH: databasePath },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const words: string[] = [];
  child.stdout.on("data", (text) => words.push(String(text)));
  const output = once(child, "close").then(([code]) => {
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
    return parsed(words.join(""));
  });
  return { running: () => child.exitCode === null, output };
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
