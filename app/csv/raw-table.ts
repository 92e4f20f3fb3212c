/** Reads a table as other programs write it: CSV, TSV (what a spreadsheet copies) or JSON. Pure. */
import { CsvError, parse } from "csv-parse/sync";
import { withoutGuards } from "./csv.ts";

export interface RawRow {
  /** The line of the text where the row ends, from 1; null for JSON. */
  line: number | null;
  /** In the order of the header: texts, or any value of JSON. A row that ends early has fewer; undefined = JSON without that key. */
  cells: readonly unknown[];
}

export interface LeftOut {
  line: number;
  text: string;
}

export interface RawTable {
  /** Null for JSON. */
  separator: "," | ";" | "\t" | null;
  /** Texts as they are written; '' = a column without a name, which some row fills. */
  header: readonly string[];
  rows: readonly RawRow[];
  /** Title lines above the header, and lines of totals below. */
  leftOut: readonly LeftOut[];
}

export interface Limits {
  rows: number;
  bytes: number;
}

/** The words for the expected table in a problem's text. */
export interface Expected {
  rows: string;
  header: string;
}

export const picksTable: Expected = { rows: "picks", header: "game, pick, sport, tag, unit_size" };

type Problem = { problem: string };

const longestTitle = 10;
/** A signed number, or a number after "over" and the like. */
const betLine = /(?<![\w.])[+\-\u2212]\d|\b(?:o|u|over|under) ?\d|\bml\b/i;
const totals = /^(?:grand )?(?:totals?|sums?|summe|gesamt|average|durchschnitt)\s*:?$/i;

/**
 * `problem` says why nothing could be read, with its line and column. `isName` knows the names of columns: lines above
 * the first one with two of them are titles.
 * `lineName` names the only column of a text without a header, of which each line is one bet; '' = there is none.
 */
export function readRawTable(
  text: string,
  limits: Limits,
  isName: (header: string) => boolean,
  expected: Expected = picksTable,
  lineName = "",
): RawTable | Problem {
  if (Buffer.byteLength(text) > limits.bytes) return { problem: `At most ${limits.bytes / 2 ** 20} MB.` };
  if (text.includes("\uFFFD")) return { problem: "The text is not UTF-8. Save the file as UTF-8, then try again." };
  const trimmed = text.replace(/^\uFEFF/, "");
  if (trimmed.trim() === "") return { problem: "Paste a table first." };
  const read = /^\s*[[{]/.test(trimmed)
    ? readJson(trimmed, expected)
    : readTable(trimmed, limits, isName, expected, lineName);
  if ("problem" in read) return read;
  if (read.rows.length === 0) return { problem: "There are no rows below the header." };
  return read.rows.length > limits.rows ? tooMany(limits) : read;
}

/** The table of a list of objects; null for anything else. */
export function tableOf(value: unknown): RawTable | null {
  if (!Array.isArray(value) || !value.every(isObject)) return null;
  const objects = value.map((row) => new Map(Object.entries(row)));
  const header = [...new Set(objects.flatMap((row) => [...row.keys()]))];
  const rows = objects.map((row) => ({ line: null, cells: header.map((name) => row.get(name)) }));
  return { separator: null, header, rows, leftOut: [] };
}

/** The text of a cell; '' for one that is missing, and for a list or an object of JSON. */
export function cellText(cell: unknown): string {
  return cell === undefined || cell === null || typeof cell === "object" ? "" : String(cell);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function noHeader({ header }: Expected): Problem {
  return { problem: `The first line must name the columns, like: ${header}.` };
}

function tooMany({ rows }: Limits): Problem {
  return { problem: `At most ${rows.toLocaleString("en-US")} rows at once.` };
}

function readJson(text: string, { rows }: Expected): RawTable | Problem {
  try {
    return tableOf(JSON.parse(text)) ?? { problem: `JSON must be a list of ${rows}, like [{…}, {…}].` };
  } catch {
    return { problem: "This is neither a table nor valid JSON." };
  }
}

interface Record {
  line: number;
  cells: string[];
}

function readTable(
  text: string,
  limits: Limits,
  isName: (header: string) => boolean,
  expected: Expected,
  lineName: string,
): RawTable | Problem {
  try {
    const separator = separatorOf(text);
    const records: Record[] = [];
    parse(text, {
      delimiter: separator,
      relax_column_count: true,
      skip_empty_lines: true,
      // A spreadsheet quotes a cell with a line break only: Over 8.5 "F5".
      relax_quotes: separator === "\t",
      on_record: (cells: string[], { lines }) => {
        if (cells.some(isFilled)) records.push({ line: lines, cells });
        return null;
      },
    });
    const place = headerPlace(records, isName);
    const header = records[place];
    if (!header) return { problem: "Paste a table first." };
    const filled = header.cells.filter(isFilled).length;
    if (!header.cells.some(isName) && (filled < 2 || (filled === 2 && betLine.test(textOf(header.cells))))) {
      const lines = lineName === "" || separator === "\t" ? null : linesOf(records, lineName);
      if (lines !== null || filled < 2) return lines ?? noHeader(expected);
    }
    const below = records.slice(place + 1);
    if (below.length > limits.rows + 1) return tooMany(limits);
    const sums = below.filter((record) => isTotals(record));
    const rows = below.filter((record) => !sums.includes(record));
    const problem = problemIn(rows, header.cells.length);
    if (problem !== null) return { problem };
    return {
      separator,
      ...withoutEmptyColumns(header.cells, rows),
      leftOut: [...records.slice(0, place), ...sums].map(({ line, cells }) => ({ line, text: textOf(cells) })),
    };
  } catch (error) {
    if (error instanceof CsvError) return { problem: csvProblem(error) };
    throw error;
  }
}

/** The separator in the first line that has one: a tab in a copied spreadsheet, a semicolon where the comma is a decimal one. */
function separatorOf(text: string): "," | ";" | "\t" {
  const begin = text
    .split(/\r\n|\n|\r/, 100)
    .filter((line) => line.trim() !== "")
    .slice(0, longestTitle);
  for (const line of begin)
    for (const separator of ["\t", ";", ","] as const) if (line.trim().includes(separator)) return separator;
  return ",";
}

/** The first line that has two names of columns, else the first one with two cells, else the first one. */
function headerPlace(records: readonly Record[], isName: (header: string) => boolean): number {
  const begin = records.slice(0, longestTitle + 1);
  const named = begin.findIndex(({ cells }) => cells.filter(isName).length >= 2);
  if (named >= 0) return named;
  return Math.max(
    0,
    begin.findIndex(({ cells }) => cells.filter(isFilled).length >= 2),
  );
}

/** The lines of a chat, if most of them have a number as bets do; null for other prose. */
function linesOf(records: readonly Record[], name: string): RawTable | null {
  const lines = records.map(({ line, cells }) => ({ line, cells: [cells.join(",").trim()] }));
  const bets = lines.filter(({ cells: [text = ""] }) => betLine.test(text));
  if (2 * bets.length < lines.length) return null;
  return { separator: null, header: [name], rows: lines, leftOut: [] };
}

function isTotals({ cells }: Record): boolean {
  return totals.test(cells.find(isFilled)?.trim() ?? "");
}

function isFilled(cell: string): boolean {
  return cell.trim() !== "";
}

function textOf(cells: readonly string[]): string {
  return cells.filter(isFilled).join(" ");
}

function problemIn(rows: readonly Record[], columns: number): string | null {
  for (const { line, cells } of rows) {
    if (cells.slice(columns).some(isFilled))
      return `Line ${line}: ${cells.length} columns, but the header has ${columns}.`;
    const formula = cells.findIndex((cell) => /^\s*[=\uff1d]/.test(cell));
    if (formula >= 0) return `Line ${line}, column ${formula + 1}: a formula. Paste values instead.`;
  }
  return null;
}

function withoutEmptyColumns(header: readonly string[], rows: readonly Record[]): Pick<RawTable, "header" | "rows"> {
  const kept = header.flatMap((name, place) =>
    isFilled(name) || rows.some(({ cells }) => isFilled(cells[place] ?? "")) ? [place] : [],
  );
  return {
    header: kept.map((place) => header[place] ?? ""),
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: kept.filter((place) => place < cells.length).map((place) => withoutGuards(cells[place] ?? "")),
    })),
  };
}

function csvProblem({ code, lines, column }: CsvError & { lines?: number; column?: unknown }): string {
  const where = `Line ${lines ?? "?"}${typeof column === "number" ? `, column ${column + 1}` : ""}`;
  if (code === "CSV_QUOTE_NOT_CLOSED") return `${where}: a quote is opened and never closed.`;
  return `${where}: this is no table of comma-separated values: a quote is in the wrong place.`;
}
