/** CSV as RFC 4180 has it, safe to open in a spreadsheet. Pure. */

export type Cell = string | number;

/** Rows as text, the first line the names of the columns. Ends every line with CRLF. */
export function csvOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

function cellText(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  // A spreadsheet would run a text that begins like a formula: full-width signs too, after a semicolon where that separates the columns, and on a later line
  // where that begins a row. In those two places quotes before it are no part of the text.
  const text = cell.replace(/(?:^(?=\s*[=+\-@＝＋－＠]|[\t\r\n])|;(?=["\s]*[=+\-@＝＋－＠]|[\t\r\n]))/g, "$&'").replace(/(?<=[\r\n])(?=(?:"|[^\S\r\n])*[=+\-@＝＋－＠])/g, "'");
  return /[",\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
