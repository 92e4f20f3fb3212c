/** `npm run record -- check` compares the record with itself and with the tables. Exit code 1 when something is wrong. */
import { checkLedger } from "../app/models/ledger/chain/check-tables.server.ts";
import { findingsText } from "../app/models/ledger/check/check-text.ts";
import { env } from "../app/env.server.ts";
import { command } from "./command.ts";
import { pendingMigrations } from "./migrate.ts";
import { expectReadable } from "./sqlite/files.ts";
import { openDatabase } from "./sqlite/open.ts";
import { expectUsable } from "./sqlite/usable.ts";

const mostShown = 20;

await command(async (path, [word, ...more]) => {
  if (word !== "check" || more.length > 0) throw new Error("Usage: npm run record -- check");
  expectReadable(path);
  expectUsable(path);
  const { db, sqlite } = openDatabase(path);
  try {
    if (pendingMigrations(sqlite).length > 0) throw new Error(`${path} must be migrated first: npm run migrate`);
    const { findings, differences } = await checkLedger(db);
    for (const line of findingsText(findings, env.SITE_TIMEZONE)) console.log(line);
    if (differences.length > 0)
      throw new Error(
        `${path}: the tables differ from the record: ${differences.length}\n${differences.slice(0, mostShown).join("\n")}`,
      );
    if (findings.verdict !== "intact") process.exitCode = 1;
    else console.log(`${path}: the record is whole, and the tables equal it.`);
  } finally {
    sqlite.close();
  }
});
