/** Heads of the ledger that somebody keeps, to see later that nothing before them was rewritten. Pure. */
import { minuteMs } from "../../time/durations.ts";
import { isPlainObject } from "./canonical.ts";
import { isCount, isHex, isInstant } from "./value-forms.ts";

export interface SavedHead {
  seq: number;
  hash: string;
  /** ISO, UTC, by the clock of whoever kept it; null = unknown. */
  kept_at: string | null;
}

const mostSavedHeads = 10;
/** Two clocks may differ by this many milliseconds. */
export const clockTolerance = 5 * minuteMs;
export const headMistake = "Paste the whole fingerprint, like 516:9f2c…, from the end of one of our emails.";

/** Reads "1234:<64 hex digits>", the form in mails and head files. Returns null for anything else. */
export function readHead(text: string): SavedHead | null {
  const [count = "", hash, ...more] = text.trim().split(":");
  const seq = /^[1-9]\d*$/.test(count) ? Number(count) : 0;
  return isCount(seq) && isHex(hash) && more.length === 0 ? { seq, hash, kept_at: null } : null;
}

const givenHead = /(?<![\d,])([1-9]\d*)(?::|\s+)([0-9a-f]{64})(?![0-9a-f])(?:,?\s+(\d{4}-\d\d-\d\dT[\d:.]+Z))?/;

/**
 * Finds a head in a text that somebody copied from a mail, a chat or a head file: SEQ:HASH or SEQ HASH. The time when
 * it was kept (ISO, UTC) can follow it. Returns null without a head.
 */
export function findHead(text: string): SavedHead | null {
  const [, seq = "", hash = "", kept_at] = givenHead.exec(text) ?? [];
  const head = readHead(`${seq}:${hash}`);
  return head && { ...head, kept_at: isInstant(kept_at) ? kept_at : null };
}

/** "1234:<64 hex digits>" */
export function headText({ seq, hash }: Pick<SavedHead, "seq" | "hash">): string {
  return `${seq}:${hash}`;
}

/** Reads the heads that a browser saved as JSON, and skips anything that is not a head. */
export function readHeads(text: string): SavedHead[] {
  const list: unknown = parsed(text);
  return Array.isArray(list) ? list.flatMap((one) => savedHead(one) ?? []) : [];
}

function savedHead(value: unknown): SavedHead | null {
  if (!isPlainObject(value) || !("seq" in value && "hash" in value && "kept_at" in value)) return null;
  const { seq, hash, kept_at } = value;
  return isCount(seq) && isHex(hash) && (kept_at === null || isInstant(kept_at)) ? { seq, hash, kept_at } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Adds a head: keeps the last ten, each once. */
export function withHead(kept: readonly SavedHead[], head: SavedHead): SavedHead[] {
  // A head that is seen again gets its new time: no entry after it may claim an earlier time.
  const others = kept.filter(({ seq, hash }) => seq !== head.seq || hash !== head.hash);
  return [...others, head].slice(-mostSavedHeads);
}

/**
 * Returns the heads that an entry contradicts: it follows them, but claims a time more than 5 minutes before they were
 * kept.
 */
export function headsAfter(kept: readonly SavedHead[], { seq, at }: { seq: number; at: string }): SavedHead[] {
  return kept.filter(
    (head) => head.kept_at !== null && seq > head.seq && Date.parse(at) < Date.parse(head.kept_at) - clockTolerance,
  );
}
