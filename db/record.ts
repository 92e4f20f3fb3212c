/**
 * `npm run record -- check` compares the record with itself and with the tables: exit code 0 when all is right, 1 when
 * something is wrong, 2 when it could not be checked. `--json` prints what the server reads.
 * `npm run record -- restored SEQ:HASH` says in the record that the database is an older copy: the entry is one that a
 * mail or the webhook named and that this database lacks. Beside a SQLite file lies the last entry, so a start says it.
 */
import { isAheadOfClock, readHead as readLast } from "../app/models/ledger/chain/append.server.ts";
import { checkLedger } from "../app/models/ledger/chain/check-tables.server.ts";
import { readSavedHead } from "../app/models/ledger/chain/head-file.server.ts";
import { type LedgerCheck, recordProblems } from "../app/models/ledger/chain/record-problems.ts";
import { findingsText } from "../app/models/ledger/check/check-text.ts";
import { headMistake, readHead } from "../app/models/ledger/saved-head.ts";
import { env } from "../app/env.server.ts";
import { command } from "./command.ts";
import type { OpenDatabase } from "./database.ts";
import { engineOf, expectMigrated } from "./engine.ts";
import { enterRestore } from "./start-ledger.ts";

const mostShown = 20;
const patienceMs = 10_000;
const usage = "Usage: npm run record -- check, npm run record -- check --json, or npm run record -- restored SEQ:HASH";

await command(async (address, [word, option, ...more]) => {
  if (more.length > 0) throw new Error(usage);
  const name = engineOf(address).nameOf(address);
  if (word === "restored" && option !== undefined) {
    const seq = await withDatabase(address, (database) => sayRestored(database, option));
    console.log(`${name}: entry ${seq} of the record says that it is an older copy, without ${option}.`);
  } else if (word === "check" && (option === undefined || option === "--json")) {
    const checked = await withDatabase(address, (database) => check(database, engineOf(address).fileOf(address)));
    if (option === "--json") printJson(checked);
    else print(name, checked);
  } else throw new Error(usage);
}, 2);

async function withDatabase<R>(address: string, work: (database: OpenDatabase) => Promise<R>): Promise<R> {
  const engine = engineOf(address);
  await expectMigrated(address);
  const database = engine.open(address);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function check({ db, triggerProblems }: OpenDatabase, file: string | null): Promise<LedgerCheck> {
  // Read before the entries: each that it names is among them.
  const kept = file === null ? null : readSavedHead(file);
  const checked = await checkLedger(db, new Date(), kept === null ? [] : [{ ...kept, kept_at: null }]);
  return { ...checked, differences: [...(await triggerProblems()), ...checked.differences] };
}

/** Returns the number of the entry that says it. */
function sayRestored({ write }: OpenDatabase, given: string): Promise<number> {
  const lost = readHead(given);
  if (lost === null) throw new Error(headMistake);
  return write(
    async (trx) => {
      const head = await readLast(trx);
      if (isAheadOfClock(head, new Date()))
        throw new Error(
          `The last entry of the record is from ${head.at}, which is still to come. Set the clock right.`,
        );
      const restored = await enterRestore(trx, head, lost);
      if (restored === null) throw new Error("The record has this entry, or says already that it was lost.");
      return restored.seq;
    },
    { patienceMs, inTurn: "ledger" },
  );
}

/** Exits with 0: a program that failed prints none. */
function printJson(checked: LedgerCheck): void {
  const problems = recordProblems(checked, env.SITE_TIMEZONE);
  const lines = findingsText(checked.findings, env.SITE_TIMEZONE);
  console.log(JSON.stringify({ lines, problems, differences: checked.differences.length }));
}

function print(name: string, checked: LedgerCheck): void {
  const { findings, differences } = checked;
  for (const line of findingsText(findings, env.SITE_TIMEZONE)) console.log(line);
  if (differences.length > 0)
    console.error(
      `${name}: the tables differ from the record: ${differences.length}\n${differences.slice(0, mostShown).join("\n")}`,
    );
  if (recordProblems(checked, env.SITE_TIMEZONE).length > 0) process.exitCode = 1;
  else console.log(`${name}: the record is whole, and the tables equal it.`);
}
