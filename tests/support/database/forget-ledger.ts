import { sql } from "kysely";
import type { Connection } from "../../../db/sqlite/open.ts";

/** Tests that turn the clock back need it: the ledger's time never goes back and would be later than theirs. */
export async function forgetLedger({ db }: Pick<Connection, "db">): Promise<void> {
  const guards = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name in ('ledger', 'reveals')`.execute(db);
  for (const { name } of guards.rows) await sql`drop trigger ${sql.id(name)}`.execute(db);
  await db.deleteFrom("reveals").execute();
  await db.deleteFrom("ledger").execute();
  for (const guard of guards.rows) await sql.raw(guard.sql).execute(db);
}
