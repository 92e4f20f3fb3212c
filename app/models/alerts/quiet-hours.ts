/** When news may reach somebody: quiet hours, and the games that it is about. Pure. */
import { type CalendarDate, addDays } from "../../time/calendar-date.ts";
import { dateIn, instantIn, instantsIn } from "../../time/zone-time.ts";

export interface QuietHours {
  /** "HH:MM" in `zone`, like `until`. Both '' = none. */
  from: string;
  /** At or before `from`: on the next day. */
  until: string;
  /** What happens to news whose game starts before the end. */
  late: "at-once" | "never";
  zone: string;
}

export type Timing = { what: "now" } | { what: "hold"; until: Date } | { what: "drop" };

/**
 * `quiet`: undefined = none. `starts` = those (ISO) of the picks that the news is about; null = unknown. Who wants no late
 * news still gets it at the end when one of its games starts later.
 */
export function timingOf(quiet: QuietHours | undefined, now: Date, starts: readonly (string | null)[]): Timing {
  const until = quiet === undefined ? null : endOfQuiet(quiet, now);
  if (quiet === undefined || until === null) return { what: "now" };
  const late = starts.filter((start) => start !== null && start <= until.toISOString());
  if (late.length === 0) return { what: "hold", until };
  if (quiet.late === "at-once") return { what: "now" };
  return late.length < starts.length ? { what: "hold", until } : { what: "drop" };
}

/**
 * Until when an alert about picks with these starts (ISO) may be shown: the last one that is ahead. Null = no such end:
 * one is unknown (null), or none is ahead.
 */
export function shownUntil(starts: readonly (string | null)[], now: Date): string | null {
  const ahead = starts.filter((start) => start === null || start > now.toISOString());
  return ahead.includes(null) ? null : (ahead.toSorted().at(-1) ?? null);
}

/** The end of the quiet hours at `now`; null outside of them. */
function endOfQuiet({ from, until, zone }: QuietHours, now: Date): Date | null {
  if (from === until || from === "" || until === "") return null;
  const today = dateIn(zone, now);
  for (const day of [addDays(today, -1), today]) {
    const end = lastInstantIn(zone, until < from ? addDays(day, 1) : day, minutesOf(until));
    if (instantIn(zone, day, minutesOf(from)) <= now && now < end) return end;
  }
  return null;
}

/** A time that the clocks show twice ends quiet hours the second time. */
function lastInstantIn(zone: string, date: CalendarDate, minutes: number): Date {
  return instantsIn(zone, date, minutes).at(-1) ?? instantIn(zone, date, minutes);
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}
