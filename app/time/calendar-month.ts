/** Month arithmetic for the date picker. Pure. */
import { type CalendarDate, addDays } from "./calendar-date.ts";

const yearsEachSide = 5;

/** 0 is Sunday. */
export function weekdayOf(date: CalendarDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

export function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4));
}

/** 1 is January. */
export function monthOf(date: CalendarDate): number {
  return Number(date.slice(5, 7));
}

export function daysOfMonth(date: CalendarDate): CalendarDate[] {
  return Array.from({ length: lastDay(yearOf(date), monthOf(date)) }, (_, index) =>
    dateOf(yearOf(date), monthOf(date), index + 1),
  );
}

/** Gives the last day of the target month when that month is too short. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const count = yearOf(date) * 12 + monthOf(date) - 1 + months;
  const [year, month] = [Math.floor(count / 12), (count % 12) + 1];
  return dateOf(year, month, Math.min(Number(date.slice(8)), lastDay(year, month)));
}

export function yearsAround(date: CalendarDate): number[] {
  return Array.from({ length: 2 * yearsEachSide + 1 }, (_, index) => yearOf(date) - yearsEachSide + index).filter(
    (year) => year >= 1000 && year <= 9999,
  );
}

export function dateAfterKey(date: CalendarDate, key: string, shift = false): CalendarDate | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(date, -1);
    case "ArrowRight":
      return addDays(date, 1);
    case "ArrowUp":
      return addDays(date, -7);
    case "ArrowDown":
      return addDays(date, 7);
    case "Home":
      return addDays(date, -weekdayOf(date));
    case "End":
      return addDays(date, 6 - weekdayOf(date));
    case "PageUp":
      return addMonths(date, shift ? -12 : -1);
    case "PageDown":
      return addMonths(date, shift ? 12 : 1);
    default:
      return null;
  }
}

function lastDay(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function dateOf(year: number, month: number, day: number): CalendarDate {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
