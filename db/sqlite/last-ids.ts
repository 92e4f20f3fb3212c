import { sql } from "kysely";
import type { Db, LastId } from "../database.ts";

/** The largest id that each table ever gave: the audit trail still names rows that are gone. */
export async function lastIds(db: Db): Promise<LastId[]> {
  return (await sql<LastId>`select name as "table", seq as id from sqlite_sequence`.execute(db)).rows;
}

/** A table without rows may have no row here yet. */
export async function setLastIds(trx: Db, ids: readonly LastId[]): Promise<void> {
  for (const { table, id } of ids) {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(trx);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`.execute(trx);
  }
}
