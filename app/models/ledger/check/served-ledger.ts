/** Reads a whole ledger, page by page as the API serves it, and checks it. Runs in browsers and on the command line. */
import { isPlainObject } from "../canonical.ts";
import { isCount, isHex } from "../value-forms.ts";
import { type Check, checkEntry, finish, newCheck, readAt } from "./check.ts";
import type { Findings } from "./findings.ts";
import { type SavedHead, clockTolerance } from "../saved-head.ts";

export interface ServedPage {
  head: { seq: number; hash: string; at: string };
  entries: unknown[];
}

interface Reading {
  /** Reads the entries after `after`. Rejects when they can't be read. */
  readPage: (after: number) => Promise<unknown>;
  clock: () => Date;
  kept?: readonly SavedHead[];
  /** Called after every page. */
  onProgress?: (done: number, total: number) => void;
  /** Awaited every few milliseconds of work, so that a web page stays usable. */
  pause?: () => Promise<void>;
}

/** The findings, and the check, whose state the figures use. */
export interface CheckedLedger {
  findings: Findings;
  check: Check;
}

/** Thrown when an answer does not come from a ledger's API. */
export class UnreadableLedger extends Error {}

const entriesPerPause = 50;

/** Reads and checks a whole ledger. Throws an UnreadableLedger if an answer is not a page of a ledger. */
export async function checkServed(reading: Reading): Promise<CheckedLedger> {
  const { readPage, clock, kept = [], onProgress, pause } = reading;
  const now = clock();
  const check = newCheck(now, kept);
  let read = 0;
  for (;;) {
    const { head, entries } = pageOf(await readPage(read));
    readAt(check, clock());
    for (const [index, entry] of entries.entries()) {
      checkEntry(check, entry);
      if (pause !== undefined && index % entriesPerPause === 0) await pause();
    }
    read += entries.length;
    onProgress?.(read, Math.max(head.seq, read));
    if (entries.length === 0 || read >= head.seq) return { findings: finish(check, tolerant(now), head), check };
  }
}

/**
 * Allows for a reader's clock that is ahead: a pick that had to be revealed in the last minutes is not held back yet.
 */
function tolerant(now: Date): Date {
  return new Date(now.getTime() - clockTolerance);
}

/** Reads a page from the parsed JSON of an answer or a file. */
export function pageOf(value: unknown): ServedPage {
  const { head, entries } = fieldsOf(value);
  const { seq, hash, at } = fieldsOf(head);
  if (!Array.isArray(entries) || !(isCount(seq) || seq === 0) || !isHex(hash) || typeof at !== "string")
    throw new UnreadableLedger("This is not a ledger: it must have a head and entries.");
  return { head: { seq: Number(seq), hash, at }, entries };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isPlainObject(value) ? value : {};
}
