/** Prepares the ledger before a server serves. */
import { setImmediate as turn } from "node:timers/promises";
import { secondMs } from "../app/time/durations.ts";
import { env } from "../app/env.server.ts";
import { log, logError } from "../app/log.server.ts";
import { type Head, append, isAheadOfClock, readHead } from "../app/models/ledger/chain/append.server.ts";
import { beginLedger } from "../app/models/ledger/chain/begin-ledger.server.ts";
import { type SavedHead, isInLedger, readSavedHead, saveHead } from "../app/models/ledger/chain/head-file.server.ts";
import { readStored } from "../app/models/ledger/chain/pick-history.server.ts";
import { headText } from "../app/models/ledger/saved-head.ts";
import type { Entry } from "../app/models/ledger/ledger-entry.ts";
import type { Db } from "../app/db.server.ts";
import { clearLeftBehind } from "./left-behind.ts";
import { engineOf } from "./engine.ts";

/** A start that enters a hundred thousand picks takes several seconds. */
const patienceMs = 60 * secondMs;
const saidEvery = 10_000;

/**
 * Begins the ledger with what is there, or goes on with it: after an older backup with an entry that says so. Throws with one
 * line when it was begun in another time zone. Two starts at once begin it once.
 */
export async function startLedger(address: string): Promise<void> {
  const engine = engineOf(address);
  const file = engine.fileOf(address);
  // It waits for another start outside the connection.
  const database = engine.openForServer(address, { connections: 1, asError: (busy) => busy });
  try {
    const head = await database.write((trx) => goOn(trx, file), { patienceMs, inTurn: "ledger" });
    if (file === null) return;
    clearLeftBehind(file, /^\.head\.(\d+)\.part$/);
    saveOrLog(file, head);
  } finally {
    await database.close();
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

async function goOn(trx: Db, file: string | null): Promise<Head> {
  // Here, since a start in another time zone may begin the ledger at this moment.
  await expectZone(trx);
  const last = await readHead(trx);
  const head = last.seq === 0 ? await begin(trx) : last;
  const kept = file === null ? null : readSavedHead(file);
  // No entry is written while the last one is still to come: the next start says it.
  if (kept === null || isAheadOfClock(head, new Date())) return head;
  return (await enterRestore(trx, head, kept)) ?? head;
}

/**
 * Says in the ledger that it goes on from an older copy: `lost` is an entry that somebody kept and that it doesn't have.
 * Null if it has that entry, or says so already.
 */
export async function enterRestore(trx: Db, head: Head, lost: SavedHead): Promise<Head | null> {
  if ((await isInLedger(trx, lost)) || (await isRestored(trx, headText(lost)))) return null;
  const entry = { type: "restore", ref: "", fields: { from: head.seq, lost: headText(lost) } } as const;
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
