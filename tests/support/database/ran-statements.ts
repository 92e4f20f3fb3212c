/** Stands in front of better-sqlite3's statements and tells of each that runs to its end (`all`, `run`), which is how Kysely runs them. */
import BetterSqlite3 from "better-sqlite3";

export interface Ran {
  source: string;
  /** Read; 0 of a statement that gives none. */
  rows: number;
}

const listeners = new Set<(ran: Ran) => void>();

/** Tells `listener` of each statement from now on; gives what ends that. */
export function onStatement(listener: (ran: Ran) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

interface Statement {
  readonly source: string;
  all: (...values: unknown[]) => unknown[];
  run: (...values: unknown[]) => unknown;
}

const probe = new BetterSqlite3(":memory:");
const statement: Statement = Object.getPrototypeOf(probe.prepare("select 1"));
const { all, run } = statement;
probe.close();

statement.all = function (...values) {
  const rows = all.apply(this, values);
  tell(this.source, rows.length);
  return rows;
};
statement.run = function (...values) {
  const done = run.apply(this, values);
  tell(this.source, 0);
  return done;
};

function tell(source: string, rows: number): void {
  for (const listener of listeners) listener({ source, rows });
}
