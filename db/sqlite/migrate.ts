import { closeSync, openSync, renameSync } from "node:fs";
import { Kysely, SqliteDialect } from "kysely";
import { clearLeftBehind } from "../left-behind.ts";
import { type Migration, pendingOf, readMigrations, readSchema, upOf } from "../migrations.ts";
import { inWords } from "./errors.ts";
import { deleteDatabase } from "./files.ts";
import { type Handle, hasTable, openDatabase } from "./open.ts";
import { expectUsable } from "./usable.ts";
import { inCheckedTransaction } from "./write.ts";

/**
 * Creates a new database from schema.sql; copies an older one and runs what it lacks. Throws with one line also when rows
 * break a foreign key.
 */
export async function migrate(path: string): Promise<string[]> {
  return withDatabase(path, async (sqlite) => {
    if (!hasTable(sqlite, "migrations")) return create(sqlite);
    const [first] = pendingIn(sqlite);
    if (first) await copyBeforeMigrating(sqlite, first, path);
    return runPending(sqlite);
  });
}

/**
 * Makes a database by migrations alone, as older ones were made: by those before `end`, or by all. For schema.sql and for
 * tests.
 */
export async function migrateFromTheFirst(path: string, end?: string): Promise<string[]> {
  return withDatabase(path, async (sqlite) => {
    sqlite.exec(
      "create table if not exists migrations (name text primary key not null, checksum text not null, applied_at text not null) strict",
    );
    return runPending(
      sqlite,
      readMigrations().filter(({ name }) => end === undefined || name < end),
    );
  });
}

export function pendingMigrations(sqlite: Handle): string[] {
  return (hasTable(sqlite, "migrations") ? pendingIn(sqlite) : readMigrations()).map(({ name }) => name);
}

async function withDatabase<R>(path: string, work: (sqlite: Handle) => Promise<R>): Promise<R> {
  expectUsable(path);
  const sqlite = open(path);
  try {
    return await work(sqlite);
  } catch (error) {
    throw inWords(path, error);
  } finally {
    sqlite.close();
  }
}

function open(path: string): Handle {
  try {
    return openDatabase(path).sqlite;
  } catch (error) {
    throw inWords(path, error);
  }
}

/** Several processes may start at once: one of them creates the database, the others find it. */
async function create(sqlite: Handle): Promise<string[]> {
  const { text, included } = readSchema("sqlite");
  const isCreated = await inCheckedTransaction(
    sqlite,
    async () => {
      if (hasTable(sqlite, "migrations")) return false;
      sqlite.exec(text);
      for (const migration of included) markApplied(sqlite, migration);
      return true;
    },
    "schema.sql has rows without their parent.",
  );
  const applied = await runPending(sqlite);
  return isCreated ? [...included.map(({ name }) => name), ...applied] : applied;
}

/**
 * Runs each pending migration and its record in one BEGIN IMMEDIATE: a crash leaves both or neither, and a second start
 * waits for the first.
 */
async function runPending(sqlite: Handle, migrations: readonly Migration[] = readMigrations()): Promise<string[]> {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) });
  const pending = new Set(pendingIn(sqlite).map(({ name }) => name));
  const applied: string[] = [];
  for (const migration of migrations) {
    if (pending.has(migration.name) && (await apply(sqlite, db, migration))) applied.push(migration.name);
  }
  return applied;
}

async function apply(sqlite: Handle, db: Kysely<unknown>, migration: Migration): Promise<boolean> {
  const up = await upOf(migration);
  return inCheckedTransaction(
    sqlite,
    async () => {
      if (!pendingIn(sqlite).some(({ name }) => name === migration.name)) return false;
      await up(db, "sqlite");
      markApplied(sqlite, migration);
      return true;
    },
    `The migration ${migration.name} would leave rows without their parent.`,
  );
}

function pendingIn(sqlite: Handle): Migration[] {
  return pendingOf(sqlite.prepare<[], Migration>("select name, checksum from migrations").all());
}

function markApplied(sqlite: Handle, { name, checksum }: Migration): void {
  sqlite
    .prepare("insert into migrations (name, checksum, applied_at) values (?, ?, ?)")
    .run(name, checksum, new Date().toISOString());
}

/** Another start may migrate during the copy, so the copy counts only if the migration is still pending. */
async function copyBeforeMigrating(sqlite: Handle, first: Migration, path: string): Promise<void> {
  const copy = `${path}.before-${first.name}.bak`;
  const unfinished = `${copy}.${process.pid}`;
  // A server that crashes in a restart loop would fill the disk with unfinished copies.
  clearLeftBehind(path, /^\.before-.*\.bak\.(\d+)(?:-journal|-wal|-shm)?$/);
  // It contains password hashes and e-mail addresses.
  closeSync(openSync(unfinished, "w", 0o600));
  try {
    await sqlite.backup(unfinished);
    if (pendingIn(sqlite).some(({ name }) => name === first.name)) renameSync(unfinished, copy);
  } finally {
    deleteDatabase(unfinished);
  }
}
