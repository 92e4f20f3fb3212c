/** Keeps in memory how each pick stands, up to the head of the ledger. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { db } from "../../../db.server.ts";
import { logError } from "../../../log.server.ts";
import { type Head, noHead, readHead } from "../../ledger/chain/append.server.ts";
import { isInLedger } from "../../ledger/chain/head-file.server.ts";
import { readAllHistories, readPickHistories, readPicksAfter } from "../../ledger/chain/pick-history.server.ts";
import { type PickStanding, placeOf, standingsOf } from "../figures/pick-standing.ts";
import { packed, unpacked } from "./packed-picks.ts";
import { type PicksAtHead, readSavedPicks, savePicks } from "./saved-picks.server.ts";

const nothing: PicksAtHead = { head: noHead, picks: [] };
/**
 * Other requests run between two pages of entries, or of picks with new entries. What is read at one time is small: V8
 * would keep more of it for longer than it is needed.
 */
const [entriesPerPage, picksPerPage] = [100, 50];
/** This many entries are read within a second. */
const fewEntries = 10_000;
const unsavedEntries = 500;
let kept = nothing;
/** Also in the tables. */
let saved = nothing;
let isSaving = false;

/** Reads up to the last entry, `last`, whichever process wrote it. One call at a time. */
export async function keptPicks(last: Head): Promise<PicksAtHead> {
  if (last.hash === kept.head.hash) return kept;
  let head = last;
  // The kept head is missing if somebody put another copy of the database in place while this process runs.
  if (kept.head.seq === 0 || !(await isInLedger(db, kept.head))) {
    kept = saved = (await readSavedPicks()) ?? nothing;
    // Another process may have saved what is newer.
    head = await readHead(db);
  }
  // An earlier call read on meanwhile.
  if (head.seq <= kept.head.seq) return kept;
  const isMostNew = head.seq - kept.head.seq > kept.head.seq;
  kept = { head, picks: isMostNew ? await allPicks(head) : await withNews(kept, head) };
  if (head.seq - saved.head.seq > unsavedEntries) void saveInBackground(kept);
  return kept;
}

/** True while more entries are unread than a page can wait for. */
export function isFarBehind(last: Head): boolean {
  return last.seq - kept.head.seq > fewEntries;
}

async function allPicks({ seq }: Head): Promise<PickStanding[]> {
  const picks: PickStanding[] = [];
  for await (const state of readAllHistories(db, seq, entriesPerPage)) {
    picks.push(...unpacked(packed(standingsOf(state))));
    await yieldToEventLoop();
  }
  return picks.sort(byPublication);
}

/** Reads the picks with new entries anew. */
async function withNews({ head: { seq: after }, picks }: PicksAtHead, { seq }: Head): Promise<PickStanding[]> {
  const all = [...picks];
  const names = await readPicksAfter(db, after, seq);
  for (let start = 0; start < names.length; start += picksPerPage) {
    const state = await readPickHistories(db, names.slice(start, start + picksPerPage), seq);
    for (const pick of unpacked(packed(standingsOf(state)))) all[placeOf(picks, pick.seq) ?? all.length] = pick;
    await yieldToEventLoop();
  }
  return all.sort(byPublication);
}

function byPublication(one: PickStanding, other: PickStanding): number {
  return one.seq - other.seq;
}

/** The next start reads what was saved, instead of the ledger. Without it, that start takes longer. */
async function saveInBackground(picks: PicksAtHead): Promise<void> {
  if (isSaving) return;
  isSaving = true;
  try {
    await savePicks(picks, saved.picks);
    saved = picks;
  } catch (error) {
    logError("The figures of the record could not be saved. The next start counts them anew", error);
  } finally {
    isSaving = false;
  }
}
