import type BetterSqlite3 from "better-sqlite3";
import type { SqliteDatabase } from "kysely";
import { LRUCache } from "lru-cache";

// The program has some three hundred texts; lists of values ("in (?, ?, …)") make more of them, one for each length.
const keptAtMost = 500;

/**
 * The database for Kysely, which asks for a statement each time that it runs one: what was compiled is kept, and the least lately used
 * given up. Only for statements that run to their end at once (`all`, `run`): an iterator would hold its statement, and Kysely's `stream` is not used.
 */
export function keepingStatements(sqlite: BetterSqlite3.Database): SqliteDatabase {
  const kept = new LRUCache<string, BetterSqlite3.Statement<unknown[]>>({ max: keptAtMost, memoMethod: (text) => sqlite.prepare(text) });
  return { prepare: (text) => kept.memo(text), close: () => void sqlite.close() };
}
