import { type CalendarDate, addDays, formatCalendarDate } from "../../time/calendar-date.ts";
import { clampPage } from "../list-page.ts";

export const dateOrders = ["newest", "oldest"] as const;
export type DateOrder = (typeof dateOrders)[number];

export const sortOrders = [...dateOrders, "start", "confidence", "edge", "price"] as const;
export type SortOrder = (typeof sortOrders)[number];

export const cardSortOrders = [...dateOrders, "sport"] as const;
export type CardSortOrder = (typeof cardSortOrders)[number];

export const sortLabels: Readonly<Record<SortOrder | CardSortOrder, string>> = {
  newest: "Newest First",
  oldest: "Oldest First",
  sport: "By Sport",
  start: "By Start",
  confidence: "By Confidence",
  edge: "By Edge",
  price: "By Price",
};

export function isDateOrder(sort: SortOrder): sort is DateOrder {
  return dateOrders.some((order) => order === sort);
}

export const quickRanges = ["today", "yesterday", "last7", "last30"] as const;
export type QuickRange = (typeof quickRanges)[number];

export const quickRangeLabels: Readonly<Record<QuickRange, string>> = {
  today: "Today",
  yesterday: "Yesterday",
  last7: "Last 7 Days",
  last30: "Last 30 Days",
};

/** Both ends are included; '' = no bound. */
export interface DateSpan {
  from: CalendarDate | "";
  to: CalendarDate | "";
}

export const allDates: DateSpan = { from: "", to: "" };

/** "Last 7 Days" is today and the six days before; "Last 30 Days" today and the 29 before. */
export function spanOf(range: QuickRange, today: CalendarDate): DateSpan {
  if (range === "today") return { from: today, to: today };
  if (range === "yesterday") return { from: addDays(today, -1), to: addDays(today, -1) };
  return { from: addDays(today, range === "last7" ? -6 : -29), to: today };
}

/** Only an unbounded span includes undated picks. */
export function isUnbounded(span: DateSpan): boolean {
  return span.from === "" && span.to === "";
}

export function covers(span: DateSpan, date: CalendarDate | ""): boolean {
  if (isUnbounded(span)) return true;
  return date !== "" && date >= span.from && (span.to === "" || date <= span.to);
}

export function isBackwards({ from, to }: DateSpan): boolean {
  return to !== "" && from > to;
}

/** "11/01/2026 to 11/07/2026", "up to 11/07/2026", "All dates". */
export function describeSpan(span: DateSpan): string {
  if (isUnbounded(span)) return "All dates";
  const [from, to] = [formatCalendarDate(span.from), formatCalendarDate(span.to)];
  if (from === to) return from;
  if (from === "") return `up to ${to}`;
  return to === "" ? `from ${from}` : `${from} to ${to}`;
}

interface Shown {
  /** '' or "All" = every sport. */
  sport: string;
  range: QuickRange | "";
  span: DateSpan;
  /** What was searched for. */
  q?: string | undefined;
}

/** The filter in words: "“heat”, NBA, Last 7 Days"; '' = everything. */
export function describeFilter({ q, sport, range, span }: Shown): string {
  const dates = range === "" ? describeSpan(span) : quickRangeLabels[range];
  return [quoted(q), isEverySport(sport) ? "" : sport, isUnbounded(span) ? "" : dates].filter(Boolean).join(", ");
}

/** The sport and dates that figures cover: "NBA, 11/14/2026 to 11/20/2026", "all sports, all dates". */
export function describePeriod({ q, sport, span }: Omit<Shown, "range">): string {
  const dates = isUnbounded(span) ? "all dates" : describeSpan(span);
  return [quoted(q), isEverySport(sport) ? "all sports" : sport, dates].filter(Boolean).join(", ");
}

function quoted(q = ""): string {
  return q && `“${q}”`;
}

function isEverySport(sport: string): boolean {
  return sport === "" || sport === "All";
}

export interface DayCount {
  /** '' = undated picks, always listed last. */
  game_date: string;
  picks: number;
}

export interface DayList {
  days: readonly DayCount[];
  before: Uint32Array;
  total: number;
}

export function dayList(days: readonly DayCount[]): DayList {
  const before = new Uint32Array(days.length);
  let total = 0;
  for (const [index, { picks }] of days.entries()) {
    before[index] = total;
    total += picks;
  }
  return { days, before, total };
}

/** Part of a page: skips and takes this many picks within these days. Undated picks get a stretch of their own. */
export interface Stretch {
  from: string;
  to: string;
  skip: number;
  take: number;
}

export interface PageOfDays {
  page: number;
  pages: number;
  stretches: Stretch[];
}

/** Finds the days that hold a page by binary search, without counting rows. A page out of range is clamped. */
export function pageOfDays({ days, before, total }: DayList, requested: number, size: number): PageOfDays {
  const { page, pages } = clampPage(total, requested, size);
  const first = (page - 1) * size;
  const stretches: Stretch[] = [];
  let taken = 0;
  for (let index = dayHolding(before, first); index < days.length && taken < size; index += 1) {
    const { game_date, picks } = days[index] ?? { game_date: "", picks: 0 };
    const skip = Math.max(0, first - (before[index] ?? 0));
    if (skip >= picks) continue;
    const take = Math.min(picks - skip, size - taken);
    addToStretches(stretches, game_date, skip, take);
    taken += take;
  }
  return { page, pages, stretches };
}

/** Finds the last day with at most `picks` picks before it. */
function dayHolding(before: Uint32Array, picks: number): number {
  let [low, high] = [0, before.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((before[middle] ?? 0) <= picks) low = middle;
    else high = middle;
  }
  return low;
}

function addToStretches(stretches: Stretch[], date: string, skip: number, take: number): void {
  const last = stretches.at(-1);
  if (!last || last.to === "" || date === "") {
    stretches.push({ from: date, to: date, skip, take });
    return;
  }
  last.take += take;
  if (date < last.from) last.from = date;
  if (date > last.to) last.to = date;
}
