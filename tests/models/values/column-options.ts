import type { Cell, ColumnReading, ReaderOptions } from "../../../app/models/values/column.ts";

export const options: ReaderOptions = {
  answers: {},
  decimalCommas: false,
  counts: "",
  today: "2026-11-20",
  zone: "America/New_York",
};

export const withCommas: ReaderOptions = { ...options, decimalCommas: true };

/** The options after the person answered a question. */
export function answered(answers: ReaderOptions["answers"], before: ReaderOptions = options): ReaderOptions {
  return { ...before, answers };
}

/** The value of each cell, or null for a problem. */
export function valuesOf({ cells }: ColumnReading): (string | null)[] {
  return cells.map((cell) => ("value" in cell ? cell.value : null));
}

/** The notes and problems of the cells. */
export function remarksOf({ cells }: ColumnReading): (string | null)[] {
  return cells.map((cell: Cell) => ("value" in cell ? cell.note : cell.problem));
}
