import { logError } from "../../../log.server.ts";
import type { Result } from "../../ledger/evaluation.ts";
import { type LedgerFigures, type ResultSums, sumsOf } from "../figures/record-figures.ts";
import { recordStateAt } from "../figures/record-state.ts";
import { type CachedLedger, cachedLedger, cachedLedgerSoon } from "./cached-ledger.server.ts";

/** The status of all picks, with the ledger that it comes from. It is a new object when anything in it changes. */
export interface CachedRecord extends CachedLedger {
  /** ISO, UTC: the record is valid from this time on, until the next head or `until`. */
  from: string;
  until: string | null;
  figures: LedgerFigures;
  /** The largest stake of the revealed picks, in units. */
  largest: number;
  results: readonly Result[];
  sums: ResultSums;
}

let last: CachedRecord | null = null;

/** The figures of the public record at `now`. */
export async function cachedFigures(now: Date): Promise<LedgerFigures> {
  return (await cachedRecord(now)).figures;
}

export async function cachedRecord(now: Date): Promise<CachedRecord> {
  return recordAt(await cachedLedger(), now);
}

/** For pages that must not wait: returns null while much is unread, after a start, and reads it in the background. */
export async function cachedRecordSoon(now: Date): Promise<CachedRecord | null> {
  const ledger = await cachedLedgerSoon();
  if (ledger !== null) return recordAt(ledger, now);
  cachedRecord(now).catch((error: unknown) => logError("The record could not be read", error));
  return null;
}

function recordAt(ledger: CachedLedger, now: Date): CachedRecord {
  last = last !== null && holds(last, ledger, now.toISOString()) ? last : recordOf(ledger, now, last);
  return last;
}

function holds({ head: { hash }, from, until }: CachedRecord, { head }: CachedLedger, now: string): boolean {
  return hash === head.hash && from <= now && (until === null || now < until);
}

/** Keeps the sums if no result changed: a publication changes none. */
function recordOf({ head, state }: CachedLedger, now: Date, before: CachedRecord | null): CachedRecord {
  const { results, counts, until, largest } = recordStateAt(state, now);
  const sums = before !== null && isSame(before.results, results) ? before.sums : sumsOf(results);
  const from = now.toISOString();
  return { head, state, from, until, figures: { ...sums, ...counts }, largest, results, sums };
}

function isSame(before: readonly Result[], now: readonly Result[]): boolean {
  return before.length === now.length && before.every((result, index) => result === now[index]);
}
