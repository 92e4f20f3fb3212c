/** Expressions that another engine writes in another way. */
import type { RawBuilder, SqlBool } from "kysely";
import { sql } from "kysely";

/** A column whose index is left aside. SQLite takes it for a better one than it is, where nearly all rows have the value. */
export function withoutIndex<Value>(column: string): RawBuilder<Value> {
  return sql<Value>`+${sql.ref(column)}`;
}

/** 128 random bits in hex, other ones for each row. */
export function randomHex(): RawBuilder<string> {
  return sql<string>`lower(hex(randomblob(16)))`;
}

/** Whether the column has the text somewhere. ASCII letters match in either case. */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  // Kysely's `like` has no ESCAPE.
  return sql<SqlBool>`${sql.ref(column)} like ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
}
