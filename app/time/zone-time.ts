/** Dates and times of day in a time zone. Pure. */
import { dayMs, minuteMs } from "./durations.ts";
import { formatsByZone } from "./instant-text.ts";
import type { CalendarDate } from "./calendar-date.ts";

const clockFormat = formatsByZone("en-US", {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});

export function dateIn(zone: string, instant: Date): CalendarDate {
  // `format` does not help: browsers disagree on which locale writes YYYY-MM-DD.
  return new Date(instant.getTime() + offsetOf(zone, instant.getTime())).toISOString().slice(0, 10);
}

/**
 * The instant of a local time, `minutes` after midnight. A time that a clock change skips moves forward by the gap; for
 * a repeated time, the first instant counts.
 */
export function instantIn(zone: string, date: CalendarDate, minutes: number): Date {
  const [first] = instantsIn(zone, date, minutes);
  if (first) return first;
  const wanted = localTime(date, minutes);
  return new Date(wanted - offsetOf(zone, wanted - dayMs));
}

/** The instants of a local time, in order: none for a time that a clock change skips, two for a repeated one. */
export function instantsIn(zone: string, date: CalendarDate, minutes: number): Date[] {
  const wanted = localTime(date, minutes);
  // An offset is always less than a day, so these two times lie before and after a clock change near the wanted time.
  const offsets = new Set([wanted - dayMs, wanted + dayMs].map((time) => offsetOf(zone, time)));
  return [...offsets]
    .map((offset) => wanted - offset)
    .filter((time) => time + offsetOf(zone, time) === wanted)
    .sort((one, other) => one - other)
    .map((time) => new Date(time));
}

/** Computes the time as if the zone were UTC. */
function localTime(date: CalendarDate, minutes: number): number {
  return Date.parse(`${date}T00:00:00Z`) + minutes * minuteMs;
}

/** Tells by how many milliseconds the zone's clocks are ahead of UTC at `time`. */
export function offsetOf(zone: string, time: number): number {
  const part = Object.fromEntries(
    clockFormat(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const shown = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second);
  return shown - Math.floor(time / 1000) * 1000;
}
