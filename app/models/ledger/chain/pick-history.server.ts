import type { ExpressionBuilder } from "kysely";
import type { Database, Db } from "../../../db.server.ts";
import { env } from "../../../env.server.ts";
import { type LedgerState, foldEntry, newLedger } from "../fold.ts";
import { type Entry, pickOf, readRef } from "../ledger-entry.ts";
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

export type PickName = Pick<PickHistory, "stream" | "pick_id">;

/** Reads the entries after `after` in their order, at most `limit`. */
export function readEntries(source: Db, after: number, limit: number): Promise<StoredEntry[]> {
  return storedEntries(source).where("seq", ">", after).orderBy("seq").limit(limit).execute();
}

// Days of a time zone are slow to compute, so they are cached.
const days = zoneDays(env.SITE_TIMEZONE);
/** Each pick is a search of its own in a statement. */
const picksPerStatement = 100;

/** Reads the history of one pick from the ledger, with everything that was sealed. Throws if an entry can't be read. */
export async function readPickHistory(source: Db, pick: PickName): Promise<LedgerState> {
  const state = { ...newLedger(), days };
  for (const row of inOrder(
    await storedEntries(source)
      .where(ofPicks([pick]))
      .execute(),
  )) {
    const { entry, reveal } = readStored(row);
    foldEntry(state, entry, reveal);
  }
  return state;
}

/** Reads the histories of some picks up to the entry `seq`, 100 picks a statement. Leaves out what can't be read. */
export async function readPickHistories(source: Db, picks: readonly PickName[], seq: number): Promise<LedgerState> {
  const rows: StoredEntry[] = [];
  for (let start = 0; start < picks.length; start += picksPerStatement) {
    const some = picks.slice(start, start + picksPerStatement);
    rows.push(...(await storedEntries(source).where(ofPicks(some)).execute()));
  }
  // In SQL the condition would make SQLite read all entries up to it.
  return foldStored(rows.filter((row) => row.seq <= seq));
}

/**
 * Reads the histories of all picks up to the entry `seq`, in the order of their names, about `limit` entries at a time:
 * so all entries of a pick come together, and nothing else has to be kept.
 */
export async function* readAllHistories(source: Db, seq: number, limit: number): AsyncGenerator<LedgerState> {
  let rows: StoredEntry[] = [];
  for (let after = { ref: "", seq }; ;) {
    const page = await storedEntries(source)
      .where((eb) => eb(eb.refTuple("ref", "seq"), ">", eb.tuple(after.ref, after.seq)))
      .where("seq", "<=", seq)
      .orderBy("ref")
      .orderBy("seq")
      .limit(limit)
      .execute();
    rows.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < limit) break;
    after = last;
    // The entries of the last pick may go on in the next page.
    const whole = rows.findLastIndex(({ ref }) => nameIn(ref) !== nameIn(last.ref)) + 1;
    yield foldStored(rows.slice(0, whole));
    rows = rows.slice(whole);
  }
  yield foldStored(rows);
}

/** Returns the picks that the entries after `after`, up to `seq`, are about. */
export async function readPicksAfter(source: Db, after: number, seq: number): Promise<PickName[]> {
  const rows = await source
    .selectFrom("ledger")
    .select("ref")
    .where("seq", ">", after)
    .where("seq", "<=", seq)
    .orderBy("seq")
    .execute();
  const names = new Map(rows.map(({ ref }) => [nameIn(ref), readRef(ref)]));
  return [...names.values()].filter((ref) => ref !== null);
}

/** Returns by the refs of some versions the entries that published their picks. */
export async function readPublications(source: Db, refs: readonly string[]): Promise<Map<string, number>> {
  if (refs.length === 0) return new Map();
  const rows = await source
    .selectFrom("ledger")
    .select(["seq", "ref"])
    .where("ref", "in", refs.map(firstRef))
    .where("type", "in", ["publish", "import"])
    .execute();
  const seqs = new Map(rows.map(({ seq, ref }) => [ref, seq]));
  return new Map(refs.map((ref) => [ref, seqs.get(firstRef(ref)) ?? 0]));
}

/** "regular:17:3" → "regular:17:1" */
function firstRef(ref: string): string {
  return `${nameIn(ref)}:1`;
}

/** Returns when the ledger began (ISO, UTC); null before its first entry. */
export async function readBeginning(source: Db): Promise<string | null> {
  const row = await source.selectFrom("ledger").select("at").where("seq", "=", 1).executeTakeFirst();
  return row?.at ?? null;
}

/** True for the entries of these picks. */
export function ofPicks(picks: readonly PickName[]) {
  return ({ or, and, eb }: ExpressionBuilder<Database, "ledger">) =>
    or(
      picks.map((pick) => {
        const name = pickOf(pick);
        // ";" is the character after ":".
        return and([eb("ref", ">", `${name}:`), eb("ref", "<", `${name};`)]);
      }),
    );
}

function storedEntries(source: Db) {
  return source
    .selectFrom("ledger")
    .leftJoin("reveals", "reveals.entry", "ledger.seq")
    .select(["seq", "at", "type", "ref", "body", "hash", "salt", "content"]);
}

/** The index returns the rows sorted by version first. */
function inOrder(rows: readonly StoredEntry[]): StoredEntry[] {
  return rows.toSorted((one, other) => one.seq - other.seq);
}

/** A row that is not an entry changes nothing: the check reports it. */
function foldStored(rows: readonly StoredEntry[]): LedgerState {
  const state = { ...newLedger(), days };
  for (const row of inOrder(rows)) {
    const read = readableIn(row);
    if (read !== null) foldEntry(state, read.entry, read.reveal);
  }
  return state;
}

/** "regular:17" */
function nameIn(ref: string): string {
  return ref.slice(0, ref.lastIndexOf(":"));
}

/** The same as readStored, or null. */
export function readableIn(stored: StoredEntry): ReturnType<typeof readStored> | null {
  try {
    return readStored(stored);
  } catch {
    return null;
  }
}

/** Parses a stored row. Throws if it is not an entry. */
export function readStored({ body, salt, content }: Pick<StoredEntry, "body" | "salt" | "content">): {
  entry: Entry;
  reveal: Reveal | null;
} {
  const read = readEntry(parsed(body));
  if ("problem" in read) throw new Error(`An entry of the ledger can't be read: ${read.problem}`);
  if (salt === null || content === null) return { entry: read.entry, reveal: null };
  const sealed = readReveal({ salt, content: parsed(content) });
  if ("problem" in sealed) throw new Error(`What the ledger sealed can't be read: ${sealed.problem}`);
  return { entry: read.entry, reveal: sealed.reveal };
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}
