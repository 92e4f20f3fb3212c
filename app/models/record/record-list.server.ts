/** The lists of the record: they are kept in memory while they are valid. What a page shows of a pick is read from the ledger. */
import { LRUCache } from "lru-cache";
import { db } from "../../db.server.ts";
import { oncePer } from "../once-per.ts";
import { type PickName, readPickHistories } from "../ledger/chain/pick-history.server.ts";
import type { LedgerState } from "../ledger/fold.ts";
import { pickOf } from "../ledger/ledger-entry.ts";
import { isRevealed } from "../ledger/record-status.ts";
import { type PickStanding, standingAt } from "./figures/pick-standing.ts";
import { type ListedPick, isListed, listedPick } from "./pages/listed-pick.ts";
import { type RecordFilter, isFiltered, matches } from "./pages/record-filter.ts";
import { type CachedRecord, chunksOf } from "./cache/cached-record.server.ts";

interface Lists {
  /** Sorted by publication, the newest first. */
  revealed: PickStanding[];
  sealed: PickStanding[];
  /** The lists of revealed picks, by filter. */
  filtered: LRUCache<string, PickStanding[]>;
  /** What pages read of their picks, by the picks. */
  read: LRUCache<string, LedgerState>;
}

/** A pick, and the last time when something about it became known (ISO, UTC). */
export interface News {
  pick: ListedPick;
  updated: string;
}

interface PickNews {
  pick: PickStanding;
  /** In milliseconds since 1970. */
  at: number;
}

const [mostFilters, mostRead] = [20, 20];
/** What is read of more picks is not kept. */
const mostKept = 50;
const feedSize = 50;

/** Returns the revealed picks that match the filter, the newest first. */
export async function revealedIn(record: CachedRecord, filter?: RecordFilter): Promise<readonly PickStanding[]> {
  const { revealed, filtered } = await listsOf(record);
  if (filter === undefined || !isFiltered(filter)) return revealed;
  const key = JSON.stringify(filter);
  const before = filtered.get(key);
  if (before !== undefined) return before;
  const found: PickStanding[] = [];
  for await (const picks of chunksOf(revealed))
    for (const pick of picks) if (matches(filter, pick, record.from, record.largest)) found.push(pick);
  filtered.set(key, found);
  return found;
}

/** The picks that nobody may see yet, the newest first. */
export async function sealedIn(record: CachedRecord): Promise<readonly PickStanding[]> {
  return (await listsOf(record)).sealed;
}

/** Reads these picks from the ledger, in this order. Only the ones that are not sealed are returned. */
export async function listedIn(record: CachedRecord, picks: readonly PickName[]): Promise<ListedPick[]> {
  const state = await ledgerOf(record, picks);
  return picks.flatMap((pick) => {
    const history = state.histories.get(pickOf(pick));
    return (history && listedPick(state, history, record.from, record.largest)) ?? [];
  });
}

/** Reads the entries of these picks up to the head of the record. */
export async function ledgerOf(record: CachedRecord, picks: readonly PickName[]): Promise<LedgerState> {
  const { read } = await listsOf(record);
  const key = picks.map(pickOf).join();
  const state = read.get(key) ?? (await readPickHistories(db, picks, record.head.seq));
  if (picks.length <= mostKept) read.set(key, state);
  return state;
}

/** The picks about which something became known last, the newest first. */
export const newsIn = oncePer(async (record: CachedRecord): Promise<readonly News[]> => {
  let newest: PickNews[] = [];
  for await (const picks of chunksOf(await revealedIn(record))) {
    const more = picks.map((pick) => ({ pick, at: lastNews(pick, record.from) }));
    newest = [...newest, ...more].sort(byNews).slice(0, feedSize);
  }
  const listed = await listedIn(
    record,
    newest.map(({ pick }) => pick),
  );
  const times = new Map(newest.map(({ pick, at }) => [pickOf(pick), at]));
  return listed.map((pick) => ({ pick, updated: instantText(times.get(pickOf(pick.history)) ?? 0) }));
});

/** The newest first. Of what became known at once, the pick that was published first. */
function byNews(one: PickNews, other: PickNews): number {
  return other.at - one.at || one.pick.seq - other.pick.seq;
}

/** Returns the last time when the pick was revealed, graded, corrected or withdrawn; 0 = never. */
function lastNews(pick: PickStanding, now: string): number {
  const { revealedFrom, changedAt } = pick;
  return revealedFrom !== null && isRevealed(pick, now) ? Math.max(Date.parse(revealedFrom), changedAt) : changedAt;
}

function instantText(ms: number): string {
  return ms === 0 ? "" : new Date(ms).toISOString();
}

const listsOf = oncePer(buildLists);

async function buildLists({ picks, from, largest }: CachedRecord): Promise<Lists> {
  const [revealed, sealed]: [PickStanding[], PickStanding[]] = [[], []];
  // Sorted by publication, the newest first.
  for await (const some of chunksOf(picks.toReversed()))
    for (const pick of some) (isListed(standingAt(pick, from, largest), pick, from) ? revealed : sealed).push(pick);
  return { revealed, sealed, filtered: new LRUCache({ max: mostFilters }), read: new LRUCache({ max: mostRead }) };
}
