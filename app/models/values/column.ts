/** What a reader makes of one column of a foreign spreadsheet. Pure. */
import { shortened } from "../../format.ts";
import type { CalendarDate } from "../../time/calendar-date.ts";

/** `value` is the text that our import takes; '' for an empty cell. `note` tells how the cell was converted. */
export interface ReadCell {
  value: string;
  note: string | null;
  /** What the cell says about other fields: a date with a time has `time` or `starts_at`. */
  also?: Readonly<Record<string, string>>;
}

export type Cell = ReadCell | { problem: string };

/** A question about the whole column. Without choices, the answer is a number that the person types. */
export interface Question {
  id: string;
  text: string;
  choices: readonly { value: string; label: string }[];
}

/** As many cells as the column has, in its order. Cells that depend on the answer to `question` are `waiting`. */
export interface ColumnReading {
  cells: readonly Cell[];
  question: Question | null;
}

export interface ReaderOptions {
  /** What the person answered for this column, by the id of the question. */
  answers: Readonly<Record<string, string>>;
  /** True when a comma may be the decimal sign: the file separates its columns by semicolons or tabs. */
  decimalCommas: boolean;
  /** What the column's header says that its numbers count: "unit" or a currency such as "$"; '' when it says nothing. */
  counts: string;
  today: CalendarDate;
  /** The time zone of dates and times without one. */
  zone: string;
}

export type Reader = (cells: readonly string[], options: ReaderOptions) => ColumnReading;

export type Decision<Choice> = { choice: Choice } | { question: Question };

/** A cell that can't be read before its column's question is answered. */
export const waiting: Cell = { problem: "Answer the question about this column first." };

export function readAs(value: string, note: string | null = null): ReadCell {
  return { value, note };
}

/** The cell's text for a note or a problem. */
export function quoted(text: string): string {
  return `"${shortened(text, 40)}"`;
}

/** Empty cells stay empty; the others are read one by one. */
export function readCells(
  cells: readonly string[],
  read: (text: string, index: number) => Cell,
  question: Question | null = null,
): ColumnReading {
  return { cells: cells.map((text, index) => (text.trim() === "" ? readAs("") : read(text.trim(), index))), question };
}

/** The choice that the person made; the question as long as there is none. */
export function ask<Choice extends string>(
  answers: ReaderOptions["answers"],
  id: string,
  text: string,
  labels: Readonly<Record<Choice, string>>,
): Decision<Choice> {
  const isChoice = (value: string | undefined): value is Choice => value !== undefined && Object.hasOwn(labels, value);
  const answer = answers[id];
  if (isChoice(answer)) return { choice: answer };
  const choices = Object.entries<string>(labels).map(([value, label]) => ({ value, label }));
  return { question: { id, text, choices } };
}

/** The more frequent of two choices; null when neither is. */
export function likelier<Choice>(
  [one, ones]: readonly [Choice, number],
  [other, others]: readonly [Choice, number],
): Choice | null {
  if (ones === others) return null;
  return ones > others ? one : other;
}

/** Longer texts are no names. Normalising thousands of accents takes quadratic time. */
export const longestName = 100;

/** A name without capitals, accents, blanks and signs: "N.C.A.A. Football" is "ncaafootball". '' for a long text. */
export function bareName(text: string): string {
  if (text.length > longestName) return "";
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
