import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "../../app/db.server.ts";

afterEach(() => vi.restoreAllMocks());

test("a statement that joins tables is planned once, however often it is asked with other values", async () => {
  // better-sqlite3 makes a function for the rows of a statement each time that SQLite has planned it.
  const rowMakers = vi.spyOn(globalThis, "Function");
  for (const results of ["a", "b", "c", "d"]) {
    const rows = await db.selectFrom("pick_streams").innerJoin("sidebar", "sidebar.id", "sidebar.id").select(["stream", "results"]).where("stream", "=", "pro").where("sidebar.results", "!=", results).execute();
    expect(rows).toEqual([{ stream: "pro", results: "" }]);
  }
  expect(rowMakers).toHaveBeenCalledTimes(1);
});

// better-sqlite3 binds every number as a real one; what a column makes of it is the schema's.
test.each([["a text"], ["12"], ["12.50"], [""], [12], [-1.5], [2 ** 53 - 1], [null]])("%j comes to the database as it is", async (value) => {
  const row = await db.selectNoFrom([sql`${value}`.as("value"), sql`typeof(${value})`.as("type")]).executeTakeFirst();
  expect(row).toEqual({ value, type: value === null ? "null" : typeof value === "string" ? "text" : "real" });
});
