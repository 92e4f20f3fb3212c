import { z } from "zod";
import type { Db } from "../../../db.server.ts";
import { env } from "../../../env.server.ts";
import { type LedgerState, foldEntry, newLedger } from "../fold.ts";
import { type Entry, pickOf } from "../ledger-entry.ts";
import type { PickHistory } from "../pick-history.ts";
import { readEntry } from "../read-entry.ts";
import { type Reveal, readReveal } from "../sealed-content.ts";
import { zoneDays } from "../zone-days.ts";

/** `body` has no hash; `salt` and `content` are null where the entry seals nothing. */
export interface StoredEntry {
  seq: number;
  at: string;
  type: string;
  ref: string;
  body: string;
  hash: string;
  salt: string | null;
  content: string | null;
}

/** Reads the entries after `after` in their order, at most `limit`. */
export function readEntries(source: Db, after: number, limit: number): Promise<StoredEntry[]> {
  return source
    .selectFrom("ledger")
    .leftJoin("reveals", "reveals.entry", "ledger.seq")
    .select(["seq", "at", "type", "ref", "body", "hash", "salt", "content"])
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(limit)
    .execute();
}

// Days of a time zone are slow to compute, so they are cached.
const days = zoneDays(env.SITE_TIMEZONE);

/** Reads the history of one pick from the ledger, with everything that was sealed. */
export async function readPickHistory(source: Db, pick: Pick<PickHistory, "stream" | "pick_id">): Promise<LedgerState> {
  const name = pickOf(pick);
  const rows = await source
    .selectFrom("ledger")
    .leftJoin("reveals", "reveals.entry", "ledger.seq")
    .select(["seq", "at", "type", "ref", "body", "hash", "salt", "content"])
    // ";" is the character after ":".
    .where("ref", ">", `${name}:`)
    .where("ref", "<", `${name};`)
    .execute();
  const state = { ...newLedger(), days };
  // The index returns the rows sorted by version first.
  for (const row of rows.toSorted((one, other) => one.seq - other.seq)) {
    const { entry, reveal } = readStored(row);
    foldEntry(state, entry, reveal);
  }
  return state;
}

/** Parses a stored row. Throws if it is not an entry. */
export function readStored({ body, salt, content }: Pick<StoredEntry, "body" | "salt" | "content">): {
  entry: Entry;
  reveal: Reveal | null;
} {
  const read = readEntry(json.parse(body));
  if ("problem" in read) throw new Error(`An entry of the ledger can't be read: ${read.problem}`);
  if (salt === null || content === null) return { entry: read.entry, reveal: null };
  const sealed = readReveal({ salt, content: json.parse(content) });
  if ("problem" in sealed) throw new Error(`What the ledger sealed can't be read: ${sealed.problem}`);
  return { entry: read.entry, reveal: sealed.reveal };
}

const json = z.string().transform((text): unknown => JSON.parse(text));
