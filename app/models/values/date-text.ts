/** Reads one date as people and spreadsheets write it. Pure. */
import { type CalendarDate, addDays, daysBetween, parseCalendarDate } from "../../time/calendar-date.ts";
import { weekdayOf } from "../../time/calendar-month.ts";
import { monthNames } from "../../time/months.ts";
import { dateIn } from "../../time/zone-time.ts";
import { withSingleBlanks } from "../../format.ts";
import { readInstant, readStart } from "../bets/start-time.ts";

/**
 * A date with both readings of its numbers: they differ for 1/2/2026 and are the same for 28.11.2026. A reading is null
 * when there is no such day.
 */
export interface DateText {
  monthFirst: CalendarDate | null;
  dayFirst: CalendarDate | null;
  /** As our import takes it: "7:30 PM ET" or "19:30"; '' for none. */
  time: string;
  /** The instant of a date with a time and an offset, such as 2026-11-28T19:30:00Z; null for others. */
  startsAt: string | null;
  /** True for a time of 0:00, which programs also write after a date without a time. */
  isMidnight: boolean;
  /** How the text was completed; null when it says all. */
  note: string | null;
}

interface Parts {
  year: string | undefined;
  month: string | undefined;
  day: string | undefined;
}

const longest = 60;
// 2000 to 2099 in days since 1899-12-30, the day 0 of spreadsheets.
const serialRange = { from: 36526, to: 73050 };
const minutesOfDay = 24 * 60;

const weekdays = [
  ["sunday", "sun", "sonntag", "so"],
  ["monday", "mon", "montag", "mo"],
  ["tuesday", "tue", "tues", "dienstag", "di"],
  ["wednesday", "wed", "mittwoch", "mi"],
  ["thursday", "thu", "thur", "thurs", "donnerstag", "do"],
  ["friday", "fri", "freitag", "fr"],
  ["saturday", "sat", "samstag", "sonnabend", "sa"],
] as const;

/** Other names than the English ones and their first three letters. */
const otherMonthNames: Readonly<Record<string, number>> = {
  sept: 9,
  januar: 1,
  jän: 1,
  februar: 2,
  märz: 3,
  maerz: 3,
  mär: 3,
  mrz: 3,
  mai: 5,
  juni: 6,
  juli: 7,
  oktober: 10,
  okt: 10,
  dezember: 12,
  dez: 12,
};

const weekdayPrefix = /^(\p{L}+)\.?,? ?(?=\S)/u;
// "Nov 28 19:30" and "28.11. 10 PM" have a time there, not a year.
const noTime = String.raw`(?![\d:]| ?[ap]\.?m)`;
const numberForms = [
  /^(?<year>\d{4})(?<separator>[-/.])(?<month>\d{1,2})\k<separator>(?<day>\d{1,2})(?!\d)/,
  /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?!\d)/,
  new RegExp(String.raw`^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\.(?: ?(?<year>\d{4}|\d{2}))?${noTime}`, "i"),
];
const nameForms = [
  new RegExp(
    String.raw`^(?<month>\p{L}+)\.? ?(?<day>\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:,? (?<year>\d{4}|'\d{2}))?${noTime}`,
    "iu",
  ),
  new RegExp(
    String.raw`^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -]?(?<month>\p{L}+)\.?(?:,?[ -](?<year>\d{4}|'?\d{2}))?${noTime}`,
    "iu",
  ),
];
const slashed = new RegExp(
  String.raw`^(?<first>\d{1,2})\/(?<second>\d{1,2})(?:\/(?<year>\d{4}|\d{2}))?(?!\/)${noTime}`,
  "i",
);
// With two digits, 26-11-28 could begin with its year.
const dashed = /^(?<first>\d{1,2})-(?<second>\d{1,2})-(?<year>\d{4})(?!\d)/;
const serial = /^(\d{5})(?:[.,](\d+))?$/;
const withOffset = /^\d{4}-.*(?:Z|[+-]\d{2}:?\d{2})$/i;
const timeAfter = /^(?:,| at |T| )? ?(.+)$/;
const halfUnknown = /^\d{1,2}:\d{2}(?::\d{2})?$/;
const midnight = /(?:^|[T ])(?:00?:00(?::00(?:\.0+)?)?|12(?::00){0,2} ?a\.?m\.?)(?![\d:])/i;

/** Null for a text that is no date, or a date with something that is no time after it. */
export function readDateText(text: string, today: CalendarDate, zone: string): DateText | null {
  const plain = withSingleBlanks(text);
  if (plain.length > longest) return null;
  const days = serial.exec(plain);
  if (days) return readSerial(Number(days[1]), Number(`0.${days[2] ?? "0"}`));
  const startsAt = withOffset.test(plain) ? readInstant(plain, zone) : null;
  if (startsAt !== null) return ofInstant(plain, startsAt, zone);
  const prefix = weekdayPrefix.exec(plain);
  const weekday = weekdays.findIndex((names) => names.some((name) => name === prefix?.[1]?.toLowerCase()));
  return readDate(weekday === -1 ? plain : plain.slice(prefix?.[0].length), weekday, today);
}

/** `weekday` is 0 for Sunday, -1 for none. */
function readDate(plain: string, weekday: number, today: CalendarDate): DateText | null {
  const found = findDate(plain);
  if (found === null) return null;
  const dateOf = (parts: Parts) => {
    const date = existing(parts, today);
    return date !== null && (weekday === -1 || weekdayOf(date) === weekday) ? date : null;
  };
  const [monthFirst, dayFirst] = [dateOf(found.monthFirst), dateOf(found.dayFirst)];
  const date = monthFirst ?? dayFirst;
  const time = found.rest === "" ? "" : timeAfter.exec(found.rest)?.[1];
  if (date === null || time === undefined) return null;
  // UTC skips no hour.
  const isReadable = time === "" || readStart(date, time, "UTC") !== null;
  if (!isReadable && !halfUnknown.test(time)) return null;
  const notes = [
    found.monthFirst.year === undefined ? "The year is not in the file: the nearest one is taken." : "",
    isReadable ? "" : `The time ${time} may be in the morning or in the evening, so it is left out.`,
  ];
  return {
    monthFirst,
    dayFirst,
    time: isReadable ? time : "",
    startsAt: null,
    isMidnight: midnight.test(time),
    note: notes.filter(Boolean).join(" ") || null,
  };
}

/** `rest` is what comes after the date. */
function findDate(text: string): { monthFirst: Parts; dayFirst: Parts; rest: string } | null {
  for (const form of [...numberForms, ...nameForms]) {
    const match = form.exec(text);
    const { year, month, day } = match?.groups ?? {};
    const parts = { year, month: monthNumber(month), day };
    if (match && parts.month !== undefined)
      return { monthFirst: parts, dayFirst: parts, rest: text.slice(match[0].length) };
  }
  const match = slashed.exec(text) ?? dashed.exec(text);
  if (!match) return null;
  const { first, second, year } = match.groups ?? {};
  return {
    monthFirst: { year, month: first, day: second },
    dayFirst: { year, month: second, day: first },
    rest: text.slice(match[0].length),
  };
}

/** "11" for "11", "Nov" and "November"; undefined for other words. */
function monthNumber(text = ""): string | undefined {
  if (/^\d+$/.test(text)) return text;
  const name = text.toLowerCase();
  const index = monthNames.findIndex((month) =>
    [month, month.slice(0, 3)].some((known) => known.toLowerCase() === name),
  );
  const number = index === -1 && Object.hasOwn(otherMonthNames, name) ? otherMonthNames[name] : index + 1;
  return number === undefined || number === 0 ? undefined : String(number);
}

function existing({ year, month = "", day = "" }: Parts, today: CalendarDate): CalendarDate | null {
  const inYear = (fullYear: number) =>
    parseCalendarDate(`${fullYear}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  if (year !== undefined) return inYear(fullYearOf(year.replace("'", "")));
  const thisYear = Number(today.slice(0, 4));
  // A leap day can be four years away, or eight around a year such as 2100.
  const dates = Array.from({ length: 17 }, (_, index) => inYear(thisYear - 8 + index)).filter((date) => date !== null);
  const [nearest = null] = dates.sort((one, other) => distance(one, today) - distance(other, today));
  return nearest;
}

function distance(one: CalendarDate, other: CalendarDate): number {
  return Math.abs(daysBetween(one, other));
}

/** 00 to 68 are 2000 to 2068, 69 to 99 are 1969 to 1999. */
function fullYearOf(year: string): number {
  const number = Number(year);
  if (year.length > 2) return number;
  return number <= 68 ? 2000 + number : 1900 + number;
}

/** Days since 1899-12-30. `part` is that of the day: 0.8125 is 19:30. Null before 2000 and after 2099. */
function readSerial(days: number, part: number): DateText | null {
  if (days < serialRange.from || days >= serialRange.to) return null;
  const minutes = Math.round(part * minutesOfDay);
  const date = addDays("1899-12-30", days + Math.floor(minutes / minutesOfDay));
  const [hour, minute] = [Math.floor((minutes % minutesOfDay) / 60), minutes % 60];
  const time = minutes === 0 ? "" : `${twoDigits(hour)}:${twoDigits(minute)}`;
  return {
    monthFirst: date,
    dayFirst: date,
    time,
    startsAt: null,
    isMidnight: false,
    note: `${days} is ${date}.`,
  };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

function ofInstant(text: string, startsAt: string, zone: string): DateText {
  const date = dateIn(zone, new Date(startsAt));
  return { monthFirst: date, dayFirst: date, time: "", startsAt, isMidnight: midnight.test(text), note: null };
}
