import { sql } from "kysely";
import { engineOf } from "../../../db/engine.ts";
import { isPostgres } from "../../../db/postgres/address.ts";

/** Does something while another connection keeps everybody from writing. */
export async function whileLocked<R>(address: string, work: () => Promise<R>): Promise<R> {
  const { db, close } = engineOf(address).open(address);
  try {
    return await db.connection().execute(async (other) => {
      await sql.raw(isPostgres(address) ? "begin" : "begin immediate").execute(other);
      try {
        if (isPostgres(address)) {
          const tables = (await other.introspection.getTables()).map(({ name }) => sql.table(name));
          await sql`lock table ${sql.join(tables)} in exclusive mode`.execute(other);
        }
        return await work();
      } finally {
        await sql`rollback`.execute(other);
      }
    });
  } finally {
    await close();
  }
}
