/** Keeps the lists of the record in memory while they are valid. */
import { LRUCache } from "lru-cache";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { oncePer } from "../once-per.ts";
import type { PickHistory } from "../ledger/pick-history.ts";
import { type ListedPick, isSealed, listedPick } from "./pages/listed-pick.ts";
import { type RecordFilter, isFiltered, matches } from "./pages/record-filter.ts";
import type { CachedRecord } from "./cache/cached-record.server.ts";

interface Lists {
  /** Sorted by publication, the newest first. */
  revealed: PickHistory[];
  sealed: PickHistory[];
  /** The lists of revealed picks, by filter. */
  filtered: LRUCache<string, PickHistory[]>;
}

/** A pick, and the last time when something about it became known (ISO, UTC). */
export interface News {
  pick: ListedPick;
  updated: string;
}

const mostFilters = 20;
const chunk = 5000;
const feedSize = 50;

/** Returns the revealed picks that match the filter, the newest first. */
export async function revealedIn(record: CachedRecord, filter?: RecordFilter): Promise<readonly PickHistory[]> {
  const { revealed, filtered } = await listsOf(record);
  if (filter === undefined || !isFiltered(filter)) return revealed;
  const key = JSON.stringify(filter);
  const before = filtered.get(key);
  if (before !== undefined) return before;
  const found: PickHistory[] = [];
  for await (const histories of chunksOf(revealed))
    for (const history of histories) {
      const pick = listedIn(record, history);
      if (pick !== null && matches(filter, pick, record.from)) found.push(history);
    }
  filtered.set(key, found);
  return found;
}

/** The picks that nobody may see yet, the newest first. */
export async function sealedIn(record: CachedRecord): Promise<readonly PickHistory[]> {
  return (await listsOf(record)).sealed;
}

/** The picks about which something became known last, the newest first. */
export const newsIn = oncePer(async (record: CachedRecord): Promise<readonly News[]> =>
  (await revealedIn(record))
    .flatMap((history) => listedIn(record, history) ?? [])
    .map((pick) => ({ pick, updated: lastNews(pick) }))
    .sort((one, other) => (one.updated < other.updated ? 1 : -1))
    .slice(0, feedSize),
);

/** Returns null while the pick is sealed. */
export function listedIn({ state, from, largest }: CachedRecord, history: PickHistory): ListedPick | null {
  return listedPick(state, history, from, largest);
}

/** Returns the last time when the pick was revealed, graded, corrected or withdrawn. */
function lastNews({ history, timeline }: ListedPick): string {
  const all = [timeline?.revealedFrom ?? "", history.grades.at(-1)?.at ?? "", history.withdrawn?.at ?? ""];
  return all.reduce((last, at) => (at > last ? at : last));
}

const listsOf = oncePer(buildLists);

async function buildLists({ state, from, largest }: CachedRecord): Promise<Lists> {
  const [revealed, sealed]: [PickHistory[], PickHistory[]] = [[], []];
  // Sorted by publication, the newest first.
  for await (const histories of chunksOf([...state.histories.values()].reverse()))
    for (const history of histories) (isSealed(state, history, from, largest) ? sealed : revealed).push(history);
  return { revealed, sealed, filtered: new LRUCache({ max: mostFilters }) };
}

/** Other requests run between two chunks. */
async function* chunksOf(histories: readonly PickHistory[]): AsyncGenerator<readonly PickHistory[]> {
  for (let start = 0; start < histories.length; start += chunk) {
    yield histories.slice(start, start + chunk);
    await yieldToEventLoop();
  }
}
