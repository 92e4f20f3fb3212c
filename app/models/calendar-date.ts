/**
 * Dates without a time zone: "2026-11-21" in code, "11/21/2026" on pages. Pure. `new Date(text)` would assume a zone.
 */
import { dayMs, minuteMs } from "../durations.ts";
import { formatsByZone } from "../format.ts";

export type CalendarDate = string;

const clockFormat = formatsByZone("en-US", {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});
const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const iso = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Accepts MM/DD/YYYY, M/D/YYYY and YYYY-MM-DD. Null for anything else and for dates that don't exist. */
export function parseCalendarDate(text: string): CalendarDate | null {
  const trimmed = text.trim();
  const us = american.exec(trimmed);
  if (us) return existingDate(Number(us[3]), Number(us[1]), Number(us[2]));
  const parts = iso.exec(trimmed);
  if (parts) return existingDate(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  return null;
}

/** The unknown date '' stays ''. */
export function formatCalendarDate(date: CalendarDate): string {
  if (date === "") return "";
  const [year, month, day] = date.split("-");
  return `${month}/${day}/${year}`;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Negative when `to` is before `from`. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

export function dateIn(zone: string, instant: Date): CalendarDate {
  // Not `format`: browsers disagree on which locale writes YYYY-MM-DD.
  return new Date(instant.getTime() + offsetOf(zone, instant.getTime())).toISOString().slice(0, 10);
}

/**
 * The instant of a local time, `minutes` after midnight. A time that a clock change skips moves forward by the gap; of a
 * repeated one it is the first.
 */
export function instantIn(zone: string, date: CalendarDate, minutes: number): Date {
  const [first] = instantsIn(zone, date, minutes);
  if (first) return first;
  const wanted = localTime(date, minutes);
  return new Date(wanted - offsetOf(zone, wanted - dayMs));
}

/** The instants of a local time, in order: none of a time that a clock change skips, two of a repeated one. */
export function instantsIn(zone: string, date: CalendarDate, minutes: number): Date[] {
  const wanted = localTime(date, minutes);
  // No offset reaches a day, so these two are before and after a clock change near that time.
  const offsets = new Set([wanted - dayMs, wanted + dayMs].map((time) => offsetOf(zone, time)));
  return [...offsets]
    .map((offset) => wanted - offset)
    .filter((time) => time + offsetOf(zone, time) === wanted)
    .sort((one, other) => one - other)
    .map((time) => new Date(time));
}

/** As if the zone were UTC. */
function localTime(date: CalendarDate, minutes: number): number {
  return Date.parse(`${date}T00:00:00Z`) + minutes * minuteMs;
}

/** What the zone's clocks are ahead of UTC at a time, in milliseconds. */
export function offsetOf(zone: string, time: number): number {
  const part = Object.fromEntries(
    clockFormat(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const shown = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second);
  return shown - Math.floor(time / 1000) * 1000;
}

function existingDate(year: number, month: number, day: number): CalendarDate | null {
  const time = new Date(Date.UTC(year, month - 1, day));
  const exists = time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return exists && year >= 1000 ? time.toISOString().slice(0, 10) : null;
}
