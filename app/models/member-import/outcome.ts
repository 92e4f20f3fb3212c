/** What an import does with each member. Pure: the time is passed in. */
import type { RawTable } from "../../csv/raw-table.ts";
import type { UserRow } from "../../db.server.ts";
import { memberRole } from "../../policy.ts";
import { formatCalendarDate } from "../../time/calendar-date.ts";
import { dateIn } from "../../time/zone-time.ts";
import type { ImportResult, RowStatus } from "../import/import.ts";
import { holdReason } from "../payment-hold.ts";

/** A row of the table. */
export interface GivenMember {
  line: number | null;
  email: string;
  /** '' = not given. */
  name: string;
  /** The end of access (ISO); '' = not given. */
  until: string;
  wantsMail: boolean;
  /** Why it is refused; '' = it is not. */
  problem: string;
}

export type Account = Pick<
  UserRow,
  "id" | "email" | "role" | "status" | "access_until" | "access_rule" | "access_rule_until" | "payment_review"
>;

export interface Outcome {
  given: GivenMember;
  status: RowStatus;
  /** The account that they have already. */
  account: Account | null;
  /** In words: what changes, or why nothing does. */
  text: string;
}

export interface ShownMember extends Pick<GivenMember, "line" | "email" | "name">, Pick<Outcome, "status" | "text"> {
  index: number;
}

export interface MembersView {
  /** The pasted text. */
  text: string;
  /** Why a confirmed import was not done; '' otherwise. */
  problem: string;
  /** The columns that are not used. */
  ignored: readonly string[];
  /** Lines that are no rows, such as a title. */
  leftOut: RawTable["leftOut"];
  total: number;
  /** The first rows, and the first of those that are refused. */
  rows: readonly ShownMember[];
  counts: ImportResult["counts"];
  /** The button sends it back to import what was previewed and nothing else; '' when there is nothing to import. */
  digest: string;
  written: boolean;
}

/** Access only ever gets longer. Staff, and people whose payment is being reviewed, stay as they are. */
export function outcomeOf(given: GivenMember, account: Account | null, now: Date, zone: string): Outcome {
  const { until } = given;
  const day = (instant: string) => formatCalendarDate(dateIn(zone, new Date(instant)));
  const isPast = until <= now.toISOString();
  const outcome = (status: RowStatus, text: string): Outcome => ({ given, status, account, text });
  if (given.problem !== "") return outcome("failed", given.problem);
  if (account === null) {
    if (until === "") return outcome("created", "Without access: no date is given.");
    return outcome("created", isPast ? `Without access: it ended on ${day(until)}.` : `Access until ${day(until)}.`);
  }
  const unchanged = (text: string) => outcome("unchanged", text);
  if (account.role !== memberRole) return unchanged("Staff account: skipped.");
  if (holdReason(account.payment_review) !== null) return unchanged("Skipped: their payment is not confirmed here.");
  if (until === "") return unchanged("No date is given.");
  if (account.access_until === null) return unchanged("Their access here has no end.");
  if (until <= account.access_until) return unchanged(`Has access here until ${day(account.access_until)}.`);
  if (isPast) return unchanged(`The date ${day(until)} is past.`);
  const suspended = account.status === "Active" ? "" : " The account stays suspended.";
  return outcome("changed", `Access until ${day(until)}, not ${day(account.access_until)}.${suspended}`);
}
