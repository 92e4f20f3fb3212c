/**
 * Dates without a time zone: "2026-11-21" in code, "11/21/2026" on pages. Pure. `new Date(text)` would assume a zone.
 */
import { dayMs } from "./durations.ts";

export type CalendarDate = string;

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

/** Writes `game_date` as MM/DD/YYYY, as pages and the API show it. */
export function withShownDate<T extends { game_date: string }>(row: T): T {
  return { ...row, game_date: formatCalendarDate(row.game_date) };
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Negative when `to` is before `from`. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

function existingDate(year: number, month: number, day: number): CalendarDate | null {
  const time = new Date(Date.UTC(year, month - 1, day));
  const exists = time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return exists && year >= 1000 ? time.toISOString().slice(0, 10) : null;
}
