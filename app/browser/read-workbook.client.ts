/** Reads the sheets of a workbook (.xlsx). Loaded when somebody chooses one. */
import { unzipSync, zipSync } from "fflate";
import readSheets, { type CellValue } from "read-excel-file/universal";
import { csvRows } from "../csv/csv.ts";

export interface Sheet {
  name: string;
  /** Its cells as CSV. */
  text: string;
}

/** A small file may unpack to far more than a browser can hold. */
const maxUnpackedBytes = 100 * 1024 ** 2;

/** The sheets that have cells, in their order. Throws for a file that is no workbook. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  const sheets = await readSheets(new Blob([unpacked(bytes)]));
  return sheets
    .filter(({ data }) => data.length > 0)
    .map(({ sheet, data }) => ({ name: sheet, text: csvRows(data.map((row) => row.map(cellOf))) }));
}

/** The same zip, not compressed: the library would unpack long parts in a worker that our security policy refuses. */
function unpacked(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  let size = 0;
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels)$/.test(name)) return false;
      size += originalSize;
      if (size > maxUnpackedBytes) throw new Error("The workbook is too long.");
      return true;
    },
  });
  return zipSync(parts, { level: 0 });
}

function cellOf(value: CellValue | null): string | number {
  if (value instanceof Date) return dateText(value);
  // 12 digits, as spreadsheets show: 1.8181818181818181 is 1.81818181818.
  if (typeof value === "number") return Number(value.toPrecision(12));
  return value === null ? "" : String(value);
}

/** "2026-11-28", "2026-11-28 19:30", or "19:30" for a time without a date, which counts from 1899. */
function dateText(date: Date): string {
  const [day = "", time = ""] = new Date(Math.round(date.getTime() / 60_000) * 60_000).toISOString().split("T");
  const minutes = time.slice(0, 5);
  if (day < "1901") return minutes;
  return minutes === "00:00" ? day : `${day} ${minutes}`;
}
