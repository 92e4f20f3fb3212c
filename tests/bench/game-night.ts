/**
 * The arithmetic of docs/scaling.md, and a simulation that checks it: how long members wait on the evening of a game, with
 * so many server processes. Each process, and each core of the database, serves one request after the other.
 */
import { mulberry32 } from "../../db/demo/mulberry32.ts";
import { minuteMs, secondMs } from "../../app/time/durations.ts";
import { percentile } from "./figures.ts";

/** CPU of a request in ms: in the server process, and in a database that is a program of its own. */
export interface Cost {
  app: number;
  database: number;
}
/** The refresh when nothing changed, and Today's Picks. */
export interface Costs {
  refresh: Cost;
  page: Cost;
}

/** How long answers take in ms, for 99 of 100. */
export interface Waits {
  quietMs: number;
  /** In the half minute after a publication. */
  publishedMs: number;
}

/** Assumed: of all members so many have Today's Picks open at once, and each of them opens a page so often. */
export const openShare = 0.1;
const pageEveryMs = 2 * minuteMs;
const refreshEveryMs = 30 * secondMs;
/** Of a core, in the busiest half minute. Above it, waiting grows faster than the work. */
const roomShare = 0.8;

const publishedAtMs = minuteMs;
const nightMs = 3 * minuteMs;

/** The busiest half minute comes after a publication, when each tab loads its new picks: the cores that it keeps busy. */
export function busyCores({ refresh, page }: Costs, tabs: number): Cost {
  const cores = (part: keyof Cost) => tabs * ((refresh[part] + page[part]) / refreshEveryMs + page[part] / pageEveryMs);
  return { app: cores("app"), database: cores("database") };
}

/** Processes and cores of the database for so many open tabs. */
export function needed(costs: Costs, tabs: number): { processes: number; databaseCores: number } {
  const { app, database } = busyCores(costs, tabs);
  return { processes: Math.ceil(app / roomShare), databaseCores: Math.ceil(database / roomShare) };
}

/** Picks are published at the beginning of the second of three minutes. Costs vary exponentially around the given ones. */
export function gameNight(costs: Costs, tabs: number, processes: number, databaseCores: number): Waits {
  const random = mulberry32(20_261_129);
  const cost = (mean: number) => -mean * Math.log(1 - random());
  const sorted = requests(tabs, random).sort((one, other) => one.atMs - other.atMs);
  const cores = new Float64Array(databaseCores);
  for (const request of sorted)
    if (databaseCores > 0) {
      const free = cores.indexOf(Math.min(...cores));
      request.readMs = cores[free] = Math.max(cores[free] ?? 0, request.atMs) + cost(costs[request.kind].database);
    }
  const busyUntil = new Float64Array(processes);
  const [quiet, published]: [number[], number[]] = [[], []];
  for (const request of sorted.sort((one, other) => one.readMs - other.readMs)) {
    // A browser keeps its connection, and a connection its process.
    const process = request.tab % processes;
    const answeredMs = Math.max(busyUntil[process] ?? 0, request.readMs) + cost(costs[request.kind].app);
    busyUntil[process] = answeredMs;
    const sincePublished = request.atMs - publishedAtMs;
    const isQuiet = sincePublished < 0 || sincePublished >= refreshEveryMs;
    (isQuiet ? quiet : published).push(answeredMs - request.atMs);
  }
  return { quietMs: percentile(quiet, 0.99), publishedMs: percentile(published, 0.99) };
}

interface Request {
  tab: number;
  kind: keyof Costs;
  atMs: number;
  /** When the database has answered. */
  readMs: number;
}

function requests(tabs: number, random: () => number): Request[] {
  const all: Request[] = [];
  const add = (tab: number, kind: keyof Costs, atMs: number) => all.push({ tab, kind, atMs, readMs: atMs });
  for (let tab = 0; tab < tabs; tab += 1) {
    let knowsNewPicks = false;
    for (let atMs = random() * refreshEveryMs; atMs < nightMs; atMs += refreshEveryMs) {
      add(tab, "refresh", atMs);
      if (atMs >= publishedAtMs && !knowsNewPicks) {
        knowsNewPicks = true;
        add(tab, "page", atMs);
      }
    }
    const pauseMs = () => -pageEveryMs * Math.log(1 - random());
    for (let atMs = pauseMs(); atMs < nightMs; atMs += pauseMs()) add(tab, "page", atMs);
  }
  return all;
}
