/** The lists of the record, kept in memory while they hold. */
import { LRUCache } from "lru-cache";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Life } from "../life.ts";
import type { ListedPick } from "../pages/listed-pick.ts";
import { isSealed, listedPick } from "../pages/listed-pick.ts";
import type { RecordFilter } from "../pages/record-filter.ts";
import { matches } from "../pages/record-filter.ts";
import type { KeptRecord } from "./kept-figures.server.ts";

interface Lists {
  /** By filter. */
  revealed: LRUCache<string, Life[]>;
  sealed: Life[] | null;
  sports: string[] | null;
  news: News[] | null;
}

/** When something of the pick became known last (ISO, UTC). */
export interface News {
  pick: ListedPick;
  updated: string;
}

const mostFilters = 20;
const chunk = 5000;
const lists = new WeakMap<KeptRecord, Lists>();

/** The revealed picks that the filter lets through, the newest first. */
export async function revealedIn(record: KeptRecord, filter: RecordFilter): Promise<readonly Life[]> {
  const { revealed } = listsOf(record);
  const key = JSON.stringify(filter);
  const known = revealed.get(key);
  if (known !== undefined) return known;
  const found = await livesWhere(record, (life) => {
    const pick = listedIn(record, life);
    return pick !== null && matches(filter, pick);
  });
  revealed.set(key, found);
  return found;
}

/** The picks that nobody may see yet, the newest first. */
export async function sealedIn(record: KeptRecord): Promise<readonly Life[]> {
  const kept = listsOf(record);
  kept.sealed ??= await livesWhere(record, (life) => isSealed(record.state, life, record.from));
  return kept.sealed;
}

/** The sports of the revealed picks. */
export async function sportsIn(record: KeptRecord): Promise<readonly string[]> {
  const kept = listsOf(record);
  kept.sports ??= [...new Set((await everyRevealed(record)).flatMap(({ content }) => content?.sport ?? []))];
  return kept.sports;
}

/** The `count` picks of which something became known last, the newest first. */
export async function newsIn(record: KeptRecord, count: number): Promise<readonly News[]> {
  const kept = listsOf(record);
  kept.news ??= (await everyRevealed(record))
    .map((pick) => ({ pick, updated: lastNews(pick) }))
    .sort((one, other) => (one.updated < other.updated ? 1 : -1))
    .slice(0, count);
  return kept.news;
}

/** Null while it is sealed. */
export function listedIn({ state, from, largest }: KeptRecord, life: Life): ListedPick | null {
  return listedPick(state, life, from, largest);
}

const noFilter: RecordFilter = { stream: "", sport: "", market: "", result: "", show: "" };

async function everyRevealed(record: KeptRecord): Promise<ListedPick[]> {
  return (await revealedIn(record, noFilter)).flatMap((life) => listedIn(record, life) ?? []);
}

/** When it was revealed, graded, corrected or withdrawn last. */
function lastNews({ life, timeline }: ListedPick): string {
  const all = [timeline?.revealedFrom ?? "", life.grades.at(-1)?.at ?? "", life.withdrawn?.at ?? ""];
  return all.reduce((last, at) => (at > last ? at : last));
}

function listsOf(record: KeptRecord): Lists {
  const kept = lists.get(record) ?? {
    ...{ revealed: new LRUCache<string, Life[]>({ max: mostFilters }), sealed: null, sports: null, news: null },
  };
  lists.set(record, kept);
  return kept;
}

/** In order of publication, the last first. Other requests run in between. */
async function livesWhere({ state }: KeptRecord, isWanted: (life: Life) => boolean): Promise<Life[]> {
  const all = [...state.lives.values()].reverse();
  const found: Life[] = [];
  for (let start = 0; start < all.length; start += chunk) {
    for (const life of all.slice(start, start + chunk)) if (isWanted(life)) found.push(life);
    await yieldToEventLoop();
  }
  return found;
}
