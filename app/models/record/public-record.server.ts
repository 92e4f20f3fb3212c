/** Serves the public record as data. */
import { z } from "zod";
import { db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { rounded } from "../../format.ts";
import { callLimit } from "../call-limit.ts";
import { type Actor, type Operation, operation } from "../operation.server.ts";
import { rowLimit, wholeNumber } from "../fields.ts";
import { isPlainObject } from "../ledger/canonical.ts";
import { type Head, readHead } from "../ledger/chain/append.server.ts";
import { type StoredEntry, readEntries, readPublications, readableIn } from "../ledger/chain/pick-history.server.ts";
import type { Mean } from "./figures/record-figures.ts";
import type { Reveal } from "../ledger/sealed-content.ts";
import { isRevealed } from "../ledger/record-status.ts";
import { placeOf } from "./figures/pick-standing.ts";
import { cachedFigures, cachedRecord } from "./cache/cached-record.server.ts";

const mostPerMinute = 120;
const countRecordCall = callLimit(mostPerMinute, "calls");
const countPage = callLimit(mostPerMinute, "pages of the record");

/** Everybody may read the record, or only members when PUBLIC_RECORD is 0. */
export const recordAbility = env.PUBLIC_RECORD ? "public-record.read" : "record.read";

export function recordOperation<S extends z.ZodType, R>(
  schema: S,
  run: (input: z.output<S>, actor: Actor) => Promise<R>,
): Operation<R> {
  return operation(recordAbility, schema, (actor: Actor, input) => run(input, actor));
}

/** Defines a page: it refuses with "too-many" after 120 pages in a minute from one address. */
export function recordPage<S extends z.ZodType, R>(
  schema: S,
  run: (input: z.output<S>, actor: Actor) => Promise<R>,
): Operation<R> {
  return recordOperation(schema, (input, actor) => {
    countPage(actor.address, new Date());
    return run(input, actor);
  });
}

/** The same for calls by programs: it refuses with "too-many" after 120 calls in a minute. */
function publicOperation<S extends z.ZodType, R>(schema: S, run: (input: z.output<S>) => Promise<R>): Operation<R> {
  return recordOperation(schema, (input, { address }) => {
    countRecordCall(address, new Date());
    return run(input);
  });
}

export const findPublicRecord = publicOperation(z.object({}), async () => {
  const figures = await cachedFigures(new Date());
  const { wins, losses, pushes, voids, units_won, roi_percent, win_percent, interval, break_even_percent } = figures;
  const { clv, not_counted, by_hand, moved, not_graded, not_revealed, open, sealed, since } = figures;
  const view = {
    wins,
    losses,
    pushes,
    voids,
    units_won,
    roi_percent: toHundredths(roi_percent),
    win_percent: toHundredths(win_percent),
    interval: interval && interval.map((bound) => rounded(bound, 2)),
    break_even_percent: toHundredths(break_even_percent),
    clv: { points: roundedMean(clv.points), percent: roundedMean(clv.percent) },
    not_counted,
    by_hand,
    moved,
    not_graded,
    not_revealed,
    open,
    sealed,
    since,
  };
  return { tag: null, view };
});

export interface LedgerPage {
  head: Head;
  /** Each entry has its hash, and its sealed content where that is revealed. */
  entries: Record<string, unknown>[];
}

const pageSchema = z.object({
  after: z
    .preprocess(
      (value) => value ?? "0",
      z.string().refine((text) => text === "0" || wholeNumber(text) !== null, "Must be the seq of an entry, or 0."),
    )
    .transform(Number)
    .meta({ type: "integer", minimum: 0, default: 0, description: "The seq of the last entry of the previous page." }),
  limit: rowLimit(500),
});

/** `tag` contains the head and the number of reveals on the page, because a reveal adds no entry. */
export const findLedgerPage = publicOperation(
  pageSchema,
  async ({ after, limit }): Promise<{ tag: string; view: LedgerPage }> => {
    const record = await cachedRecord(new Date());
    const { head } = record;
    const stored = (await readEntries(db, after, limit)).filter(({ seq }) => seq <= head.seq);
    const publications = await readPublications(db, amendedIn(stored));
    const entries = stored.map((one) => {
      const place = placeOf(record.picks, publications.get(one.ref) ?? one.seq);
      const pick = place === null ? undefined : record.picks[place];
      return servedEntry(one, pick !== undefined && isRevealed(pick, record.from) ? revealIn(one) : null);
    });
    const reveals = entries.filter(({ reveal }) => reveal !== null).length;
    return { tag: `${head.seq}-${head.hash.slice(0, 16)}-${reveals}`, view: { head, entries } };
  },
);

export const findHead = publicOperation(z.object({}), () => readHead(db));

/** An entry as everybody gets it. */
export function servedEntry({ body, hash }: StoredEntry, reveal: Reveal | null): Record<string, unknown> {
  return { ...parsed(body), hash, reveal };
}

/** An unreadable body is served as an empty object: the check then names the entry. */
function parsed(body: string): object {
  try {
    const value: unknown = JSON.parse(body);
    return isPlainObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The refs of amendments: all versions of a pick are revealed at once. */
function amendedIn(stored: readonly StoredEntry[]): string[] {
  return stored.filter(({ type }) => type === "amend").map(({ ref }) => ref);
}

/** What an entry sealed. */
export function revealIn(stored: StoredEntry): Reveal | null {
  return readableIn(stored)?.reveal ?? null;
}

function roundedMean({ mean, bets }: Mean): Mean {
  return { mean: toHundredths(mean), bets };
}

function toHundredths(figure: number | null): number | null {
  return figure === null ? null : rounded(figure, 2);
}
