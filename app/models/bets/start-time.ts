/** Reads start times as people write them: "7:30 PM ET" on a date becomes an instant. */
import { minuteMs, secondMs } from "../../time/durations.ts";
import { withSingleBlanks } from "../../format.ts";
import { parseCalendarDate } from "../../time/calendar-date.ts";
import { instantsIn } from "../../time/zone-time.ts";

/** A time in minutes after midnight, without seconds, in a zone or at a fixed number of minutes east of UTC. */
interface LocalTime {
  minutes: number;
  zone: string | number;
}

// The short names that "en-US" has for any zone, and those of Europe, Asia and Australia that mean one zone only. ET and
// the like follow the clock changes.
const zones = new Map<string, string | number>([
  ["ET", "America/New_York"],
  ["CT", "America/Chicago"],
  ["MT", "America/Denver"],
  ["PT", "America/Los_Angeles"],
  ["UTC", 0],
  ["GMT", 0],
  ["Z", 0],
  ["ADT", -3 * 60],
  ["AST", -4 * 60],
  ["EDT", -4 * 60],
  ["EST", -5 * 60],
  ["CDT", -5 * 60],
  ["CST", -6 * 60],
  ["MDT", -6 * 60],
  ["MST", -7 * 60],
  ["PDT", -7 * 60],
  ["PST", -8 * 60],
  ["AKDT", -8 * 60],
  ["AKST", -9 * 60],
  ["HADT", -9 * 60],
  ["HAST", -10 * 60],
  ["HST", -10 * 60],
  ["WET", 0],
  ["CET", 1 * 60],
  ["CEST", 2 * 60],
  ["EET", 2 * 60],
  ["EEST", 3 * 60],
  ["MSK", 3 * 60],
  ["AWST", 8 * 60],
  ["JST", 9 * 60],
  ["KST", 9 * 60],
  ["ACST", 9 * 60 + 30],
  ["AEST", 10 * 60],
  ["ACDT", 10 * 60 + 30],
  ["AEDT", 11 * 60],
  ["NZST", 12 * 60],
  ["NZDT", 13 * 60],
]);
/** Names of several zones: British and Bangladesh time; Indian, Irish and Israeli time. */
const ambiguousZone = /\d.* \(? ?(?<name>BST|IST) ?\)?$/i;
const farthestOffset = 14 * 60;

const timeAndZone =
  /^(\d{1,2})(?:[:h](\d{2})(?::[0-5]\d(?:\.\d+)?)?)?(?: ?([ap])(?:\.?m\.?)?)?(?: ([^ ()]+)| ?\( ?([^ ()]+) ?\)|(z))?$/i;
const dateAndTime = /^([\d/-]+)(?: ?, ?| |T)(.+)$/i;
const isoInstant = /^([\d-]+)[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;
const offsetPattern = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/;

/**
 * Reads a local time such as "7:30 PM ET", "7:30 PM", "19:30", "20h30", "noon" or "7 PM PT" on a date (YYYY-MM-DD or '') as an instant
 * (ISO, UTC), in `zone` unless the text names one. Null without a date or a time that can be read, and for a time that
 * a clock change skips; for a repeated time, the first instant counts.
 */
export function readStart(gameDate: string, time: string, zone: string): string | null {
  const date = parseCalendarDate(gameDate);
  const local = readTime(withSingleBlanks(time), zone);
  return date === null || local === null ? null : instantOf(date, local);
}

/**
 * Says why a time that `readStart` could not read is no start; '' when nothing is wrong with it: it is empty, or the start
 * is not known yet ("TBD").
 */
export function unreadTimeText(time: string): string {
  const text = withSingleBlanks(time);
  if (text === "" || /^tb[ad]$/i.test(text)) return "";
  const zone = ambiguousZone.exec(text)?.groups?.name?.toUpperCase();
  if (zone === undefined) return "The start could not be read.";
  return `The start could not be read: ${zone} means several zones. Write the offset, like UTC+1.`;
}

/** Reads a date with such a time, or an ISO instant, as an instant (ISO, UTC). Null for anything else. */
export function readInstant(text: string, zone: string): string | null {
  const plain = withSingleBlanks(text);
  const iso = readIsoInstant(plain);
  if (iso !== null) return iso;
  const [, date = "", time = ""] = dateAndTime.exec(plain) ?? [];
  return readStart(date, time, zone);
}

function readTime(written: string, zone: string): LocalTime | null {
  // Of a date, midnight is its beginning, as 12:00 AM is.
  const text = written.replace(/^(?:12 )?noon\b/i, "12:00 PM").replace(/^(?:12 )?midnight\b/i, "12:00 AM");
  const match = timeAndZone.exec(text);
  if (!match) return null;
  const [, hour, minute, half, bare, boxed, letter] = match;
  const minutes = minutesOf(hour, minute, half?.toLowerCase());
  const named = bare ?? boxed ?? letter;
  const where = named === undefined ? zone : zoneOf(named.toUpperCase());
  return minutes === null || where === null ? null : { minutes, zone: where };
}

/**
 * Minutes after midnight. `half` of the day is "a", "p" or, for a 24-hour clock, undefined. Null for "7:30", which may
 * be the morning or the evening.
 */
function minutesOf(hourText = "", minuteText: string | undefined, half: string | undefined): number | null {
  const [hour, minute] = [Number(hourText), Number(minuteText ?? 0)];
  const is24Hour = minuteText !== undefined && hour <= 23 && (hourText.length === 2 || hour === 0);
  const isKnown = half === undefined ? is24Hour : hour >= 1 && hour <= 12;
  if (!isKnown || minute > 59) return null;
  if (half === undefined) return hour * 60 + minute;
  return ((hour % 12) + (half === "p" ? 12 : 0)) * 60 + minute;
}

/** A zone's name, or minutes east of UTC for "EST" or "GMT+5:30". */
function zoneOf(name: string): string | number | null {
  return zones.get(name) ?? (/^(UTC|GMT)/.test(name) ? offsetOf(name) : null);
}

function offsetOf(text: string): number | null {
  const match = offsetPattern.exec(text);
  if (!match) return null;
  const [, sign, hours, minutes = "0"] = match;
  const size = Number(hours) * 60 + Number(minutes);
  if (Number(minutes) > 59 || size > farthestOffset) return null;
  return sign === "-" ? -size : size;
}

function instantOf(date: string, { minutes, zone }: LocalTime): string | null {
  if (typeof zone === "string") return instantsIn(zone, date, minutes)[0]?.toISOString() ?? null;
  return new Date(Date.parse(`${date}T00:00:00Z`) + (minutes - zone) * minuteMs).toISOString();
}

function readIsoInstant(text: string): string | null {
  const match = isoInstant.exec(text);
  if (!match) return null;
  const [, day = "", hour, minute, second = "0", where = ""] = match;
  const date = parseCalendarDate(day);
  const offset = where.toUpperCase() === "Z" ? 0 : offsetOf(where);
  if (date === null || offset === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const minutes = Number(hour) * 60 + Number(minute) - offset;
  return new Date(Date.parse(`${date}T00:00:00Z`) + minutes * minuteMs + Number(second) * secondMs).toISOString();
}
