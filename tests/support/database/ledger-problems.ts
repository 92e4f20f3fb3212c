import type { Connection } from "../../../db/sqlite/open.ts";
import { checkLedger } from "../../../app/models/ledger/chain/check-tables.server.ts";

/** Lists what is wrong in the ledger, and between it and the tables. */
export async function ledgerProblems({ db }: Pick<Connection, "db">): Promise<string[]> {
  const { findings, differences } = await checkLedger(db);
  return [...findings.broken.map(({ seq, reason }) => `ledger entry ${seq}: ${reason}`), ...differences];
}
