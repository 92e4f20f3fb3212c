import type { Db } from "./database.ts";

export type Row = Record<string, unknown>;

export interface Walked {
  name: string;
  columns: readonly string[];
  /** The columns of its primary key. */
  key: readonly string[];
}

/** The next rows of a table in the order of its key. Both engines order texts by their bytes. */
export function rowsAfter(
  db: Db,
  { name, columns, key }: Walked,
  last: Row | undefined,
  limit: number,
): Promise<Row[]> {
  let query = db.withTables<Record<string, Row>>().selectFrom(name).select(columns).limit(limit);
  for (const column of key) query = query.orderBy(column);
  if (last === undefined) return query.execute();
  return query
    .where(({ eb, and, or }) =>
      and([
        // Else an engine would read from the first row each time.
        eb(key[0] ?? "", ">=", last[key[0] ?? ""]),
        or(
          key.map((column, place) =>
            and([...key.slice(0, place).map((before) => eb(before, "=", last[before])), eb(column, ">", last[column])]),
          ),
        ),
      ]),
    )
    .execute();
}

/** All rows of a table, `limit` a statement, so that others run in between. `columns` must have the key. */
export async function* rowsOf(db: Db, table: Walked, limit: number): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  do {
    rows = await rowsAfter(db, table, rows.at(-1), limit);
    if (rows.length > 0) yield rows;
  } while (rows.length === limit);
}
