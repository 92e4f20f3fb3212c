import type { Database } from "../../db.server.ts";

type Column<T extends keyof Database> = keyof Database[T] & string;

export interface ExportedTable<T extends keyof Database> {
  /** Ends in ".csv", or ".jsonl": a JSON object a line. */
  file: string;
  about: string;
  columns: readonly Column<T>[];
  /** Of its primary key, which is among the columns. */
  key: readonly Column<T>[];
  /** The columns that are left out, with the reason. */
  without?: Readonly<Partial<Record<Column<T>, string>>>;
}

/** Rows of tables by their names. */
export type ExportedTables<Names extends keyof Database> = { readonly [T in Names]: ExportedTable<T> };
