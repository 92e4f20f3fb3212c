import { setImmediate as turn } from "node:timers/promises";
import type { PickDayRow } from "../db.server.ts";
import { db } from "../db.server.ts";
import type { DateSpan, DayList, SortOrder } from "./history.ts";
import { covers, dayList, isUnbounded } from "./history.ts";
import type { SportFilter, Stream } from "./pick.ts";
import { passes, sports } from "./pick.ts";
import type { Corrections, RecordFigures, Totals } from "./record.ts";
import { addTotals, noCorrections, noTotals, recordOf } from "./record.ts";
import type { CalibrationRange, Charts, DayTotals } from "./record-chart.ts";
import { calibrationOf, chartsOf } from "./record-chart.ts";

/** All that a page of the history says of the picks that its filter lets through, but the picks themselves. */
interface Summary {
  record: RecordFigures;
  /** null without picks. */
  charts: Charts | null;
  calibration: CalibrationRange[];
  /** The numbers of picks by game day; picks without a date come last in either order. */
  days: Readonly<Record<SortOrder, DayList>>;
  /** Those that the stream has any results of, in the order of the staff form. */
  sports: readonly string[];
  /** Of the whole stream, whatever the filter. */
  corrections: Corrections;
}

/** What depends on the filter. */
type Sought = Omit<Summary, "sports" | "corrections">;

/** The sums of some picks by game day, in the order of the calendar, and by band of confidence. */
interface Sums {
  days: readonly DayTotals[];
  bands: readonly DayTotals[];
}

interface Year {
  version: number;
  months: readonly Month[];
}

interface Month {
  /** "2026-11"; "" of picks without a date. */
  name: string;
  rows: readonly PickDayRow[];
  sports: ReadonlySet<string>;
  /** Of the whole month, by sport filter. */
  sums: Map<string, Sums>;
}

/** What was read of a stream. The database counts each change of a year's totals: what has the same number is the same. */
interface Kept extends Pick<Summary, "sports" | "corrections"> {
  years: ReadonlyMap<string, Year>;
  summaries: Map<string, Promise<Summary>>;
}

const kept = new Map<Stream, Kept>();
const underway = new Map<Stream, Promise<Kept>>();
/** Of one stream: every sport with every quick range. Whoever asks for odd ranges pushes out the oldest. */
const mostSummaries = 64;
const rowsAtOnce = 1000;

/** The summary of the picks of those days and sports. Read from the database, and summed up, only in so far as it changed since it was last asked for. */
export async function summaryOf(stream: Stream, span: DateSpan, allowed: SportFilter): Promise<Summary> {
  const { years, sports: withResults, corrections, summaries } = await readYears(stream);
  const key = JSON.stringify([span.from, span.to, allowed]);
  const known = summaries.get(key);
  if (known) return known;
  const summary = sumUpYears(years, span, allowed).then((sums) => ({ ...sums, sports: withResults, corrections }));
  const [oldest] = summaries.keys();
  if (summaries.size >= mostSummaries && oldest !== undefined) summaries.delete(oldest);
  summaries.set(key, summary);
  summary.catch(() => summaries.delete(key));
  return summary;
}

async function sumUpYears(years: Kept["years"], span: DateSpan, allowed: SportFilter): Promise<Sought> {
  const parts: Sums[] = [];
  for (const { months } of years.values()) {
    const touched = months.filter(({ name }) => touches(span, name));
    // A long stream has tens of thousands of totals in a year.
    if (touched.some((month) => !isKnown(month, span, allowed))) await turn();
    parts.push(...touched.map((month) => sumsOf(month, span, allowed)));
  }
  await turn();
  const summary = summarise(parts.flatMap(({ days }) => days), parts.flatMap(({ bands }) => bands));
  // The page is rendered next.
  await turn();
  return summary;
}

function touches(span: DateSpan, month: string): boolean {
  if (isUnbounded(span)) return true;
  return month !== "" && month >= span.from.slice(0, 7) && (span.to === "" || month <= span.to.slice(0, 7));
}

function holds(span: DateSpan, month: string): boolean {
  return isUnbounded(span) || (span.from <= `${month}-01` && (span.to === "" || span.to >= `${month}-31`));
}

function isKnown({ name, sums }: Month, span: DateSpan, allowed: SportFilter): boolean {
  return holds(span, name) && sums.has(JSON.stringify(allowed));
}

/** A range cuts two months at most, and a change touches one year: the sums of the others are kept. */
function sumsOf({ name, rows, sums }: Month, span: DateSpan, allowed: SportFilter): Sums {
  if (!holds(span, name)) return sumUp(rows.filter((row) => covers(span, row.game_date) && passes(allowed, row.sport)));
  const key = JSON.stringify(allowed);
  const known = sums.get(key) ?? sumUp(rows.filter((row) => passes(allowed, row.sport)));
  sums.set(key, known);
  return known;
}

/** Rows in the order of their days. */
function sumUp(rows: readonly PickDayRow[]): Sums {
  const [days, bands] = [new Map<string, DayTotals>(), new Map<number, DayTotals>()];
  for (const row of rows) {
    addTo(days, row.game_date, row);
    addTo(bands, row.band, row);
  }
  return { days: [...days.values()], bands: [...bands.values()] };
}

// In place: a month has thousands of rows.
function addTo<Key>(sums: Map<Key, DayTotals>, key: Key, row: PickDayRow): void {
  const sum = sums.get(key) ?? { ...noTotals, game_date: row.game_date, band: row.band };
  sum.bets += row.bets;
  sum.wins += row.wins;
  sum.units_result_e6 += row.units_result_e6;
  sum.unit_size_e6 += row.unit_size_e6;
  sum.sim_confidence_e6 += row.sim_confidence_e6;
  sums.set(key, sum);
}

/**
 * One reads and the others wait for it: a hundred who come after a restart, or after a pick was settled, would each hold all totals in memory.
 */
async function readYears(stream: Stream): Promise<Kept> {
  // The numbers first: what is written between the two reads is then read again the next time, never missed.
  const versions = await readVersions(stream);
  const before = kept.get(stream);
  if (before && before.years.size === versions.length && versions.every((now) => isKept(before, now))) return before;
  const other = underway.get(stream);
  if (other) {
    await other.catch(() => null);
    return readYears(stream);
  }
  const reading = readChanged(stream, versions, before).finally(() => underway.delete(stream));
  underway.set(stream, reading);
  return reading;
}

interface Version extends Corrections {
  year: string;
  version: number;
}

function readVersions(stream: Stream): Promise<Version[]> {
  return db.selectFrom("pick_years").innerJoin("pick_streams", "pick_streams.stream", "pick_years.stream")
    .select(["year", "pick_years.version", "changed", "deleted"]).where("pick_years.stream", "=", stream).orderBy("year").execute();
}

function isKept({ years, corrections }: Kept, { year, version, changed, deleted }: Version): boolean {
  return years.get(year)?.version === version && corrections.changed === changed && corrections.deleted === deleted;
}

async function readChanged(stream: Stream, versions: readonly Version[], before: Kept | undefined): Promise<Kept> {
  const years = new Map<string, Year>();
  for (const { year, version } of versions) {
    const known = before?.years.get(year);
    years.set(year, known?.version === version ? known : { version, months: byMonth(await readYear(stream, year)) });
  }
  const months = [...years.values()].flatMap(({ months }) => months);
  const { changed, deleted } = versions[0] ?? noCorrections;
  const now: Kept = { years, sports: sports.filter((sport) => months.some((month) => month.sports.has(sport))), corrections: { changed, deleted }, summaries: new Map() };
  kept.set(stream, now);
  return now;
}

/** A few rows at a time, so that nobody waits for a long year. */
async function readYear(stream: Stream, year: string): Promise<PickDayRow[]> {
  const rows: PickDayRow[] = [];
  const [from, to] = [year, year === "" ? "" : `${year}-99`];
  for (let more = true; more; ) {
    const last = rows.at(-1);
    let query = db.selectFrom("pick_days").selectAll().where("stream", "=", stream).where("game_date", "<=", to);
    query = last ? query.where((column) => column(column.refTuple("game_date", "sport", "band"), ">", column.tuple(last.game_date, last.sport, last.band))) : query.where("game_date", ">=", from);
    const next = await query.orderBy("game_date").orderBy("sport").orderBy("band").limit(rowsAtOnce).execute();
    rows.push(...next);
    more = next.length === rowsAtOnce;
    await turn();
  }
  return rows;
}

/** Rows in the order of their days. */
function byMonth(rows: readonly PickDayRow[]): Month[] {
  const months = new Map<string, PickDayRow[]>();
  for (const row of rows) {
    const name = row.game_date.slice(0, 7);
    const of = months.get(name);
    if (of) of.push(row);
    else months.set(name, [row]);
  }
  return [...months].map(([name, of]) => ({ name, rows: of, sports: new Set(of.map(({ sport }) => sport)), sums: new Map() }));
}

function summarise(days: readonly DayTotals[], bands: readonly DayTotals[]): Sought {
  const dated = days.filter(({ game_date }) => game_date !== "");
  const undated = days.filter(({ game_date }) => game_date === "");
  return {
    record: recordOf(bands.reduce<Totals>(addTotals, noTotals)),
    charts: chartsOf(days, bands),
    calibration: calibrationOf(bands),
    days: { oldest: dayList([...dated, ...undated]), newest: dayList([...dated.toReversed(), ...undated]) },
  };
}
