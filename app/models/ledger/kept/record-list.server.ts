/** The lists of the record, kept in memory while they hold. */
import { LRUCache } from "lru-cache";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Life } from "../life.ts";
import type { ListedPick } from "../pages/listed-pick.ts";
import { isSealed, listedPick } from "../pages/listed-pick.ts";
import type { RecordFilter } from "../pages/record-filter.ts";
import { isFiltered, matches } from "../pages/record-filter.ts";
import type { KeptRecord } from "./kept-figures.server.ts";

interface Lists {
  /** The newest first. */
  revealed: Life[];
  sealed: Life[];
  /** Of the revealed ones, by filter. */
  filtered: LRUCache<string, Life[]>;
  news: News[] | null;
}

/** When something of the pick became known last (ISO, UTC). */
export interface News {
  pick: ListedPick;
  updated: string;
}

const mostFilters = 20;
const chunk = 5000;
const known = new WeakMap<KeptRecord, Promise<Lists>>();

/** The revealed picks that the filter lets through, the newest first. */
export async function revealedIn(record: KeptRecord, filter: RecordFilter): Promise<readonly Life[]> {
  const { revealed, filtered } = await listsOf(record);
  if (!isFiltered(filter)) return revealed;
  const key = JSON.stringify(filter);
  const before = filtered.get(key);
  if (before !== undefined) return before;
  const found: Life[] = [];
  for await (const lives of chunksOf(revealed))
    for (const life of lives) {
      const pick = listedIn(record, life);
      if (pick !== null && matches(filter, pick, record.from)) found.push(life);
    }
  filtered.set(key, found);
  return found;
}

/** The picks that nobody may see yet, the newest first. */
export async function sealedIn(record: KeptRecord): Promise<readonly Life[]> {
  return (await listsOf(record)).sealed;
}

/** The `count` picks of which something became known last, the newest first. */
export async function newsIn(record: KeptRecord, count: number): Promise<readonly News[]> {
  const lists = await listsOf(record);
  lists.news ??= lists.revealed
    .flatMap((life) => listedIn(record, life) ?? [])
    .map((pick) => ({ pick, updated: lastNews(pick) }))
    .sort((one, other) => (one.updated < other.updated ? 1 : -1))
    .slice(0, count);
  return lists.news;
}

/** Null while it is sealed. */
export function listedIn({ state, from, largest }: KeptRecord, life: Life): ListedPick | null {
  return listedPick(state, life, from, largest);
}

/** When it was revealed, graded, corrected or withdrawn last. */
function lastNews({ life, timeline }: ListedPick): string {
  const all = [timeline?.revealedFrom ?? "", life.grades.at(-1)?.at ?? "", life.withdrawn?.at ?? ""];
  return all.reduce((last, at) => (at > last ? at : last));
}

function listsOf(record: KeptRecord): Promise<Lists> {
  const lists = known.get(record) ?? listedLives(record);
  known.set(record, lists);
  return lists;
}

async function listedLives({ state, from, largest }: KeptRecord): Promise<Lists> {
  const [revealed, sealed]: [Life[], Life[]] = [[], []];
  // In order of publication, the last first.
  for await (const lives of chunksOf([...state.lives.values()].reverse()))
    for (const life of lives) (isSealed(state, life, from, largest) ? sealed : revealed).push(life);
  return { revealed, sealed, filtered: new LRUCache({ max: mostFilters }), news: null };
}

/** Other requests run in between. */
async function* chunksOf(lives: readonly Life[]): AsyncGenerator<readonly Life[]> {
  for (let start = 0; start < lives.length; start += chunk) {
    yield lives.slice(start, start + chunk);
    await yieldToEventLoop();
  }
}
