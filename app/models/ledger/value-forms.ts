/** Checks the form of single values in the ledger, and of objects made of them. Pure. */
import { parseCalendarDate } from "../../time/calendar-date.ts";
import { isPlainObject } from "./canonical.ts";
import { readDecimal } from "./decimal.ts";

export type Form = (value: unknown) => boolean;
export type Forms = Readonly<Record<string, Form>>;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
// Matches instants on a day that every month has: most instants need no calendar.
const usualInstant = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}\.\d{3}Z$/;
const hex = /^[0-9a-f]{64}$/;
const longestReason = 200;

/** ISO, UTC, with milliseconds: such texts sort as their times do. */
export function isInstant(value: unknown): value is string {
  if (typeof value !== "string" || !instant.test(value) || !isNear(value)) return false;
  if (usualInstant.test(value)) return true;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
}

/** YYYY-MM-DD, of a day that exists. */
export function isCalendarDate(value: unknown): value is string {
  return typeof value === "string" && parseCalendarDate(value) === value && isNear(value);
}

/** A salt, a digest or a hash: 64 lower-case hex digits. */
export function isHex(value: unknown): value is string {
  return typeof value === "string" && hex.test(value);
}

/** A whole number from 1 on. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

export function isDecimal(value: unknown): value is string {
  return typeof value === "string" && readDecimal(value) !== null;
}

/** Unknown texts are left out, so '' is not allowed. */
export function isFilled(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** American odds. */
export function isOdds(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(Number(value)) >= 100;
}

/** 1 to 200 characters. */
export function isReason(value: unknown): value is string {
  return isFilled(value) && [...value].length <= longestReason;
}

/** A time zone that this machine knows. */
export function isZone(value: unknown): value is string {
  if (!isFilled(value)) return false;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: value }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export function oneOf(...values: readonly (string | number)[]): Form {
  return (value) => values.some((one) => one === value);
}

/** Returns why an object does not have exactly these keys, each in its form; null when it does. */
export function problemOf(value: unknown, required: Forms, optional: Forms): string | null {
  if (!isPlainObject(value)) return "It is not an object.";
  for (const [name, held] of Object.entries(value)) {
    const form = formOf(required, name) ?? formOf(optional, name);
    if (form === undefined) return `"${name}" does not belong there.`;
    if (!form(held)) return `"${name}" is malformed.`;
  }
  const missing = Object.keys(required).find((name) => !Object.hasOwn(value, name));
  return missing === undefined ? null : `"${missing}" is missing.`;
}

/** Limits the year, so that the days before and after the date also have a year of four digits. */
function isNear(date: string): boolean {
  return date >= "1000" && date < "9999";
}

function formOf(forms: Forms, name: string): Form | undefined {
  return Object.hasOwn(forms, name) ? forms[name] : undefined;
}
