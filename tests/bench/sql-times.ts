/** Times every statement that better-sqlite3 runs, by standing in front of it. */
import BetterSqlite3 from "better-sqlite3";

export interface SqlTimes {
  ms: number;
  statements: number;
  rows: number;
}

const so: SqlTimes = { ms: 0, statements: 0, rows: 0 };

const probe = new BetterSqlite3(":memory:");
const statement: { all: (...values: unknown[]) => unknown[]; run: (...values: unknown[]) => unknown } = Object.getPrototypeOf(probe.prepare("select 1"));
const { all, run } = statement;
probe.close();

statement.all = function (...values) {
  const began = performance.now();
  const rows = all.apply(this, values);
  count(began, rows.length);
  return rows;
};
statement.run = function (...values) {
  const began = performance.now();
  const done = run.apply(this, values);
  count(began, 0);
  return done;
};

function count(began: number, rows: number): void {
  so.ms += performance.now() - began;
  so.statements += 1;
  so.rows += rows;
}

/** What some work's statements took, how many they were, and how many rows they gave. */
export async function sqlOf(work: () => Promise<unknown>): Promise<SqlTimes> {
  const before = { ...so };
  await work();
  return { ms: so.ms - before.ms, statements: so.statements - before.statements, rows: so.rows - before.rows };
}
