import type { Db } from "../../../db/database.ts";
import { checkLedger } from "../../../app/models/ledger/chain/check-tables.server.ts";

/** Lists what is wrong in the ledger, and between it and the tables. */
export async function ledgerProblems({ db }: { db: Db }): Promise<string[]> {
  const { findings, differences } = await checkLedger(db);
  return [...findings.broken.map(({ seq, reason }) => `ledger entry ${seq}: ${reason}`), ...differences];
}
