import { z } from "zod";
import type { PickDayRow } from "../db.server.ts";
import { db } from "../db.server.ts";
import { env } from "../env.server.ts";
import type { CalendarDate } from "./calendar-date.ts";
import { dateIn, formatCalendarDate } from "./calendar-date.ts";
import { calendarDate, oneOf, pageNumber } from "./fields.ts";
import type { DateSpan, PageOfDays, QuickRange, SortOrder, Stretch } from "./history.ts";
import { isUnbounded, pageOfDays, quickRanges, sortOrders, spanOf } from "./history.ts";
import type { BetPick, SettledPick, SportFilter, Stream } from "./pick.ts";
import { betPickColumns, historyPageSize, passes, settledPickColumns, sportFilterOf, sports } from "./pick.ts";
import type { RecordFigures, Totals } from "./record.ts";
import { addTotals, noTotals, recordOf } from "./record.ts";

/** What a history page can be asked: a quick range counts only where no date is given. */
export const historyFilter = z.object({
  sport: oneOf(["", "All", ...sports], "Choose a sport of the list."),
  sort: oneOf(["", ...sortOrders], "Choose an order of the list.").transform((sort): SortOrder => (sort === "oldest" ? "oldest" : "newest")),
  start: calendarDate,
  end: calendarDate,
  date: calendarDate,
  range: oneOf(["", ...quickRanges], "Choose a range of the list."),
  page: pageNumber,
});
export type HistoryFilter = z.output<typeof historyFilter>;

export interface History {
  picks: SettledPick[];
  page: number;
  pages: number;
  /** Over the whole filtered list, not the page. */
  record: RecordFigures;
  /** The quick range in force, '' when dates or none are. */
  range: QuickRange | "";
  span: DateSpan;
  /** The sports that have results, in the order of the staff form. */
  sports: string[];
  /** MM/DD/YYYY, in the site's zone. */
  today: string;
}

/** One page of a stream's settled picks and the record of all that the filter lets through. */
export async function readHistory(stream: Stream, filter: HistoryFilter, namedSports: readonly string[]): Promise<History> {
  const range = filter.start || filter.end || filter.date ? "" : filter.range;
  const span = chosenSpan(filter, range);
  const allowed = sportFilterOf(filter.sport, namedSports);
  const days = await listDays(stream, span, filter.sort);
  const { page, pages, stretches } = pageOfDays(daysOf(days, allowed), filter.page, historyPageSize);
  const [picks, known] = await Promise.all([readSettled(stream, stretches, filter.sort, allowed), listSportsWithResults(stream)]);
  return { picks, page, pages, record: recordOf(sumOf(days, allowed)), range, span, sports: known, today: formatCalendarDate(today()) };
}

/** One page of the settled picks with every field, newest game first, and how many there are in all. */
export async function readResolved(stream: Stream, requested: number, size: number): Promise<{ picks: BetPick[]; total: number } & Omit<PageOfDays, "stretches">> {
  const days = daysOf(await listDays(stream, { from: "", to: "" }, "newest"), null);
  const { page, pages, stretches } = pageOfDays(days, requested, size);
  const rows = await Promise.all(stretches.map((stretch) => settledIn(stream, stretch, "newest", null).select(betPickColumns).execute()));
  return { picks: rows.flat().map(withShownDate), total: days.reduce((sum, day) => sum + day.bets, 0), page, pages };
}

/** The row as it leaves the model: the date as MM/DD/YYYY. */
export function withShownDate<T extends { game_date: string }>(row: T): T {
  return { ...row, game_date: formatCalendarDate(row.game_date) };
}

export function today(): CalendarDate {
  return dateIn(env.SITE_TIMEZONE, new Date());
}

function chosenSpan(filter: HistoryFilter, range: QuickRange | ""): DateSpan {
  if (filter.date !== "") return { from: filter.date, to: filter.date };
  if (range !== "") return spanOf(range, today());
  return { from: filter.start, to: filter.end };
}

async function listDays(stream: Stream, span: DateSpan, sort: SortOrder): Promise<PickDayRow[]> {
  let query = db.selectFrom("pick_days").selectAll().where("stream", "=", stream);
  if (span.from !== "") query = query.where("game_date", ">=", span.from);
  if (span.to !== "") query = query.where("game_date", "<=", span.to);
  // The unknown date '' is before every date, so an end alone would let it in.
  if (!isUnbounded(span)) query = query.where("game_date", ">", "");
  const days = await query.orderBy("game_date", sort === "newest" ? "desc" : "asc").execute();
  return [...days.filter((day) => day.game_date !== ""), ...days.filter((day) => day.game_date === "")];
}

function daysOf(days: PickDayRow[], allowed: SportFilter): { game_date: string; bets: number }[] {
  return days.filter((day) => passes(allowed, day.sport));
}

function sumOf(days: PickDayRow[], allowed: SportFilter): Totals {
  return days.filter((day) => passes(allowed, day.sport)).reduce<Totals>(addTotals, noTotals);
}

async function readSettled(stream: Stream, stretches: Stretch[], sort: SortOrder, allowed: SportFilter): Promise<SettledPick[]> {
  const rows = await Promise.all(stretches.map((stretch) => settledIn(stream, stretch, sort, allowed).select(settledPickColumns).execute()));
  return rows.flat().map(withShownDate);
}

function settledIn(stream: Stream, { from, to, skip, take }: Stretch, sort: SortOrder, allowed: SportFilter) {
  const direction = sort === "newest" ? "desc" : "asc";
  let query = db.selectFrom("picks").where("stream", "=", stream).where("settled", "=", 1).where("game_date", ">=", from).where("game_date", "<=", to);
  if (allowed && "only" in allowed) query = query.where("sport", "=", allowed.only);
  if (allowed && "except" in allowed) query = query.where("sport", "not in", allowed.except);
  return query.orderBy("game_date", direction).orderBy("created_at", direction).orderBy("id", direction).limit(take).offset(skip);
}

async function listSportsWithResults(stream: Stream): Promise<string[]> {
  const rows = await db.selectFrom("pick_days").select("sport").distinct().where("stream", "=", stream).execute();
  return sports.filter((sport) => rows.some((row) => row.sport === sport));
}
