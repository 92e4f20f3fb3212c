/** Folds the ledger and keeps it in memory up to its head, so that the pages show what the ledger says. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { db } from "../../../db.server.ts";
import { withMutex } from "../../mutex.ts";
import { type Head, noHead, readHead } from "../../ledger/chain/append.server.ts";
import { isInLedger } from "../../ledger/chain/head-file.server.ts";
import { type StoredEntry, readEntries, readStored } from "../../ledger/chain/pick-history.server.ts";
import { type LedgerState, evaluationIn, foldEntry, newLedger } from "../../ledger/fold.ts";

export interface CachedLedger {
  head: Head;
  state: LedgerState;
}

// Other requests run between two pages of this size.
const pageSize = 500;
/** This many entries are read within a second. */
const fewEntries = 10_000;
let kept: CachedLedger = { head: noHead, state: newLedger() };

/** Reads up to the last entry that is written, whichever process wrote it. */
export function cachedLedger(): Promise<CachedLedger> {
  return withMutex("ledger", async () => cachedUpTo(await readHead(db)));
}

/** Returns null while more entries are unread than a page can wait for. */
export async function cachedLedgerSoon(): Promise<CachedLedger | null> {
  const head = await readHead(db);
  return head.seq - kept.head.seq > fewEntries ? null : withMutex("ledger", () => cachedUpTo(head));
}

async function cachedUpTo(head: Head): Promise<CachedLedger> {
  if (head.hash !== kept.head.hash) await foldUpTo(head);
  return { ...kept };
}

async function foldUpTo(head: Head): Promise<void> {
  // The kept head is missing if somebody put another copy of the database in place while this process runs.
  if (kept.head.seq > 0 && !(await isInLedger(db, kept.head))) kept = { head: noHead, state: newLedger() };
  while (kept.head.seq < head.seq) {
    for (const stored of await readEntries(db, kept.head.seq, pageSize)) {
      foldStored(stored);
      const { seq, hash, at } = stored;
      kept.head = { seq, hash, at };
    }
    await yieldToEventLoop();
  }
  await countAll();
}

/** A row that is not an entry changes nothing: the check reports it. */
function foldStored(stored: StoredEntry): void {
  const read = readable(stored);
  if (read) foldEntry(kept.state, read.entry, read.reveal);
}

function readable(stored: StoredEntry): ReturnType<typeof readStored> | null {
  try {
    return readStored(stored);
  } catch {
    return null;
  }
}

/** Computes the slow part of the figures in small steps. */
async function countAll(): Promise<void> {
  let count = 0;
  for (const history of kept.state.histories.values()) {
    evaluationIn(kept.state, history);
    count += 1;
    if (count % pageSize === 0) await yieldToEventLoop();
  }
}
