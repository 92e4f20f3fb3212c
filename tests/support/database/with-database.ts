import type { Db } from "../../../db/database.ts";
import { engineOf } from "../../../db/engine.ts";

/** Opens the database only for the work: a file that is still open needs no recovery at the next start. */
export async function withDatabase<R>(address: string, work: (db: Db) => Promise<R>): Promise<R> {
  const { db, close } = engineOf(address).open(address);
  try {
    return await work(db);
  } finally {
    await close();
  }
}
