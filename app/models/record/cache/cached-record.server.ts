import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { db } from "../../../db.server.ts";
import { logError } from "../../../log.server.ts";
import { withMutex } from "../../mutex.ts";
import { type Head, readHead } from "../../ledger/chain/append.server.ts";
import { readBeginning } from "../../ledger/chain/pick-history.server.ts";
import type { Result } from "../../ledger/evaluation.ts";
import { type LedgerFigures, type ResultSums, addToSums, figuresOfSums, newSums } from "../figures/record-figures.ts";
import { recordStateAt } from "../figures/record-state.ts";
import { isFarBehind, keptPicks } from "./kept-picks.server.ts";
import type { PicksAtHead } from "./saved-picks.server.ts";

/** The status of all picks up to a head. It is a new object when anything in it changes. */
export interface CachedRecord extends PicksAtHead {
  /** ISO, UTC: the record is valid from this time on, until the next head or `until`. */
  from: string;
  until: string | null;
  figures: LedgerFigures;
  /** The largest stake of the revealed picks, in units. */
  largest: number;
  results: readonly Result[];
  sums: ResultSums;
}

/** Other requests run between two chunks of this many picks. */
const chunk = 5000;
let last: CachedRecord | null = null;

/** The figures of the public record at `now`. */
export async function cachedFigures(now: Date): Promise<LedgerFigures> {
  return (await cachedRecord(now)).figures;
}

export async function cachedRecord(now: Date): Promise<CachedRecord> {
  return recordUpTo(await readHead(db), now);
}

function recordUpTo(head: Head, now: Date): Promise<CachedRecord> {
  return withMutex("record", async () => {
    const kept = await keptPicks(head);
    if (last === null || !holds(last, kept, now.toISOString())) last = await recordOf(kept, now.toISOString(), last);
    return last;
  });
}

/** For pages that must not wait: returns null while much is unread, after a start, and reads it in the background. */
export async function cachedRecordSoon(now: Date): Promise<CachedRecord | null> {
  const head = await readHead(db);
  if (!isFarBehind(head)) return recordUpTo(head, now);
  cachedRecord(now).catch((error: unknown) => logError("The record could not be read", error));
  return null;
}

function holds({ head: { hash }, from, until }: CachedRecord, { head }: PicksAtHead, now: string): boolean {
  return hash === head.hash && from <= now && (until === null || now < until);
}

/** Keeps the sums if no result changed: a publication changes none. */
async function recordOf({ head, picks }: PicksAtHead, now: string, before: CachedRecord | null): Promise<CachedRecord> {
  const { results, counts, until, largest } = recordStateAt(picks, now);
  await yieldToEventLoop();
  const sums = before !== null && isSame(before.results, results) ? before.sums : await sumsOf(results);
  const figures = { ...sums, ...counts, since: await readBeginning(db) };
  return { head, picks, from: now, until, figures, largest, results, sums };
}

function isSame(before: readonly Result[], now: readonly Result[]): boolean {
  return before.length === now.length && before.every((result, index) => result === now[index]);
}

async function sumsOf(results: readonly Result[]): Promise<ResultSums> {
  const sums = newSums();
  for await (const some of chunksOf(results)) for (const result of some) addToSums(sums, result);
  return figuresOfSums(sums);
}

/** Other requests run between two chunks. */
export async function* chunksOf<One>(all: readonly One[]): AsyncGenerator<readonly One[]> {
  for (let start = 0; start < all.length; start += chunk) {
    yield all.slice(start, start + chunk);
    await yieldToEventLoop();
  }
}
