/** The last 30 days, in the site's zone. Pure. */
import { addDays } from "../../time/calendar-date.ts";
import { dateIn, instantIn } from "../../time/zone-time.ts";

export const shownDays = 30;

export interface Days {
  /** The first day, YYYY-MM-DD. */
  first: string;
  /** When the first day begins (ISO, UTC). */
  start: string;
  /** When each day ends, today now (ISO, UTC). */
  ends: string[];
}

export function lastDays(now: Date, zone: string): Days {
  const first = addDays(dateIn(zone, now), 1 - shownDays);
  const beginOf = (index: number) => instantIn(zone, addDays(first, index), 0).toISOString();
  const ends = Array.from({ length: shownDays }, (_, index) =>
    index === shownDays - 1 ? now.toISOString() : beginOf(index + 1),
  );
  return { first, start: beginOf(0), ends };
}

/** The sum of what happened on each day. What happened before or later is left out. */
export function sumByDay({ start, ends }: Days, events: readonly { at: string; amount: number }[]): number[] {
  const sums = ends.map(() => 0);
  for (const { at, amount } of events) {
    const day = at > start ? ends.findIndex((end) => at <= end) : -1;
    if (day !== -1) sums[day] = (sums[day] ?? 0) + amount;
  }
  return sums;
}
