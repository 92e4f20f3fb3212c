/** The outcome of an import, row by row. Pure. */
export const rowStatuses = ["created", "unchanged", "changed", "failed"] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** Of the staff's form. Each step is one transaction. */
export const maxTableRows = 5000;
export const rowsAtOnce = 500;
export const maxTableBytes = 2 * 1024 * 1024;
/** In bytes. A megabyte of text can become three megabytes in a form's encoding. */
export const importBodyLimit = 3 * maxTableBytes + 64 * 1024;

/** The fields that can be chosen once for all rows of a table that lacks them. A pick needs all but the date. */
export const fixedFields = ["sport", "tag", "unit_size", "game_date"] as const;
export type FixedField = (typeof fixedFields)[number];

/** The names of the form's fields for a column at its place from 0, a question about it, and a value for all rows. */
export const columnName = (place: number) => `column.${place}`;
export const answerName = (place: number, question: string) => `answer.${place}.${question}`;
export const fixedName = (field: FixedField) => `fixed.${field}`;

/** Of the form: each column has a choice and its answers. */
export const importFieldLimit = 500;

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

export function countRows(rows: readonly Pick<ImportedRow, "status">[]): ImportResult["counts"] {
  const counts = { created: 0, unchanged: 0, changed: 0, failed: 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

export function hasWarnings(rows: readonly ImportedRow[]): boolean {
  return rows.some(({ warnings = [] }) => warnings.length > 0);
}

export function addCounts(one: ImportResult["counts"], other: ImportResult["counts"]): ImportResult["counts"] {
  const sum = { ...one };
  for (const status of rowStatuses) sum[status] += other[status];
  return sum;
}

/** "8 new, 2 changed, 1 unchanged" */
export function countsText(counts: ImportResult["counts"]): string {
  return rowStatuses
    .filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${statusTexts[status]}`)
    .join(", ");
}
