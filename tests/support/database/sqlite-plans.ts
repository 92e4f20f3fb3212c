import { openDatabase } from "../../../db/sqlite/open.ts";

/** The steps of SQLite's query plan for each statement, whatever values it is given. */
export function plansOf(path: string, statements: readonly string[]): string[][] {
  const { sqlite } = openDatabase(path);
  try {
    return statements.map((statement) =>
      sqlite
        .prepare<null[], { detail: string }>(`explain query plan ${statement}`)
        .all(...Array<null>(statement.split("?").length - 1).fill(null))
        .map(({ detail }) => detail),
    );
  } finally {
    sqlite.close();
  }
}
