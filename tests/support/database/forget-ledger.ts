import type { Db } from "../../../db/database.ts";
import { withoutGuards } from "./ledger-guards.ts";

/** Tests that turn the clock back need it: the ledger's time never goes back and would be later than theirs. */
export async function forgetLedger({ db }: { db: Db }): Promise<void> {
  await withoutGuards(db, async () => {
    await db.deleteFrom("reveals").execute();
    await db.deleteFrom("ledger").execute();
  });
}
