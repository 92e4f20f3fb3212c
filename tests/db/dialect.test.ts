import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "../../app/db.server.ts";

afterEach(() => vi.restoreAllMocks());

test("a join is prepared once and reused with other values", async () => {
  // better-sqlite3 builds a row function each time SQLite prepares a statement.
  const rowMakers = vi.spyOn(globalThis, "Function");
  for (const results of ["a", "b", "c", "d"]) {
    const rows = await db
      .selectFrom("pick_streams")
      .innerJoin("sidebar", "sidebar.id", "sidebar.id")
      .select(["stream", "results"])
      .where("stream", "=", "pro")
      .where("sidebar.results", "!=", results)
      .execute();
    expect(rows).toEqual([{ stream: "pro", results: "" }]);
  }
  expect(rowMakers).toHaveBeenCalledTimes(1);
});

// better-sqlite3 binds every number as REAL; the column's type converts it.
test.each([["a text"], ["12"], ["12.50"], [""], [12], [-1.5], [2 ** 53 - 1], [null]])(
  "%j is bound unchanged",
  async (value) => {
    const row = await db.selectNoFrom([sql`${value}`.as("value"), sql`typeof(${value})`.as("type")]).executeTakeFirst();
    expect(row).toEqual({ value, type: value === null ? "null" : typeof value === "string" ? "text" : "real" });
  },
);
