import { sql } from "kysely";
import type { Db } from "../../../db/database.ts";
import { engineOf } from "../../../db/engine.ts";
import { isPostgres } from "../../../db/postgres/address.ts";

/** Does something while another connection keeps everybody from writing. */
export function whileLocked<R>(address: string, work: () => Promise<R>): Promise<R> {
  return whileWriting(address, (other) => (isPostgres(address) ? lockTables(other) : Promise.resolve()), work);
}

/** Does something while a change by another connection is not committed. SQLite keeps everybody from writing then. */
export async function whileWriting<R>(
  address: string,
  change: (other: Db) => Promise<unknown>,
  work: () => Promise<R>,
): Promise<R> {
  const { db, close } = engineOf(address).open(address);
  try {
    return await db.connection().execute(async (other) => {
      await sql.raw(isPostgres(address) ? "begin" : "begin immediate").execute(other);
      try {
        await change(other);
        return await work();
      } finally {
        await sql`rollback`.execute(other);
      }
    });
  } finally {
    await close();
  }
}

async function lockTables(other: Db): Promise<void> {
  const tables = (await other.introspection.getTables()).map(({ name }) => sql.table(name));
  await sql`lock table ${sql.join(tables)} in exclusive mode`.execute(other);
}
