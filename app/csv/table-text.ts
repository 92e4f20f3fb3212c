/** Reads the rows of a pasted table: CSV, TSV (what a spreadsheet copies) or JSON. Pure. */
import { CsvError, parse } from "csv-parse/sync";
import { withoutGuards } from "./csv.ts";

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

interface TableRow {
  /** The line where it ends: a quoted cell can have several lines. */
  line: number;
  cells: string[];
}

/** The words for the expected table in a problem's text. */
interface Expected {
  rows: string;
  header: string;
}

const picksTable: Expected = { rows: "picks", header: "game, pick, sport, tag, unit_size" };

/** `problem` says why nothing could be read, with its line and column. `fields` are the names that a header may have. */
export function readImport(text: string, fields: readonly string[], expected: Expected = picksTable): ReadTable {
  if (Buffer.byteLength(text) > maxImportBytes) return { problem: "At most 1 MB." };
  if (text.includes("\uFFFD")) return { problem: "The text is not UTF-8. Save the file as UTF-8, then try again." };
  const trimmed = text.replace(/^\uFEFF/, "");
  if (trimmed.trim() === "") return { problem: "Paste a table first." };
  const read = /^\s*[[{]/.test(trimmed) ? readJson(trimmed, expected) : readTable(trimmed, fields, expected);
  if ("problem" in read) return read;
  if (read.rows.length === 0) return { problem: "There are no rows below the header." };
  return read.rows.length > maxImportRows ? tooMany() : read;
}

function tooMany(): ReadTable {
  return { problem: `At most ${maxImportRows} rows at once.` };
}

function readJson(text: string, { rows }: Expected): ReadTable {
  try {
    const value: unknown = JSON.parse(text);
    return rowsOf(value) ?? { problem: `JSON must be a list of ${rows}, like [{…}, {…}].` };
  } catch {
    return { problem: "This is neither a table nor valid JSON." };
  }
}

/** The rows of a list of objects; null for anything else. */
export function rowsOf(value: unknown): { rows: ImportRow[] } | null {
  if (!Array.isArray(value)) return null;
  const rows = value.map((row: unknown) => (isObject(row) ? { line: null, cells: { ...row } } : null));
  return rows.every((row) => row !== null) ? { rows } : null;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readTable(text: string, fields: readonly string[], expected: Expected): ReadTable {
  try {
    const records: TableRow[] = [];
    parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { lines }) => {
        if (cells.some((cell) => cell.trim() !== "")) records.push({ line: lines, cells });
        return null;
      },
    });
    const [header, ...rows] = records;
    if (!header) return { problem: "Paste a table first." };
    if (rows.length > maxImportRows) return tooMany();
    const names = readHeader(header.cells, fields, expected);
    return "problem" in names ? names : readRows(rows, names.names);
  } catch (error) {
    if (error instanceof CsvError) return { problem: csvProblem(error) };
    throw error;
  }
}

/** The separator in the header: a tab in a copied spreadsheet, a semicolon where the comma is a decimal one. */
function delimiterOf(text: string): string {
  const header = /^.*\S.*$/m.exec(text)?.[0] ?? "";
  return ["\t", ";"].find((delimiter) => header.includes(delimiter)) ?? ",";
}

function csvProblem({ code, lines, column }: CsvError & { lines?: number; column?: unknown }): string {
  const where = `Line ${lines ?? "?"}${typeof column === "number" ? `, column ${column + 1}` : ""}`;
  if (code === "CSV_QUOTE_NOT_CLOSED") return `${where}: a quote is opened and never closed.`;
  return `${where}: this is no table of comma-separated values: a quote is in the wrong place.`;
}

function readHeader(
  cells: readonly string[],
  fields: readonly string[],
  expected: Expected,
): { names: string[] } | { problem: string } {
  const names = cells.map(fieldOf);
  const unknown = names.findIndex((name) => !fields.includes(name));
  if (names.every((name) => !fields.includes(name)))
    return { problem: `The first line must name the columns, like: ${expected.header}.` };
  if (unknown >= 0) return { problem: `Line 1, column ${unknown + 1}: there is no field "${cells[unknown] ?? ""}".` };
  const repeated = names.findIndex((name, index) => names.indexOf(name) < index);
  if (repeated >= 0) return { problem: `Line 1, column ${repeated + 1}: "${cells[repeated] ?? ""}" is there twice.` };
  return { names };
}

/** "Sim confidence %" is sim_confidence. */
function fieldOf(header: string): string {
  const name = header
    .trim()
    .toLowerCase()
    .replace(/[^a-z]+/g, "_")
    .replace(/^_|_$/g, "");
  return labels[name] ?? name;
}

function readRows(records: readonly TableRow[], names: readonly string[]): ReadTable {
  const rows: ImportRow[] = [];
  for (const { line, cells } of records) {
    if (cells.slice(names.length).some((cell) => cell.trim() !== ""))
      return { problem: `Line ${line}: ${cells.length} columns, but the header has ${names.length}.` };
    const formula = cells.findIndex((cell) => /^\s*[=\uff1d]/.test(cell));
    if (formula >= 0) return { problem: `Line ${line}, column ${formula + 1}: a formula. Paste values instead.` };
    // Columns that a short line lacks are left as they are.
    const named = names.slice(0, cells.length).map((name, index) => [name, withoutGuards(cells[index] ?? "")]);
    rows.push({ line, cells: Object.fromEntries(named) });
  }
  return { rows };
}
