import type BetterSqlite3 from "better-sqlite3";
import type { SqliteDatabase } from "kysely";
import { LRUCache } from "lru-cache";

// The program has about 300 statements, plus one per length of an "in (?, ?, …)" list.
const mostSavedHeads = 500;

/**
 * Caches prepared statements. Kysely prepares one per query, which doubles the cost of refreshing Today's Picks. Not for Kysely's `stream`, which
 * would keep a statement busy.
 */
export function keepingStatements(sqlite: BetterSqlite3.Database): SqliteDatabase {
  const kept = new LRUCache<string, BetterSqlite3.Statement<unknown[]>>({
    max: mostSavedHeads,
    memoMethod: (text) => sqlite.prepare(text),
  });
  return { prepare: (text) => kept.memo(text), close: () => void sqlite.close() };
}
