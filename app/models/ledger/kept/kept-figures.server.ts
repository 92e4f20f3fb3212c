import { logError } from "../../../log.server.ts";
import type { Result } from "../counting.ts";
import type { LedgerFigures, ResultSums } from "../figures/figures.ts";
import { sumsOf } from "../figures/figures.ts";
import { standingsAt } from "../figures/standings.ts";
import type { KeptLedger } from "./kept-ledger.server.ts";
import { keptLedger, keptLedgerSoon } from "./kept-ledger.server.ts";

/** How all picks stand, with the ledger that says so. A new object when anything of it changes. */
export interface KeptRecord extends KeptLedger {
  /** ISO, UTC: it holds from then on, until the next head or `until`. */
  from: string;
  until: string | null;
  figures: LedgerFigures;
  /** The largest stake of the revealed picks, in units. */
  largest: number;
  results: readonly Result[];
  sums: ResultSums;
}

let last: KeptRecord | null = null;

/** The figures of the public record at `now`. */
export async function keptFigures(now: Date): Promise<LedgerFigures> {
  return (await keptRecord(now)).figures;
}

export async function keptRecord(now: Date): Promise<KeptRecord> {
  return recordAt(await keptLedger(), now);
}

/** Null while much is unread, after a start: for pages that must not wait for it. It is read in the background then. */
export async function keptRecordSoon(now: Date): Promise<KeptRecord | null> {
  const ledger = await keptLedgerSoon();
  if (ledger !== null) return recordAt(ledger, now);
  keptRecord(now).catch((error: unknown) => logError("The record could not be read", error));
  return null;
}

function recordAt(ledger: KeptLedger, now: Date): KeptRecord {
  last = last !== null && holds(last, ledger, now.toISOString()) ? last : recordOf(ledger, now, last);
  return last;
}

function holds({ head: { hash }, from, until }: KeptRecord, { head }: KeptLedger, now: string): boolean {
  return hash === head.hash && from <= now && (until === null || now < until);
}

/** A publication changes no result: then the sums stay. */
function recordOf({ head, state }: KeptLedger, now: Date, before: KeptRecord | null): KeptRecord {
  const { results, counts, until, largest } = standingsAt(state, now);
  const sums = before !== null && isSame(before.results, results) ? before.sums : sumsOf(results);
  const from = now.toISOString();
  return { head, state, from, until, figures: { ...sums, ...counts }, largest, results, sums };
}

function isSame(before: readonly Result[], now: readonly Result[]): boolean {
  return before.length === now.length && before.every((result, index) => result === now[index]);
}
