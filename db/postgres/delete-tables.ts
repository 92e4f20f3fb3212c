import { sql } from "kysely";
import type { Db } from "../database.ts";
import { postgresEngine } from "./engine.ts";

/** Deletes the tables and functions of this program. Only for a database whose rows nobody needs. */
export async function deleteTables(url: string): Promise<void> {
  const { db, close } = postgresEngine.open(url);
  try {
    await db.transaction().execute(async (trx) => {
      for (const drop of await drops(trx)) await sql.raw(drop).execute(trx);
    });
  } finally {
    await close();
  }
}

async function drops(trx: Db): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select format('drop table %I cascade', table_name) as text from information_schema.tables where table_schema = current_schema()
    union all
    select format('drop function %I()', proname) from pg_proc where pronamespace = current_schema()::regnamespace`.execute(
    trx,
  );
  return rows.map(({ text }) => text);
}
