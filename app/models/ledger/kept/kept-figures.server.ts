import type { Result } from "../counting.ts";
import type { LedgerFigures, ResultSums } from "../figures/figures.ts";
import { sumsOf } from "../figures/figures.ts";
import { standingsAt } from "../figures/standings.ts";
import type { KeptLedger } from "./kept-ledger.server.ts";
import { keptLedger } from "./kept-ledger.server.ts";

interface KeptFigures {
  /** Of the head. */
  hash: string;
  /** ISO, UTC: they hold from then on, until the next head or `until`. */
  from: string;
  until: string | null;
  figures: LedgerFigures;
  results: readonly Result[];
  sums: ResultSums;
}

let last: KeptFigures | null = null;

/** The figures of the public record at `now`. */
export async function keptFigures(now: Date): Promise<LedgerFigures> {
  const ledger = await keptLedger();
  last = last !== null && holds(last, ledger, now.toISOString()) ? last : figuresOf(ledger, now, last);
  return last.figures;
}

function holds({ hash, from, until }: KeptFigures, { head }: KeptLedger, now: string): boolean {
  return hash === head.hash && from <= now && (until === null || now < until);
}

/** A publication changes no result: then the sums stay. */
function figuresOf({ head, state }: KeptLedger, now: Date, before: KeptFigures | null): KeptFigures {
  const { results, counts, until } = standingsAt(state, now);
  const sums = before !== null && isSame(before.results, results) ? before.sums : sumsOf(results);
  const from = now.toISOString();
  return { hash: head.hash, from, until, figures: { ...sums, ...counts }, results, sums };
}

function isSame(before: readonly Result[], now: readonly Result[]): boolean {
  return before.length === now.length && before.every((result, index) => result === now[index]);
}
