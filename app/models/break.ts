/** A member's break from picks: how long it can be, and what it is called. Pure. */
import { type CalendarDate, addDays } from "../time/calendar-date.ts";
import { addMonths } from "../time/calendar-month.ts";
import { dayMs, hourMs, minuteMs } from "../time/durations.ts";
import { formatMoment, formatsByZone } from "../time/instant-text.ts";
import { shortZoneName } from "../time/zone-name.ts";
import { dateIn, instantIn, offsetOf } from "../time/zone-time.ts";

export const breakLengths = ["1-day", "3-days", "1-week", "2-weeks", "1-month", "3-months", "6-months"] as const;
export type BreakLength = (typeof breakLengths)[number];

const counted: Readonly<Record<BreakLength, (from: CalendarDate) => CalendarDate>> = {
  "1-day": (from) => addDays(from, 1),
  "3-days": (from) => addDays(from, 3),
  "1-week": (from) => addDays(from, 7),
  "2-weeks": (from) => addDays(from, 14),
  "1-month": (from) => addMonths(from, 1),
  "3-months": (from) => addMonths(from, 3),
  "6-months": (from) => addMonths(from, 6),
};

/** "2-weeks" as "2 weeks". */
export function lengthLabel(length: BreakLength): string {
  return length.replace("-", " ");
}

/** The same time of day in `zone`, so many days or months later. Whole minutes, because pages show no seconds. */
export function endOfBreak(length: BreakLength, now: Date, zone: string): Date {
  const from = toWholeMinute(now);
  const minutes = ((from.getTime() + offsetOf(zone, from.getTime())) % dayMs) / minuteMs;
  return instantIn(zone, counted[length](dateIn(zone, from)), minutes);
}

/** Rounds up: a break never ends before the time that was asked for. */
export function toWholeMinute(time: Date): Date {
  return new Date(Math.ceil(time.getTime() / minuteMs) * minuteMs);
}

/** True from one day to six months after `now`, and an hour to each side: somebody reads the end before they confirm it. */
export function isPossibleEnd(until: string, now: Date, zone: string): boolean {
  const [earlier, later] = [new Date(now.getTime() - hourMs), new Date(now.getTime() + hourMs)];
  const time = Date.parse(until);
  return time >= endOfBreak("1-day", earlier, zone).getTime() && time <= endOfBreak("6-months", later, zone).getTime();
}

/** The end of a break that lasts at `now`; null when there is none, or it is over. */
export function runningBreak(until: string | null, now: Date): string | null {
  return until !== null && Date.parse(until) > now.getTime() ? until : null;
}

const weekday = formatsByZone("en-US", { weekday: "long" });

/** "Monday, December 7, 2026, 3:15 PM ET" */
export function breakEndText(until: string, zone: string): string {
  return `${weekday(zone).format(new Date(until))}, ${formatMoment(until, zone)} ${shortZoneName(zone)}`;
}

export function onBreakText(until: string, zone: string): string {
  return `You are on a break until ${breakEndText(until, zone)}.`;
}
