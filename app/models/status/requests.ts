/** How long requests took in the last hour, and what was refused, by route. Pure: the time is passed in. */
import { type LastHour, lastHourOf } from "./last-hour.ts";

/** The upper ends of the buckets in ms; what takes longer is in one more. */
const bounds = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000];
const slowest = bounds.length + 1;

export interface Answered {
  method: string;
  /** Without ids and tokens. Null = nothing is at that address, which then has a text of whoever asked. */
  route: string | null;
  ms: number;
  /** Null = it was not refused. */
  refused: RefusedKind | null;
}

export interface RouteTimes {
  route: string;
  count: number;
  /** In ms: so many or less. */
  p50: number;
  p95: number;
  max: number;
}

/** The worst first. */
export const refusedKinds = {
  failed: "Server error",
  busy: "Server busy",
  limited: "Too many tries",
  foreign: "Sent from another site",
  "sign-in": "Wrong password or signed out",
} as const;
export type RefusedKind = keyof typeof refusedKinds;

export interface RefusedCount {
  kind: RefusedKind;
  route: string;
  count: number;
}

export interface RequestFigures {
  slowest: RouteTimes[];
  refused: RefusedCount[];
}

export interface RequestCounts {
  note: (answered: Answered, now: number) => void;
  noteForeign: (method: string, route: string, now: number) => void;
  read: (now: number) => RequestFigures;
}

export function requestCounts(): RequestCounts {
  const times = lastHourOf(slowest + 1);
  const refused = lastHourOf(1);
  const refuse = (kind: RefusedKind, key: string, now: number) => add(refused.cellsOf(`${kind} ${key}`, now), 0);
  return {
    note(answered, now) {
      const { ms, refused: kind } = answered;
      const key = keyOf(answered);
      const cells = times.cellsOf(key, now);
      add(cells, bucketOf(ms));
      cells[slowest] = Math.max(cells[slowest] ?? 0, Math.ceil(ms));
      if (kind !== null) refuse(kind, key, now);
    },
    noteForeign: (method, route, now) => refuse("foreign", `${method} ${route}`, now),
    read: (now) => ({ slowest: timesOf(times, now), refused: refusedOf(refused, now) }),
  };
}

function keyOf({ method, route }: Answered): string {
  return route === null ? "Nothing there" : `${method === "HEAD" ? "GET" : method} ${route}`;
}

function bucketOf(ms: number): number {
  const found = bounds.findIndex((bound) => ms <= bound);
  return found < 0 ? bounds.length : found;
}

function add(cells: Uint32Array, index: number): void {
  cells[index] = (cells[index] ?? 0) + 1;
}

/** The slowest first. */
function timesOf(times: LastHour, now: number): RouteTimes[] {
  const routes = times.read(now).flatMap(([route, slots]) => {
    const counts = bounds.concat(Infinity).map((_, bucket) => sumOf(slots, bucket));
    const count = counts.reduce((sum, each) => sum + each, 0);
    const max = Math.max(0, ...slots.map((cells) => cells[slowest] ?? 0));
    const within = (share: number) => Math.min(max, bounds[bucketAt(counts, share * count)] ?? max);
    return count === 0 ? [] : [{ route, count, p50: within(0.5), p95: within(0.95), max }];
  });
  return routes.sort((one, other) => other.p95 - one.p95 || other.max - one.max);
}

function bucketAt(counts: readonly number[], rank: number): number {
  let sum = 0;
  return counts.findIndex((count) => (sum += count) >= rank);
}

function sumOf(slots: readonly Uint32Array[], index: number): number {
  return slots.reduce((sum, cells) => sum + (cells[index] ?? 0), 0);
}

/** By kind, the most frequent first. */
function refusedOf(refused: LastHour, now: number): RefusedCount[] {
  const kinds = Object.keys(refusedKinds).filter((kind): kind is RefusedKind => kind in refusedKinds);
  const counts = refused.read(now).flatMap(([key, slots]) => {
    const count = sumOf(slots, 0);
    const kind = kinds.find((each) => key.startsWith(`${each} `));
    return count === 0 || kind === undefined ? [] : [{ kind, route: key.slice(kind.length + 1), count }];
  });
  return counts.sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || other.count - one.count);
}
