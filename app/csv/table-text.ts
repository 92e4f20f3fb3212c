/** Reads the rows of a pasted table whose columns have our own names. Pure. */
import { type Expected, type RawTable, noHeader, picksTable, readRawTable, tableOf } from "./raw-table.ts";

export interface ImportRow {
  /** The line of the text, from 1; null for JSON. */
  line: number | null;
  /** Texts by field. A missing field is left as it is, an empty one is cleared. */
  cells: Readonly<Record<string, unknown>>;
}

export type ReadTable = { rows: ImportRow[] } | { problem: string };

export const maxImportBytes = 1024 * 1024;
export const maxImportRows = 500;

/** Names of the form's labels that differ from their fields. */
const labels: Readonly<Record<string, string>> = { price: "odds", start: "starts_at" };

/** `problem` says why nothing could be read, with its line and column. `fields` are the names that a header may have. */
export function readImport(text: string, fields: readonly string[], expected: Expected = picksTable): ReadTable {
  const isName = (header: string) => fields.includes(fieldOf(header));
  const table = readRawTable(text, { rows: maxImportRows, bytes: maxImportBytes }, isName, expected);
  if ("problem" in table) return table;
  if (table.separator === null) return { rows: rowsIn(table, table.header) };
  const names = readHeader(table.header, fields, expected);
  return "problem" in names ? names : { rows: rowsIn(table, names.names) };
}

/** The rows of a list of objects; null for anything else. */
export function rowsOf(value: unknown): { rows: ImportRow[] } | null {
  const table = tableOf(value);
  return table && { rows: rowsIn(table, table.header) };
}

/** Columns that a row lacks are left as they are. */
function rowsIn({ rows }: RawTable, names: readonly string[]): ImportRow[] {
  return rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(
      cells.flatMap((cell, index) => (cell === undefined ? [] : [[names[index] ?? "", cell] as const])),
    ),
  }));
}

function readHeader(
  cells: readonly string[],
  fields: readonly string[],
  expected: Expected,
): { names: string[] } | { problem: string } {
  const names = cells.map(fieldOf);
  const unknown = names.findIndex((name) => !fields.includes(name));
  if (names.every((name) => !fields.includes(name))) return noHeader(expected);
  if (unknown >= 0) return { problem: `Line 1, column ${unknown + 1}: there is no field "${cells[unknown] ?? ""}".` };
  const repeated = names.findIndex((name, index) => names.indexOf(name) < index);
  if (repeated >= 0) return { problem: `Line 1, column ${repeated + 1}: "${cells[repeated] ?? ""}" is there twice.` };
  return { names };
}

/** The field that a header names as we do: "Sim confidence %" is sim_confidence. */
export function fieldOf(header: string): string {
  const name = header
    .trim()
    .toLowerCase()
    .replace(/[^a-z]+/g, "_")
    .replace(/^_|_$/g, "");
  return labels[name] ?? name;
}
