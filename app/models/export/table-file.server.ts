import { type Row, db, rowsOf } from "../../db.server.ts";
import { byteOrderMark, csvOf, csvRows } from "../../csv/csv.ts";

interface TableFile {
  file: string;
  columns: readonly string[];
  key: readonly string[];
}

/** Other requests run between two statements. */
const rowsAtOnce = 250;

/** A table with its allowed columns, some rows at a time. Unknown values are empty in CSV, and null in JSON. */
export async function* tableFile(name: string, { file, columns, key }: TableFile): AsyncGenerator<string> {
  const isCsv = file.endsWith(".csv");
  if (isCsv) yield byteOrderMark + csvOf(columns, []);
  for await (const rows of rowsOf(db, { name, columns, key }, rowsAtOnce))
    yield isCsv
      ? csvRows(rows.map((row) => columns.map((column) => cellOf(row[column]))))
      : rows.map((row) => `${JSON.stringify(inOrder(row, columns))}\n`).join("");
}

function cellOf(value: unknown): string | number {
  return typeof value === "string" || typeof value === "number" ? value : "";
}

function inOrder(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}
