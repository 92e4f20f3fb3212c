/** The outcome of an import, row by row. Pure. */
export const rowStatuses = ["created", "unchanged", "changed", "failed"] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** In bytes. A megabyte of text can become three megabytes in a form's encoding. */
export const importBodyLimit = 3 * 1024 * 1024;

export const statusTexts: Readonly<Record<RowStatus, string>> = {
  created: "new",
  unchanged: "unchanged",
  changed: "changed",
  failed: "refused",
};

export interface ImportedRow {
  index: number;
  status: RowStatus;
  /** Null when it failed, and for a new pick while nothing is written. */
  id: number | null;
  /** The reasons of a failed row, or the new values of a changed one; by field. */
  fields?: Readonly<Record<string, string>>;
  warnings?: readonly string[];
}

export interface ImportResult {
  rows: ImportedRow[];
  counts: Record<RowStatus, number>;
}

export function countRows(rows: readonly ImportedRow[]): ImportResult["counts"] {
  const counts = { created: 0, unchanged: 0, changed: 0, failed: 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

export function hasWarnings(rows: readonly ImportedRow[]): boolean {
  return rows.some(({ warnings = [] }) => warnings.length > 0);
}

/** "8 new, 2 changed, 1 unchanged" */
export function countsText(counts: ImportResult["counts"]): string {
  return rowStatuses
    .filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${statusTexts[status]}`)
    .join(", ");
}
