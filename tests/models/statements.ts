import BetterSqlite3 from "better-sqlite3";
import { vi } from "vitest";

/** Runs some work and gives the SQL of every statement that it sent to SQLite. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(BetterSqlite3.prototype, "prepare");
  try {
    await work();
    return spy.mock.calls.map(([source]) => source);
  } finally {
    spy.mockRestore();
  }
}
