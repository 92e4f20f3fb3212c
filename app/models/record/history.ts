import type { CalendarDate } from "../calendar-date.ts";
import { addDays, formatCalendarDate } from "../calendar-date.ts";
import { clampPage } from "../list-page.ts";

/** How a history is narrowed and paged. Pure: today is passed in. */

export const sortOrders = ["newest", "oldest"] as const;
export type SortOrder = (typeof sortOrders)[number];

/** My Card's list can also be sorted by sport. */
export const cardSortOrders = [...sortOrders, "sport"] as const;
export type CardSortOrder = (typeof cardSortOrders)[number];

export const sortLabels: Readonly<Record<CardSortOrder, string>> = { newest: "Newest First", oldest: "Oldest First", sport: "By Sport" };

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

/** True for a span without bounds, and then also for picks without a date; a bounded span holds dated picks only. */
export function isUnbounded(span: DateSpan): boolean {
  return span.from === "" && span.to === "";
}

/** Whether a pick of that date belongs to the span. */
export function covers(span: DateSpan, date: CalendarDate | ""): boolean {
  if (isUnbounded(span)) return true;
  return date !== "" && date >= span.from && (span.to === "" || date <= span.to);
}

/** True for a span that no date is in. */
export function isBackwards({ from, to }: DateSpan): boolean {
  return to !== "" && from > to;
}

/** A span in words, its dates as MM/DD/YYYY: "11/01/2026 to 11/07/2026", "up to 11/07/2026", "All dates". */
export function describeSpan(span: DateSpan): string {
  if (isUnbounded(span)) return "All dates";
  const [from, to] = [formatCalendarDate(span.from), formatCalendarDate(span.to)];
  if (from === to) return from;
  if (from === "") return `up to ${to}`;
  return to === "" ? `from ${from}` : `${from} to ${to}`;
}

export interface DayCount {
  /** '' = the picks without a date, always listed last. */
  game_date: string;
  bets: number;
}

/** Days in display order, each once, with their numbers of picks. */
export interface DayList {
  days: readonly DayCount[];
  /** How many picks come before those of the day, for each day. */
  before: Uint32Array;
  total: number;
}

/** Counts once what comes before each day, for `pageOfDays`. */
export function dayList(days: readonly DayCount[]): DayList {
  const before = new Uint32Array(days.length);
  let total = 0;
  for (const [index, { bets }] of days.entries()) {
    before[index] = total;
    total += bets;
  }
  return { days, before, total };
}

/** A stretch of one page: within these days, skip so many picks and take so many. Undated picks are a stretch of their own. */
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

/**
 * Finds a page in the list of days without counting rows: the one or two stretches of days that hold it. A page out of range is clamped. It
 * takes as long for ten years as for a month.
 */
export function pageOfDays({ days, before, total }: DayList, requested: number, size: number): PageOfDays {
  const { page, pages } = clampPage(total, requested, size);
  const first = (page - 1) * size;
  const stretches: Stretch[] = [];
  let taken = 0;
  for (let index = dayHolding(before, first); index < days.length && taken < size; index += 1) {
    const { game_date, bets } = days[index] ?? { game_date: "", bets: 0 };
    const skip = Math.max(0, first - (before[index] ?? 0));
    if (skip >= bets) continue;
    const take = Math.min(bets - skip, size - taken);
    addToStretches(stretches, game_date, skip, take);
    taken += take;
  }
  return { page, pages, stretches };
}

/** The last day that so many picks or fewer come before. */
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
