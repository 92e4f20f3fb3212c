import { sql } from "kysely";
import type { Db, LastId } from "../database.ts";

/** The largest id that each table ever gave; not of tables that gave none. */
export async function lastIds(db: Db): Promise<LastId[]> {
  const { rows } = await sql<{ table: string; id: number | null }>`
    select table_name::text as "table", pg_sequence_last_value(pg_get_serial_sequence(quote_ident(table_name), column_name)::regclass) as id
    from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`.execute(db);
  return rows.flatMap(({ table, id }) => (id === null ? [] : [{ table, id }]));
}

/** Rows that came with their ids have not moved the sequences. */
export async function setLastIds(trx: Db, ids: readonly LastId[]): Promise<void> {
  for (const { table, id } of ids)
    await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), 'id'), ${id}::bigint)`.execute(trx);
}
