/**
 * Calendar dates without a zone: "2026-11-21" inside, "11/21/2026" for people. Pure: today is always passed in.
 * Never made by `new Date(text)`, which reads a zone into them.
 */
import { dayMs, minuteMs } from "../durations.ts";
import { formatsByZone } from "./zone-formats.ts";

export type CalendarDate = string;

const clockFormat = formatsByZone("en-US", { hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" });
const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const iso = /^(\d{4})-(\d{2})-(\d{2})$/;

/** MM/DD/YYYY, M/D/YYYY or YYYY-MM-DD, checked against the calendar; anything else gives null. */
export function parseCalendarDate(text: string): CalendarDate | null {
  const trimmed = text.trim();
  const us = american.exec(trimmed);
  if (us) return checked(Number(us[3]), Number(us[1]), Number(us[2]));
  const parts = iso.exec(trimmed);
  if (parts) return checked(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  return null;
}

/** "2026-11-21" to "11/21/2026"; the unknown date '' stays ''. */
export function formatCalendarDate(date: CalendarDate): string {
  if (date === "") return "";
  const [year, month, day] = date.split("-");
  return `${month}/${day}/${year}`;
}

/** The date `days` later (negative = earlier). */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The calendar date that a clock on the wall of `zone` shows at the instant. */
export function dateIn(zone: string, instant: Date): CalendarDate {
  // Not a format of a whole date: which one writes YYYY-MM-DD is not the same in every browser.
  return new Date(instant.getTime() + offsetOf(zone, instant.getTime())).toISOString().slice(0, 10);
}

/** The instant at which a clock in `zone` shows that date and so many minutes after midnight; of a time that it skips, as much after the change. */
export function instantIn(zone: string, date: CalendarDate, minutes: number): Date {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutes * minuteMs;
  // The offset of the guess may be the other side of a clock change; the second look uses the right one.
  const guess = wanted - offsetOf(zone, wanted);
  const found = wanted - offsetOf(zone, guess);
  const isSkipped = found + offsetOf(zone, found) < wanted;
  return new Date(isSkipped ? Math.max(found, guess) : found);
}

function offsetOf(zone: string, time: number): number {
  const part = Object.fromEntries(clockFormat(zone).formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const shown = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second);
  return shown - Math.floor(time / 1000) * 1000;
}

function checked(year: number, month: number, day: number): CalendarDate | null {
  const time = new Date(Date.UTC(year, month - 1, day));
  const exists = time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return exists && year >= 1000 ? time.toISOString().slice(0, 10) : null;
}
