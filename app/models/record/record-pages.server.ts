/** The pages and files of the public record. */
import { z } from "zod";
import { db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { can } from "../../policy.ts";
import type { PickHistory } from "../ledger/pick-history.ts";
import { formatDay } from "../../time/instant-text.ts";
import { Refusal } from "../../refusal.ts";
import { markets } from "../bets/bet.ts";
import { oneOf, pageNumber, textLine } from "../fields.ts";
import { clampPage } from "../list-page.ts";
import { oncePer } from "../once-per.ts";
import { atMost, countAttempt, perAddress } from "../throttle.server.ts";
import { sports } from "../bets/sports.ts";
import { streams } from "../bets/stream.ts";
import type { CurveDrawing } from "../figures/units-curve.ts";
import { shortZoneName } from "../../time/zone-name.ts";
import { type ResultSums, type SplitName, splitNames } from "./figures/record-figures.ts";
import type { Actor } from "../operation.server.ts";
import { pickOf, readRef } from "../ledger/ledger-entry.ts";
import { type PickStanding, listedResults } from "./figures/pick-standing.ts";
import { allPicks, exceptions, isJudged, recordSummary, splitRow } from "./pages/record-summary.ts";
import type { ListedPick } from "./pages/listed-pick.ts";
import { shownHistory } from "./pages/pick-history-page.ts";
import { type PeriodRow, barOf, curvesOf, periodRows } from "./pages/plots.ts";
import { shows } from "./pages/filter-labels.ts";
import { isFiltered } from "./pages/record-filter.ts";
import { receiptTexts } from "./pages/receipt.ts";
import { type Reading, rowOf } from "./pages/row-text.ts";
import { type SealedRow, sealedRow } from "./pages/sealed-row.ts";
import { type CachedRecord, cachedRecord } from "./cache/cached-record.server.ts";
import { listDeliveriesOfPick } from "./receipt.server.ts";
import { recordOperation, recordPage } from "./public-record.server.ts";
import { ledgerOf, listedIn, newsIn, revealedIn, sealedIn } from "./record-list.server.ts";

const zone = env.SITE_TIMEZONE;
const readingOf = ({ person }: Actor): Reading => ({ zone, odds: person?.odds ?? "american" });
const pageSize = 25;
/** The most sealed picks on the record's page, and the shown characters of their digests. */
const [mostSealed, shownDigits] = [50, 16];
const fileLimit = atMost(10, 3600);

const defaultSplit = "sport";
const fromList = "Choose from the list.";
const filterFields = {
  stream: oneOf(["", ...streams], fromList),
  sport: oneOf(["", ...sports], fromList),
  market: oneOf(["", ...markets], fromList),
  result: oneOf(["", ...listedResults], fromList),
  show: oneOf(["", ...shows], fromList),
};
const pageInput = z.object({
  ...filterFields,
  split: oneOf(["", ...splitNames], fromList).transform((split): SplitName => (split === "" ? defaultSplit : split)),
  page: pageNumber,
});

interface Drawings {
  curves: CurveDrawing | null;
  periods: PeriodRow[];
}

export const readRecordPage = recordPage(pageInput, async ({ split, page: requested, ...filter }, actor) => {
  const record = await cachedRecord(new Date());
  const { figures } = record;
  const [revealed, sealed] = [await revealedIn(record, filter), await sealedIn(record)];
  const { page, pages } = clampPage(revealed.length, requested, pageSize);
  const shown = revealed.slice((page - 1) * pageSize, page * pageSize);
  return {
    since: figures.since === null ? "" : formatDay(figures.since, zone),
    zoneName: shortZoneName(zone),
    summary: recordSummary(figures),
    all: allPicks(figures),
    exceptions: exceptions(figures),
    ...drawingsOf(record.sums),
    calibration: isJudged(figures) ? figures.calibration.map(barOf) : null,
    split: { by: split, rows: figures.splits[split].map((line) => splitRow(line, split)) },
    sealed: {
      total: sealed.length,
      rows: await sealedRows(record, sealed.slice(0, mostSealed), shownDigits),
    },
    page,
    pages,
    total: revealed.length,
    isFiltered: isFiltered(filter),
    search: searchOf({ ...filter, split: split === defaultSplit ? "" : split, page: page === 1 ? "" : String(page) }),
    picks: (await listedIn(record, shown)).map((pick) => rowOf(pick, readingOf(actor))),
  };
});

export const readSealedPicksPage = recordPage(z.object({}), async () => {
  const record = await cachedRecord(new Date());
  return { rows: await sealedRows(record, await sealedIn(record)) };
});

export const readRecordPickPage = recordPage(z.object({ ref: textLine(40) }), async ({ ref }, actor) => {
  const record = await cachedRecord(new Date());
  const { from, largest } = record;
  const pick = readRef(`${ref}:1`);
  const state = await ledgerOf(record, pick === null ? [] : [pick]);
  const history = state.histories.get(ref);
  if (history === undefined) throw new Refusal("not-found", "The record has no such pick.");
  const shown = shownHistory(state, history, from, largest, readingOf(actor));
  return { ...shown, ...(await besideRecord(actor, history, shown.shown !== null)) };
});

interface BesideRecord {
  /** Everybody reads it once the pick is revealed, members before. '' = none, or deleted with its pick. */
  why: string;
  /** For members: when it was published, and when its news reached them. Empty for others. */
  receipt: string[];
}

async function besideRecord(
  { person }: Actor,
  { stream, pick_id, isImport }: PickHistory,
  isRevealed: boolean,
): Promise<BesideRecord> {
  const reader = person !== null && can(person, stream === "pro" ? "propicks.read" : "picks.read") ? person : null;
  if (!isRevealed && reader === null) return { why: "", receipt: [] };
  const pick = await db
    .selectFrom("picks")
    .select(["why", "published_at", "starts_at"])
    .where("id", "=", pick_id)
    .where("stream", "=", stream)
    .where("published_at", "is not", null)
    .executeTakeFirst();
  if (pick === undefined) return { why: "", receipt: [] };
  const { why, published_at, starts_at } = pick;
  if (reader === null || published_at === null || isImport) return { why, receipt: [] };
  return {
    why,
    receipt: receiptTexts({ published_at, starts_at }, await listDeliveriesOfPick(reader.id, pick_id), zone),
  };
}

/** The picks come page by page: a file is written while it is sent. */
export interface RecordFile {
  picks: AsyncIterable<ListedPick[]>;
}

export const readRecordFile = recordOperation(
  z.object(filterFields),
  async (filter, { address }): Promise<RecordFile> => {
    await countAttempt(perAddress("record-file", address, fileLimit));
    const record = await cachedRecord(new Date());
    return { picks: pagesOf(record, await revealedIn(record, filter)) };
  },
);

/** The picks about which something became known last, the newest first. */
export const readRecordFeed = recordPage(z.object({}), async (_input, actor) => {
  const record = await cachedRecord(new Date());
  const picks = (await newsIn(record)).map(({ pick, updated }) => ({
    ...rowOf(pick, readingOf(actor)),
    updated,
    sealed_at: pick.history.versions[0]?.at ?? updated,
  }));
  return { picks, updated: picks[0]?.updated ?? record.head.at };
});

/** Returns the query by which the page is cached: the filters that the page reads, in a fixed order. */
function searchOf(values: Readonly<Record<string, string>>): string {
  const known = Object.entries(values).filter(([, value]) => value !== "");
  return known.length === 0 ? "" : `?${new URLSearchParams(known).toString()}`;
}

/** The drawings stay while the sums do: a publication changes neither. */
const drawingsOf = oncePer((sums: ResultSums): Drawings => ({
  curves: curvesOf(sums.curve),
  periods: periodRows(sums),
}));

async function sealedRows(record: CachedRecord, picks: readonly PickStanding[], digits?: number): Promise<SealedRow[]> {
  const { histories } = await ledgerOf(record, picks);
  return picks.flatMap((pick) => {
    const history = histories.get(pickOf(pick));
    return history === undefined ? [] : sealedRow(history, record.from, zone, digits);
  });
}

async function* pagesOf(record: CachedRecord, picks: readonly PickStanding[]): AsyncGenerator<ListedPick[]> {
  const size = 500;
  for (let start = 0; start < picks.length; start += size)
    yield await listedIn(record, picks.slice(start, start + size));
}
