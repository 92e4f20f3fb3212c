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

/** Null while it is sealed. */
export function listedIn({ state, from, largest }: KeptRecord, life: Life): ListedPick | null {
  return listedPick(state, life, from, largest);
}

function listsOf(record: KeptRecord): Lists {
  const kept = lists.get(record) ?? { revealed: new LRUCache<string, Life[]>({ max: mostFilters }), sealed: null };
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
