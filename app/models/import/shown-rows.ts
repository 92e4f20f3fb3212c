/** What people see of the rows of an import. Pure. */
import { csvOf } from "../../csv/csv.ts";
import { type RawTable, cellText } from "../../csv/raw-table.ts";
import { shortened } from "../../format.ts";
import { formatCalendarDate, parseCalendarDate } from "../../time/calendar-date.ts";
import { describePick } from "../picks/pick.ts";
import type { ImportedRow } from "./import.ts";
import type { ArrangedRow } from "./layout.server.ts";

export interface ShownRow extends ImportedRow {
  line: number | null;
  name: string;
  /** How cells were converted. */
  notes: readonly string[];
}

/** The outcome of a row, in words. */
export function shown(row: ImportedRow, given: ArrangedRow | undefined): ShownRow {
  const fields = row.status === "failed" && row.fields ? { fields: withCells(row.fields, given) } : {};
  return { ...row, ...fields, line: given?.line ?? null, name: nameOf(given), notes: given?.notes ?? [] };
}

/** Each reason with the text that was refused. */
function withCells(fields: Readonly<Record<string, string>>, row: ArrangedRow | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, reason]) => {
      const cell = shortened(cellText(row?.cells[name]), 40);
      const isSaid = cell === "" || row?.problems[name] !== undefined;
      return [name, isSaid ? reason : `${reason} The cell says "${cell}".`];
    }),
  );
}

function nameOf(row: ArrangedRow | undefined): string {
  const cell = (name: string) => {
    const value = row?.cells[name];
    return typeof value === "string" ? value.trim() : "";
  };
  const date = parseCalendarDate(cell("game_date"));
  return describePick({
    pick: cell("pick"),
    game: cell("game"),
    game_date: date === null ? cell("game_date") : formatCalendarDate(date),
  });
}

export function isSettled(row: ArrangedRow | undefined): boolean {
  return typeof row?.cells.verdict === "string" && row.cells.verdict.trim() !== "";
}

/** The refused rows with the table's own columns, and why they were refused. */
export function refusedFile({ header, rows }: RawTable, outcomes: readonly ImportedRow[]): string {
  const refused = outcomes.filter(({ status }) => status === "failed");
  if (refused.length === 0) return "";
  return csvOf(
    [...header, "Problem"],
    refused.map(({ index, fields = {} }) => [
      ...header.map((_name, place) => cellText(rows[index]?.cells[place])),
      Object.values(fields).join(" "),
    ]),
  );
}
