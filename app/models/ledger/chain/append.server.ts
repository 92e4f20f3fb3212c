/** Appends entries to the ledger. */
import { randomBytes } from "node:crypto";
import type { Db } from "../../../db.server.ts";
import { clockTolerance } from "../saved-head.ts";
import { canonicalJson, digestOf, hashOf, noHash } from "../canonical.ts";
import type { Entry } from "../ledger-entry.ts";
import { readEntry } from "../read-entry.ts";
import { revealByOf } from "../reveal-by.ts";
import type { Reveal, SealedContent } from "../sealed-content.ts";

/** The last entry. */
export interface Head {
  seq: number;
  hash: string;
  at: string;
}

/** An entry that has no place in the chain yet. */
export interface NewEntry {
  type: Entry["type"];
  ref: string;
  /** The content that it seals. */
  content?: SealedContent;
  /** For an amendment: the time when its pick was published. A publication has its own time. */
  publishedAt?: string;
  /** The fields that its type adds. */
  fields?: object;
}

export interface Appended {
  entry: Entry;
  reveal: Reveal | null;
  head: Head;
}

export const noHead: Head = { seq: 0, hash: noHash, at: "" };

export async function readHead(source: Db): Promise<Head> {
  const last = await source
    .selectFrom("ledger")
    .select(["seq", "hash", "at"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ?? noHead;
}

/** True if the last entry is ahead of the clock by more than two clocks may differ: then no entry is written. */
export function isAheadOfClock({ at }: Head, now: Date): boolean {
  return at !== "" && Date.parse(at) - now.getTime() > clockTolerance;
}

/** Returns `now`, or the time of the last entry if the clock went back. */
export function timeAfter(head: Head, now: Date): string {
  const clock = now.toISOString();
  return head.at > clock ? head.at : clock;
}

/**
 * Writes an entry after `head`. Its time is `now`, or that of the entry before it if that is later. `zone` is the
 * ledger's.
 */
export async function append(trx: Db, head: Head, entry: NewEntry, now: Date, zone: string): Promise<Appended> {
  const at = timeAfter(head, now);
  const reveal = entry.content ? { salt: randomBytes(32).toString("hex"), content: entry.content } : null;
  const { type, ref, fields = {} } = entry;
  const placed = { seq: head.seq + 1, at, type, ref, ...fields, ...(reveal ? seal(entry, reveal, at, zone) : {}) };
  const read = readEntry(placed);
  if ("problem" in read) throw new Error(`The ledger can't have this entry: ${read.problem}`);
  const body = canonicalJson(placed);
  const hash = hashOf(head.hash, body);
  const { seq } = placed;
  await trx.insertInto("ledger").values({ seq, at, type, ref, body, hash }).execute();
  if (reveal)
    await trx
      .insertInto("reveals")
      .values({ entry: seq, salt: reveal.salt, content: canonicalJson(reveal.content) })
      .execute();
  return { entry: read.entry, reveal, head: { seq, hash, at } };
}

function seal({ type, publishedAt }: NewEntry, { salt, content }: Reveal, at: string, zone: string) {
  const digest = digestOf(salt, canonicalJson(content));
  if (type === "import") return { digest };
  const { game_date = "", starts_at = null } = content;
  return { digest, reveal_by: revealByOf({ game_date, starts_at, published_at: publishedAt ?? at, at }, zone) };
}
