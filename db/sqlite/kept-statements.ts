import type BetterSqlite3 from "better-sqlite3";
import type { SqliteDatabase } from "kysely";
import { LRUCache } from "lru-cache";

// The program has some three hundred texts; lists of values ("in (?, ?, …)") make more of them, one for each length.
const keptAtMost = 500;

/**
 * Prepares each statement once and keeps it: Kysely prepares one for each query, which makes the refresh of Today's Picks cost twice as much.
 * Only for statements that run to their end at once: Kysely's `stream` would hold one.
 */
export function keepingStatements(sqlite: BetterSqlite3.Database): SqliteDatabase {
  const kept = new LRUCache<string, BetterSqlite3.Statement<unknown[]>>({ max: keptAtMost, memoMethod: (text) => sqlite.prepare(text) });
  return { prepare: (text) => kept.memo(text), close: () => void sqlite.close() };
}
