import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import type { Database } from "./schema.ts";

export interface Connection {
  sqlite: BetterSqlite3.Database;
  db: Kysely<Database>;
}

/** Opens the file (and makes its folder), sets the pragmas and verifies them. Throws when the file is no database or can't be written. */
export function openDatabase(path: string): Connection {
  mkdirSync(dirname(path), { recursive: true });
  const sqlite = new BetterSqlite3(path, { timeout: 2000 });
  sqlite.pragma("journal_mode = WAL");
  // After the switch to WAL, which would otherwise keep NORMAL: a commit that was answered must survive a power cut.
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  expectPragma(sqlite, "journal_mode", path === ":memory:" ? "memory" : "wal");
  expectPragma(sqlite, "synchronous", 2);
  expectPragma(sqlite, "foreign_keys", 1);
  return { sqlite, db: new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) }) };
}

function expectPragma(sqlite: BetterSqlite3.Database, name: string, expected: string | number): void {
  const actual: unknown = sqlite.pragma(name, { simple: true });
  if (actual !== expected) throw new Error(`The database refused ${name} = ${expected} (it says ${String(actual)})`);
}
