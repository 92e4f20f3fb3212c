import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

/** The rows of each table, exactly. One statement after the other, so that others run in between. */
export async function rowCounts(db: Kysely<Database>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
    counts[name] = Number(rows[0]?.count ?? 0);
  }
  return counts;
}
