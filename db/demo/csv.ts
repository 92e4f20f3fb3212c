/** Rows by column name. The demo's files have no quotes, so every comma separates. */
export function parseCsv(text: string): Map<string, string>[] {
  const [header = "", ...lines] = text.trimEnd().split("\n");
  const columns = header.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return new Map(columns.map((column, index) => [column, cells[index] ?? ""]));
  });
}

export function formatCsv(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, ...rows].map((cells) => `${cells.map(plainCell).join(",")}\n`).join("");
}

function plainCell(value: string): string {
  if (/[",\n]/.test(value)) throw new Error(`value needs quotes: ${value}`);
  return value;
}
