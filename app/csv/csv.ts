/** CSV after RFC 4180, safe to open in a spreadsheet. Pure. */

export type Cell = string | number;

/** Spreadsheets read a file as UTF-8 only with it at the beginning. */
export const byteOrderMark = "\uFEFF";

/** The first line has the column names. Every line ends with CRLF. */
export function csvOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvRows([columns, ...rows]);
}

/** More lines of a file whose first part is sent already. */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

/** Takes back what `csvOf` puts before formulas, from a cell that was read without its quotes. */
export function withoutGuards(text: string): string {
  return text
    .replace(/(^|;)'(?=["\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/g, "$1")
    .replace(/(?<=[\r\n])'(?=(?:"|[^\S\r\n])*[=+\-@\uff1d\uff0b\uff0d\uff20])/g, "");
}

function cellText(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  // CSV injection: spreadsheets run text that starts like a formula, also with full-width signs, after a semicolon
  // where that separates columns, or on a later line that starts a row. In the last two places they ignore quotes
  // before it.
  const text = cell
    .replace(
      /(?:^(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])|;(?=["\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]))/g,
      "$&'",
    )
    .replace(/(?<=[\r\n])(?=(?:"|[^\S\r\n])*[=+\-@\uff1d\uff0b\uff0d\uff20])/g, "'");
  return /[",\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
