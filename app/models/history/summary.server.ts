import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { db, withoutIndex } from "../../db.server.ts";
import { cachedByVersion } from "../version-cache.ts";
import { type DateOrder, type DateSpan, type DayCount, type DayList, dayList, isUnbounded } from "./history.ts";
import { type SportFilter, sports } from "../bets/sports.ts";
import { type Stream, streams } from "../bets/stream.ts";
import {
  type StaffChanges,
  type Figures,
  type Totals,
  addTotals,
  noTotals,
  figuresOf,
  totalNames,
} from "../figures/totals.ts";
import { type CalibrationRange, type Charts, type DayTotals, calibrationOf, chartsOf } from "../figures/series.ts";

/** What a history says about the picks that it lists. */
export interface Report {
  figures: Figures;
  charts: Charts | null;
  calibration: CalibrationRange[];
}

interface Summary extends Report {
  days: Readonly<Record<DateOrder, DayList>>;
  sports: readonly string[];
  /** Counts the whole stream, not only the filtered picks. */
  corrections: StaffChanges;
}

interface Sums {
  days: DayTotals[];
  bands: DayTotals[];
}

/** A summary takes up to two megabytes: a few numbers per game day. */
const maxSummaries = 16;
const cache = cachedByVersion<Summary>(maxSummaries);

export async function summaryOf(stream: Stream, span: DateSpan, allowed: SportFilter): Promise<Summary> {
  const { version, corrections } = await readChanges(stream);
  const key = JSON.stringify([stream, span.from, span.to, allowed]);
  return cache(key, version, async () => ({
    ...(await summarise(await sumUp(stream, span, allowed))),
    sports: await readSports(stream),
    corrections,
  }));
}

/** The version changes with each change of the stream's picks or corrections. */
export async function readChanges(stream: Stream): Promise<{ version: string; corrections: StaffChanges }> {
  const { version, changed, deleted } = await db
    .selectFrom("pick_streams")
    .select(["version", "changed", "deleted"])
    .where("stream", "=", stream)
    .executeTakeFirstOrThrow();
  return { version: `${version} ${changed} ${deleted}`, corrections: { changed, deleted } };
}

/**
 * The figures of each stream for the game days from `from` to `to`. They are read anew each time, so ask for a few
 * days.
 */
export async function figuresOfDays({ from, to }: DateSpan): Promise<Record<Stream, Figures>> {
  const sums = await db
    .selectFrom("pick_days")
    .where("stream", "in", streams)
    .where("game_date", ">=", from)
    .where("game_date", "<=", to)
    .select(({ fn }) => ["stream", ...totalNames.map((name) => fn.sum<number>(name).as(name))])
    .groupBy("stream")
    .execute();
  const figuresIn = (stream: Stream) => figuresOf(sums.find((sum) => sum.stream === stream) ?? noTotals);
  return { regular: figuresIn("regular"), pro: figuresIn("pro") };
}

async function sumUp(stream: Stream, span: DateSpan, allowed: SportFilter): Promise<Sums> {
  const sums: Sums = { days: [], bands: [] };
  for await (const year of yearsOf(stream, span)) {
    sums.days.push(...(await sumsBy("game_date", stream, year, allowed)));
    sums.bands.push(...(await sumsBy("band", stream, year, allowed)));
  }
  return sums;
}

/** The game days of one year at a time, so that a long record doesn't block other requests. */
export async function* yearsOf(stream: Stream, span: DateSpan): AsyncGenerator<DateSpan> {
  const bounds = boundsOf(span);
  for (let first = await firstDay(stream, bounds); first !== null;) {
    // "-99" sorts after all days of its year, and after "", which is the day of undated picks.
    const end = `${first.slice(0, 4)}-99`;
    yield { from: first, to: end < bounds.to ? end : bounds.to };
    await yieldToEventLoop();
    first = await firstDay(stream, { from: end, to: bounds.to });
  }
}

/** Gives strings to compare dates with. A bounded span excludes undated picks. */
function boundsOf(span: DateSpan): DateSpan {
  return { from: isUnbounded(span) ? "" : span.from || "0", to: span.to || "9999-99" };
}

async function firstDay(stream: Stream, { from, to }: DateSpan): Promise<string | null> {
  const row = await db
    .selectFrom("pick_days")
    .select("game_date")
    .where("stream", "=", stream)
    .where("game_date", ">=", from)
    .where("game_date", "<=", to)
    .orderBy("game_date")
    .limit(1)
    .executeTakeFirst();
  return row?.game_date ?? null;
}

/** Returns one row per value of `column`; the other column holds the lowest of its values. */
function sumsBy(
  column: "game_date" | "band",
  stream: Stream,
  { from, to }: DateSpan,
  allowed: SportFilter,
): Promise<DayTotals[]> {
  let query = db
    .selectFrom("pick_days")
    .where("stream", "=", stream)
    .where("game_date", ">=", from)
    .where("game_date", "<=", to);
  if (allowed && "only" in allowed) query = query.where("sport", "=", allowed.only);
  if (allowed && "except" in allowed) query = query.where("sport", "not in", allowed.except);
  return query
    .select(({ fn }) => [
      fn.min("game_date").as("game_date"),
      fn.min("band").as("band"),
      ...totalNames.map((name) => fn.sum<number>(name).as(name)),
    ])
    .groupBy(`pick_days.${column}`)
    .orderBy(`pick_days.${column}`)
    .execute();
}

/** Looks up one result per sport in the sport index, which is faster than reading all totals. */
export async function readSports(stream: Stream): Promise<string[]> {
  const found = await db
    .selectNoFrom(({ exists, selectFrom }) =>
      sports.map((sport) =>
        exists(
          selectFrom("picks")
            .select("id")
            .where("stream", "=", stream)
            .where("sport", "=", sport)
            .where(withoutIndex<number>("settled"), "=", 1),
        ).as(sport),
      ),
    )
    .executeTakeFirstOrThrow();
  return sports.filter((sport) => Boolean(found[sport]));
}

async function summarise({ days, bands }: Sums): Promise<Report & Pick<Summary, "days">> {
  const report = reportOf(days, bands);
  // The lists can be long: fifty years have 18,000 days.
  await yieldToEventLoop();
  const lists = listsOf(days);
  await yieldToEventLoop();
  return { ...report, days: lists };
}

/** The curve comes from `days`, the other figures from `bands`. */
export function reportOf(days: readonly DayTotals[], bands: readonly DayTotals[]): Report {
  return {
    figures: figuresOf(bands.reduce<Totals>(addTotals, noTotals)),
    charts: chartsOf(days, bands),
    calibration: calibrationOf(bands),
  };
}

/** Keeps only the fields that paging needs, because the lists are cached. */
function listsOf(days: readonly DayTotals[]): Summary["days"] {
  const counts = days.map(({ game_date, picks }): DayCount => ({ game_date, picks }));
  const dated = counts.filter(({ game_date }) => game_date !== "");
  const undated = counts.filter(({ game_date }) => game_date === "");
  return { oldest: dayList([...dated, ...undated]), newest: dayList([...dated.toReversed(), ...undated]) };
}
