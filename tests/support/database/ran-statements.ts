/** Reports each statement that Kysely runs: it wraps the drivers' own functions. */
import BetterSqlite3 from "better-sqlite3";
import pg from "pg";

export interface Ran {
  source: string;
  rows: number;
}

const listeners = new Set<(ran: Ran) => void>();

/** Calls `listener` after each statement. Returns the function that stops it. */
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
  notify(this.source, rows.length);
  return rows;
};
statement.run = function (...values) {
  const result = run.apply(this, values);
  notify(this.source, 0);
  return result;
};

interface Client {
  query: (source: string, values: unknown[]) => Promise<{ rows?: unknown[] }>;
}

const client: Client = pg.Client.prototype;
const { query } = client;

client.query = async function (source, values) {
  const result = await query.call(this, source, values);
  // Several statements in one text have several results.
  notify(source, result.rows?.length ?? 0);
  return result;
};

function notify(source: string, rows: number): void {
  for (const listener of listeners) listener({ source, rows });
}
