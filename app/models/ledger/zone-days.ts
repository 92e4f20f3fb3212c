/** Finds days in the ledger's zone with few look-ups of the time zone, because these are slow. Pure. */
import { dayMs } from "../../time/durations.ts";
import { addDays } from "../../time/calendar-date.ts";
import { instantIn, offsetOf } from "../../time/zone-time.ts";

export interface ZoneDays {
  zone: string;
  /** The instant (ISO, UTC) at which a date begins. */
  startOf: (date: string) => string;
  /** The date of an instant. */
  dateOf: (instant: string) => string;
}

const weekMs = 7 * dayMs;

export function zoneDays(zone: string): ZoneDays {
  const offsets = new Map<number, number | null>();
  const starts = new Map<string, string>();
  /** The offset around a time; null in a week in which the clocks change. */
  const steadyOffset = (time: number): number | null => {
    const week = Math.floor(time / weekMs);
    const known = offsets.get(week);
    if (known !== undefined) return known;
    const [before, after] = [week * weekMs - dayMs, (week + 1) * weekMs + dayMs].map((at) => offsetOf(zone, at));
    const offset = before !== undefined && before === after ? before : null;
    offsets.set(week, offset);
    return offset;
  };
  const startOf = (date: string) => {
    const known = starts.get(date);
    if (known !== undefined) return known;
    const midnight = Date.parse(`${date}T00:00:00Z`);
    const offset = steadyOffset(midnight);
    const start = (offset === null ? instantIn(zone, date, 0) : new Date(midnight - offset)).toISOString();
    starts.set(date, start);
    return start;
  };
  // No zone is a day away from UTC. Two cached days are faster than the look-up of an instant.
  const dateOf = (instant: string) => {
    const date = instant.slice(0, 10);
    if (instant < startOf(date)) return addDays(date, -1);
    const next = addDays(date, 1);
    return instant < startOf(next) ? date : next;
  };
  return { zone, startOf, dateOf };
}
