/**
 * Saves how each pick stands, so that a start does not have to read the whole ledger. What is saved can be thrown away at
 * any time, and is used only while its head is in the ledger.
 */
import { createHash } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type Db, db, write } from "../../../db.server.ts";
import type { Head } from "../../ledger/chain/append.server.ts";
import { isInLedger } from "../../ledger/chain/head-file.server.ts";
import type { PickStanding } from "../figures/pick-standing.ts";
import { type PackedPicks, packed, unpacked } from "./packed-picks.ts";

/** How all picks stand after the entry `head`, sorted by publication. */
export interface PicksAtHead {
  head: Head;
  picks: readonly PickStanding[];
}

interface SavedPage {
  page: number;
  /** The last entry that was read. */
  seq: number;
  /** JSON of packed picks, and its digest. */
  picks: string;
  digest: string;
}

/** Count it up when a rule of the record or a field of PickStanding changes: then all picks are evaluated anew. */
const format = 3;
const picksPerPage = 250;
const pageNumber = (index: number) => Math.floor(index / picksPerPage);

/** Returns null if nothing is saved that fits this ledger and this program. */
export async function readSavedPicks(): Promise<PicksAtHead | null> {
  const head = await readSavedHead(db);
  if (head === null) return null;
  const { count, ...last } = head;
  const picks: PickStanding[] = [];
  while (picks.length < count) {
    const page = await readPage(pageNumber(picks.length));
    // The last page may have picks that were published after the head: their entries are read again.
    if (page === null || page.length < Math.min(picksPerPage, count - picks.length)) return null;
    picks.push(...page);
    await yieldToEventLoop();
  }
  return { head: last, picks };
}

/**
 * Saves the pages with picks that are not those of `before`, which were saved last, and then the head. After a crash in
 * between the saved head is older than some pages: their entries are read again, which changes nothing.
 */
export async function savePicks({ head, picks }: PicksAtHead, before: readonly PickStanding[]): Promise<void> {
  const isKept = await write(keepUsable);
  const isSaved = (pick: PickStanding, index: number) => isKept && pick === before[index];
  const changed = new Set(picks.flatMap((pick, index) => (isSaved(pick, index) ? [] : pageNumber(index))));
  for (const page of changed) {
    const text = JSON.stringify(packed(picks.slice(page * picksPerPage, (page + 1) * picksPerPage)));
    await write((trx) => savePage(trx, head, { page, seq: head.seq, picks: text, digest: digestOf(text) }));
    await yieldToEventLoop();
  }
  await write((trx) => saveHead(trx, head, picks.length));
}

/** Deletes what no process can use. Returns false if nothing is left. */
async function keepUsable(trx: Db): Promise<boolean> {
  if ((await readSavedHead(trx)) !== null) return true;
  await trx.deleteFrom("record_cache").execute();
  await trx.deleteFrom("record_cache_pages").execute();
  return false;
}

/** Another process may have saved a newer page, or somebody put another copy of the database in place. */
async function savePage(trx: Db, head: Head, row: SavedPage): Promise<void> {
  if (!(await isInLedger(trx, head))) return;
  await trx
    .insertInto("record_cache_pages")
    .values(row)
    .onConflict((conflict) => conflict.column("page").doUpdateSet(row).where("record_cache_pages.seq", "<=", row.seq))
    .execute();
}

async function saveHead(trx: Db, head: Head, count: number): Promise<void> {
  if (!(await isInLedger(trx, head))) return;
  const row = { id: 1, format, seq: head.seq, hash: head.hash, picks: count };
  await trx
    .insertInto("record_cache")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row).where("record_cache.seq", "<=", row.seq))
    .execute();
}

/** Returns null unless it is in the ledger. */
async function readSavedHead(source: Db): Promise<(Head & { count: number }) | null> {
  const head = await source
    .selectFrom("record_cache")
    .innerJoin("ledger", "ledger.seq", "record_cache.seq")
    .select(["ledger.seq", "ledger.hash", "ledger.at", "record_cache.picks as count"])
    .whereRef("ledger.hash", "=", "record_cache.hash")
    .where("record_cache.id", "=", 1)
    .where("record_cache.format", "=", format)
    .executeTakeFirst();
  return head ?? null;
}

/** Returns null if this version of the program did not write the page as it is. */
async function readPage(page: number): Promise<PickStanding[] | null> {
  const row = await db
    .selectFrom("record_cache_pages")
    .select(["picks", "digest"])
    .where("page", "=", page)
    .executeTakeFirst();
  return row === undefined || row.digest !== digestOf(row.picks) ? null : unpacked(columnsOf(row.picks));
}

/** Its digest says that the text was written by `savePicks`. Zod would double the memory that this takes. */
function columnsOf(text: string): PackedPicks {
  return JSON.parse(text);
}

function digestOf(text: string): string {
  return createHash("sha256").update(`${format}:${text}`).digest("hex");
}
