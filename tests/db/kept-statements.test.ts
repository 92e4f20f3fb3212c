import BetterSqlite3 from "better-sqlite3";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepingStatements } from "../../db/sqlite/kept-statements.ts";
import { openDatabase } from "../../db/sqlite/open.ts";

let sqlite: BetterSqlite3.Database;
beforeEach(() => void (sqlite = new BetterSqlite3(":memory:")));
afterEach(() => void sqlite.close());

const number = (index: number) => `select ${index} as number`;

it("compiles the same SQL once", () => {
  const compile = vi.spyOn(sqlite, "prepare");
  const database = keepingStatements(sqlite);
  for (let turn = 0; turn < 3; turn += 1) expect(database.prepare(number(1)).all([])).toEqual([{ number: 1 }]);
  expect(compile).toHaveBeenCalledTimes(1);
});

it("caches 500 statements and evicts the least recently used", () => {
  const compile = vi.spyOn(sqlite, "prepare");
  const database = keepingStatements(sqlite);
  for (let index = 0; index < 500; index += 1) database.prepare(number(index));
  database.prepare(number(0));
  database.prepare(number(500));
  compile.mockClear();
  database.prepare(number(0));
  expect(compile).not.toHaveBeenCalled();
  database.prepare(number(1));
  expect(compile).toHaveBeenCalledTimes(1);
});

it("returns a column that was added after the statement was cached", () => {
  sqlite.exec("create table notes (body text)");
  sqlite.exec("insert into notes values ('a')");
  const database = keepingStatements(sqlite);
  expect(database.prepare("select * from notes").all([])).toEqual([{ body: "a" }]);
  sqlite.exec("alter table notes add column kind text");
  expect(database.prepare("select * from notes").all([])).toEqual([{ body: "a", kind: null }]);
});

it("compiles again after an error", () => {
  const database = keepingStatements(sqlite);
  expect(() => database.prepare("select * from later")).toThrow("no such table");
  sqlite.exec("create table later (body text)");
  expect(database.prepare("select * from later").all([])).toEqual([]);
});

it("is used by Kysely", async () => {
  const { sqlite: opened, db } = openDatabase(":memory:");
  const compile = vi.spyOn(opened, "prepare");
  for (let turn = 0; turn < 3; turn += 1) await sql`select 1`.execute(db);
  expect(compile).toHaveBeenCalledTimes(1);
  await db.destroy();
  expect(opened.open).toBe(false);
});
