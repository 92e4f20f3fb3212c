/**
 * `npm run record -- check` compares the record with itself and with the tables: exit code 0 when all is right, 1 when
 * something is wrong, 2 when it could not be checked. `--json` prints what the server reads.
 */
import { checkLedger } from "../app/models/ledger/chain/check-tables.server.ts";
import { readSavedHead } from "../app/models/ledger/chain/head-file.server.ts";
import { type LedgerCheck, recordProblems } from "../app/models/ledger/chain/record-problems.ts";
import { findingsText } from "../app/models/ledger/check/check-text.ts";
import { env } from "../app/env.server.ts";
import { command } from "./command.ts";
import { pendingMigrations } from "./migrate.ts";
import { expectReadable } from "./sqlite/files.ts";
import { triggerProblems } from "./sqlite/append-only.ts";
import { openDatabase } from "./sqlite/open.ts";
import { expectUsable } from "./sqlite/usable.ts";

const mostShown = 20;
const usage = "Usage: npm run record -- check, or npm run record -- check --json";

await command(async (path, [word, option, ...more]) => {
  if (word !== "check" || (option !== undefined && option !== "--json") || more.length > 0) throw new Error(usage);
  const checked = await check(path);
  if (option === "--json") printJson(checked);
  else print(path, checked);
}, 2);

async function check(path: string): Promise<LedgerCheck> {
  expectReadable(path);
  expectUsable(path);
  const { db, sqlite } = openDatabase(path);
  try {
    if (pendingMigrations(sqlite).length > 0) throw new Error(`${path} must be migrated first: npm run migrate`);
    // Read before the entries: each that it names is among them.
    const kept = readSavedHead(path);
    const checked = await checkLedger(db, new Date(), kept === null ? [] : [{ ...kept, kept_at: null }]);
    return { ...checked, differences: [...(await triggerProblems(db)), ...checked.differences] };
  } finally {
    sqlite.close();
  }
}

/** Exits with 0: a program that failed prints none. */
function printJson(checked: LedgerCheck): void {
  const problems = recordProblems(checked, env.SITE_TIMEZONE);
  const lines = findingsText(checked.findings, env.SITE_TIMEZONE);
  console.log(JSON.stringify({ lines, problems, differences: checked.differences.length }));
}

function print(path: string, checked: LedgerCheck): void {
  const { findings, differences } = checked;
  for (const line of findingsText(findings, env.SITE_TIMEZONE)) console.log(line);
  if (differences.length > 0)
    console.error(
      `${path}: the tables differ from the record: ${differences.length}\n${differences.slice(0, mostShown).join("\n")}`,
    );
  if (recordProblems(checked, env.SITE_TIMEZONE).length > 0) process.exitCode = 1;
  else console.log(`${path}: the record is whole, and the tables equal it.`);
}
