import { sql } from "kysely";
import type { Db } from "../database.ts";

export interface Table {
  name: string;
  /** Without those that the engine computes. */
  columns: string[];
  key: string[];
  /** The tables that its foreign keys refer to. */
  parents: string[];
}

interface Column {
  table: string;
  name: string;
  /** Its place in the primary key; 0 if it is no part of it. */
  pk: number;
  hidden: number;
}

/** A PostgreSQL database has the same ones. */
export async function tablesIn(db: Db): Promise<Table[]> {
  const columns = await sql<Column>`
    select t.name as "table", c.name, c.pk, c.hidden from sqlite_schema t, pragma_table_xinfo(t.name) c
    where t.type = 'table' and t.name not like 'sqlite_%' order by t.name, c.cid`.execute(db);
  const keys = await sql<{ table: string; parent: string }>`
    select t.name as "table", k."table" as parent from sqlite_schema t, pragma_foreign_key_list(t.name) k
    where t.type = 'table'`.execute(db);
  return [...new Set(columns.rows.map(({ table }) => table))].map((name) => {
    const own = columns.rows.filter(({ table }) => table === name);
    return {
      name,
      columns: own.filter(({ hidden }) => hidden === 0).map((column) => column.name),
      key: own
        .filter(({ pk }) => pk > 0)
        .toSorted((a, b) => a.pk - b.pk)
        .map((column) => column.name),
      parents: keys.rows.filter(({ table }) => table === name).map(({ parent }) => parent),
    };
  });
}
