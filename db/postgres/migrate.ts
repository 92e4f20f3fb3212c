import { Kysely, sql } from "kysely";
import { type Migration, pendingOf, readSchema, upOf } from "../migrations.ts";
import { inWords } from "./errors.ts";
import { MigrationDialect } from "./migration-dialect.ts";

type MigrationDb = Kysely<unknown>;

/** Any number will do: the second of two starts waits for it. */
const lock = 5_437_219;

/** Creates a new database from schema.sql, or runs what an older one lacks: everything, or after a failure nothing. */
export async function migrate(url: string): Promise<string[]> {
  return withDatabase(url, async (db) => {
    const applied = await readApplied(db);
    if (applied !== null && pendingOf(applied).length === 0) return [];
    return db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(trx);
      const created = (await readApplied(trx)) === null ? await create(trx) : [];
      return [...created, ...(await runPending(trx))];
    });
  });
}

export async function pendingMigrations(url: string): Promise<string[]> {
  const applied = await withDatabase(url, readApplied);
  return pendingOf(applied ?? []).map(({ name }) => name);
}

async function withDatabase<R>(url: string, work: (db: MigrationDb) => Promise<R>): Promise<R> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 });
  pool.on("error", () => undefined);
  const db: MigrationDb = new Kysely({ dialect: new MigrationDialect({ pool }) });
  try {
    return await work(db);
  } catch (error) {
    throw inWords(url, error);
  } finally {
    await db.destroy();
  }
}

/** Null for a database without our tables. Throws when it has another program's. */
async function readApplied(db: MigrationDb): Promise<Migration[] | null> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(db);
  if (rows.some(({ name }) => name === "migrations"))
    return (await sql<Migration>`select name, checksum from migrations`.execute(db)).rows;
  if (rows.length > 0) throw new Error("It is another program's database: it has tables, and none of ours.");
  return null;
}

async function create(trx: MigrationDb): Promise<string[]> {
  const { text, included } = readSchema("postgres");
  await sql.raw(text).execute(trx);
  for (const migration of included) await markApplied(trx, migration);
  return included.map(({ name }) => name);
}

async function runPending(trx: MigrationDb): Promise<string[]> {
  const pending = pendingOf((await readApplied(trx)) ?? []);
  for (const migration of pending) {
    const up = await upOf(migration);
    await up(trx, "postgres");
    await markApplied(trx, migration);
  }
  return pending.map(({ name }) => name);
}

async function markApplied(trx: MigrationDb, { name, checksum }: Migration): Promise<void> {
  const now = new Date().toISOString();
  await sql`insert into migrations (name, checksum, applied_at) values (${name}, ${checksum}, ${now})`.execute(trx);
}
