import { type RawBuilder, type SqlBool, sql } from "kysely";

/** A column without its index, which SQLite overrates when nearly all rows have the value. */
export function withoutIndex<Value>(column: string): RawBuilder<Value> {
  return sql<Value>`+${sql.ref(column)}`;
}

/** 128 random bits in hex, different for each row. */
export function randomHex(): RawBuilder<string> {
  return sql<string>`lower(hex(randomblob(16)))`;
}

/** True if the column contains the text, ignoring the case of ASCII letters. */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  // Kysely's `like` has no ESCAPE.
  return sql<SqlBool>`${sql.ref(column)} like ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
}
