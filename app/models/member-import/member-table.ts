/** Reads the members of a table that another service exported: see fieldNames. Pure. */
import { cellText, type RawTable } from "../../csv/raw-table.ts";
import { parseCalendarDate } from "../../time/calendar-date.ts";
import { secondMs } from "../../time/durations.ts";
import { readInstant } from "../bets/start-time.ts";

type MemberField = "email" | "name" | "until" | "wants_mail" | "deleted";

/** The names of the columns at Stripe, Ghost, Whop and Winible, in lower case and without signs; the better ones first. */
const fieldNames: Readonly<Record<MemberField, readonly string[]>> = {
  email: ["email", "e mail", "email address", "customer email", "member email", "user email"],
  name: ["name", "full name", "customer name", "member name", "display name", "username", "user name"],
  until: [
    ...["until", "access until", "valid until", "expires at", "expires", "expires on", "expiration", "expiration date"],
    ...["expiry", "expiry date", "renewal period end", "current period end", "period end", "access ends", "ends at"],
    ...["end date", "renews at", "renewal date", "next renewal date", "next billing date"],
  ],
  wants_mail: ["subscribed to emails"],
  deleted: ["deleted at"],
};

export function isMemberColumn(header: string): boolean {
  const name = nameOf(header);
  return Object.values(fieldNames).some((names) => names.includes(name));
}

/** Gives the texts of a row by field; of several columns for one field, the first that is filled. */
export function fieldReader(header: readonly string[]): (cells: readonly unknown[]) => Record<MemberField, string> {
  const names = header.map(nameOf);
  const placesOf = (field: MemberField) =>
    fieldNames[field].flatMap((name) => [...names.keys()].filter((place) => names[place] === name));
  const places = {
    email: placesOf("email"),
    name: placesOf("name"),
    until: placesOf("until"),
    wants_mail: placesOf("wants_mail"),
    deleted: placesOf("deleted"),
  };
  return (cells) => {
    const text = (field: MemberField) =>
      places[field].map((place) => cellText(cells[place]).trim()).find((cell) => cell !== "") ?? "";
    return {
      email: text("email"),
      name: text("name"),
      until: text("until"),
      wants_mail: text("wants_mail"),
      deleted: text("deleted"),
    };
  };
}

export function ignoredColumns({ header }: Pick<RawTable, "header">): string[] {
  return header.filter((name) => !isMemberColumn(name));
}

export function hasEmails({ header }: Pick<RawTable, "header">): boolean {
  return header.some((name) => fieldNames.email.includes(nameOf(name)));
}

/**
 * Reads a day (2026-12-31, 12/31/2026), a day with a time, or the seconds since 1970, as an instant (ISO, UTC). A day
 * counts to its end. '' = no end given; null = unreadable.
 */
export function readUntil(text: string, zone: string, endOfDay: (date: string) => string): string | null {
  if (text === "") return "";
  const date = parseCalendarDate(text);
  if (date !== null) return endOfDay(date);
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * secondMs).toISOString();
  return readInstant(text, zone);
}

function nameOf(header: string): string {
  return header
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();
}
