import { type RawBuilder, type SqlBool, sql } from "kysely";

/** PostgreSQL knows how often each value occurs, and leaves such an index alone. */
export function withoutIndex<Value>(column: string): RawBuilder<Value> {
  return sql<Value>`${sql.ref(column)}`;
}

export function randomHex(): RawBuilder<string> {
  return sql<string>`replace(gen_random_uuid()::text, '-', '')`;
}

/** All columns have the collation "C", in which `ilike` ignores the case of ASCII letters alone. */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} ilike ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
}
