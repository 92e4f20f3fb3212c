/** Prepares the ledger before a server serves. */
import { setImmediate as turn } from "node:timers/promises";
import { secondMs } from "../app/time/durations.ts";
import { env } from "../app/env.server.ts";
import { log, logError } from "../app/log.server.ts";
import { type Head, append, isAheadOfClock, readHead } from "../app/models/ledger/chain/append.server.ts";
import { beginLedger } from "../app/models/ledger/chain/begin-ledger.server.ts";
import { isInLedger, readSavedHead, saveHead } from "../app/models/ledger/chain/head-file.server.ts";
import { readStored } from "../app/models/ledger/chain/pick-history.server.ts";
import type { Entry } from "../app/models/ledger/ledger-entry.ts";
import type { Db } from "../app/db.server.ts";
import { clearLeftBehind } from "./left-behind.ts";
import { openForServer } from "./sqlite/open.ts";
import { inWriteTransaction } from "./sqlite/write.ts";

/** A start that enters a hundred thousand picks takes several seconds. */
const patienceMs = 60 * secondMs;
const saidEvery = 10_000;

/**
 * Begins the ledger with what is there, or goes on with it: after an older backup with an entry that says so. Throws with one
 * line when it was begun in another time zone. Two starts at once begin it once.
 */
export async function startLedger(path: string): Promise<void> {
  // It waits for another start outside the connection.
  const { db, sqlite } = openForServer(path);
  try {
    const head = await inWriteTransaction(db, (trx) => goOn(trx, path), patienceMs);
    clearLeftBehind(path, /^\.head\.(\d+)\.part$/);
    saveOrLog(path, head);
  } finally {
    sqlite.close();
  }
}

/** A start goes on without it. */
function saveOrLog(path: string, head: Head): void {
  try {
    saveHead(path, head);
  } catch (error) {
    logError("The head of the record could not be saved beside the database", error);
  }
}

async function expectZone(source: Db): Promise<void> {
  const first = await source.selectFrom("ledger").select("body").where("seq", "=", 1).executeTakeFirst();
  const entry = first && entryIn(first.body);
  if (entry?.type === "begin" && entry.zone !== env.SITE_TIMEZONE)
    throw new Error(
      `The record of this database was begun with SITE_TIMEZONE=${entry.zone}, by which its game dates are days. Set it back from ${env.SITE_TIMEZONE}.`,
    );
}

async function goOn(trx: Db, path: string): Promise<Head> {
  // Here, since a start in another time zone may begin the ledger at this moment.
  await expectZone(trx);
  const last = await readHead(trx);
  const head = last.seq === 0 ? await begin(trx) : last;
  const kept = readSavedHead(path);
  // No entry is written while the last one is still to come: the next start says it.
  if (kept === null || isAheadOfClock(head, new Date()) || (await isInLedger(trx, kept))) return head;
  const lost = `${kept.seq}:${kept.hash}`;
  // Another process that starts now has said so already.
  if (await isRestored(trx, lost)) return head;
  const entry = { type: "restore", ref: "", fields: { from: head.seq, lost } } as const;
  return (await append(trx, head, entry, new Date(), env.SITE_TIMEZONE)).head;
}

/** Nothing is served meanwhile, so it says how far it is. */
async function begin(trx: Db): Promise<Head> {
  const picks = await trx
    .selectFrom("picks")
    .where("published_at", "is not", null)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const all = picks.count.toLocaleString("en-US");
  return beginLedger(trx, {
    entered: async (count) => {
      if (count % saidEvery !== 0) return;
      log(`The record begins with the picks that are there: ${count.toLocaleString("en-US")} of ${all} are entered.`);
      // Lines are written between two turns of the event loop.
      await turn();
    },
  });
}

async function isRestored(trx: Db, lost: string): Promise<boolean> {
  const last = await trx
    .selectFrom("ledger")
    .select("body")
    .where("type", "=", "restore")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const entry = last && entryIn(last.body);
  return entry?.type === "restore" && entry.lost === lost;
}

/** Null for what is no entry: the check names it, and it must not keep the site from starting. */
function entryIn(body: string): Entry | null {
  try {
    return readStored({ body, salt: null, content: null }).entry;
  } catch {
    return null;
  }
}
