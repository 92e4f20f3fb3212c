import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Kysely, SqliteDialect } from "kysely";
import { command } from "./command.ts";
import { clearLeftBehind } from "./left-behind.ts";
import { inWords } from "./sqlite/errors.ts";
import { deleteDatabase } from "./sqlite/files.ts";
import { type Handle, hasTable, openDatabase } from "./sqlite/open.ts";
import { expectUsable } from "./sqlite/usable.ts";
import { inCheckedTransaction } from "./sqlite/write.ts";

interface Migration {
  name: string;
  checksum: string;
}

type Up = (db: Kysely<unknown>) => Promise<void>;

// The path is also right in build/, where the server has a copy of this file.
const folder = join(import.meta.dirname, "../db/migrations");
const schemaFile = join(import.meta.dirname, "../db/schema.sql");

/**
 * Brings the database to this program's schema: a new one is created from schema.sql, an older one is copied first. Returns
 * the names of the migrations that the database did not have. Throws with one line when the database is newer than this
 * program, a landed migration was edited, or rows break a foreign key.
 */
export async function migrate(path: string): Promise<string[]> {
  return withDatabase(path, async (sqlite) => {
    const migrations = readMigrations();
    if (!hasTable(sqlite, "migrations")) return create(sqlite, migrations);
    const [first] = pendingOf(sqlite, migrations);
    if (first) await copyBeforeMigrating(sqlite, migrations, first, path);
    return runPending(sqlite, migrations);
  });
}

/**
 * Makes a database by migrations alone, as older ones were made: by those before `end`, or by all. For schema.sql and for
 * tests.
 */
export async function migrateFromTheFirst(path: string, end?: string): Promise<string[]> {
  return withDatabase(path, async (sqlite) => {
    createMigrationsTable(sqlite);
    const migrations = readMigrations().filter(({ name }) => end === undefined || name < end);
    return runPending(sqlite, migrations);
  });
}

export function lastMigration(): string {
  return readMigrations().at(-1)?.name ?? "";
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

/** Several processes may start at once: one of them creates the database, the others find it. */
async function create(sqlite: Handle, migrations: Migration[]): Promise<string[]> {
  const text = readFileSync(schemaFile, "utf8");
  const last = /^-- Migrations up to (\S+)$/m.exec(text)?.[1] ?? "";
  const included = migrations.filter(({ name }) => name <= last);
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
  const applied = await runPending(sqlite, migrations);
  return isCreated ? [...included.map(({ name }) => name), ...applied] : applied;
}

/**
 * Runs each pending migration and its record in one BEGIN IMMEDIATE: a crash leaves both or neither, and a second start
 * waits for the first.
 */
async function runPending(sqlite: Handle, migrations: Migration[]): Promise<string[]> {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) });
  const applied: string[] = [];
  for (const migration of pendingOf(sqlite, migrations)) {
    if (await apply(sqlite, db, migrations, migration)) applied.push(migration.name);
  }
  return applied;
}

function createMigrationsTable(sqlite: Handle): void {
  sqlite.exec(
    "create table if not exists migrations (name text primary key not null, checksum text not null, applied_at text not null) strict",
  );
}

function markApplied(sqlite: Handle, { name, checksum }: Migration): void {
  sqlite
    .prepare("insert into migrations (name, checksum, applied_at) values (?, ?, ?)")
    .run(name, checksum, new Date().toISOString());
}

export function pendingMigrations(sqlite: Handle): string[] {
  return (hasTable(sqlite, "migrations") ? pendingOf(sqlite, readMigrations()) : readMigrations()).map(
    ({ name }) => name,
  );
}

function open(path: string): Handle {
  try {
    return openDatabase(path).sqlite;
  } catch (error) {
    throw inWords(path, error);
  }
}

function readMigrations(): Migration[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .sort();
  return files.map((file) => ({
    name: file.slice(0, -3),
    checksum: createHash("sha256")
      .update(readFileSync(join(folder, file)))
      .digest("hex"),
  }));
}

function pendingOf(sqlite: Handle, migrations: Migration[]): Migration[] {
  const done = new Map(
    sqlite
      .prepare<[], { name: string; checksum: string }>("select name, checksum from migrations")
      .all()
      .map((row) => [row.name, row.checksum]),
  );
  for (const name of done.keys()) {
    if (!migrations.some((migration) => migration.name === name)) {
      throw new Error(
        `The database is newer than this program: it has the migration ${name}. Start the newer version, or restore an older backup.`,
      );
    }
  }
  for (const migration of migrations) {
    const recorded = done.get(migration.name);
    if (recorded !== undefined && recorded !== migration.checksum)
      throw new Error(`The migration ${migration.name} was changed after it ran. Add a new one instead.`);
  }
  return migrations.filter((migration) => !done.has(migration.name));
}

/** Another start may migrate during the copy, so the copy counts only if the migration is still pending. */
async function copyBeforeMigrating(
  sqlite: Handle,
  migrations: Migration[],
  first: Migration,
  path: string,
): Promise<void> {
  const copy = `${path}.before-${first.name}.bak`;
  const unfinished = `${copy}.${process.pid}`;
  // A server that crashes in a restart loop would fill the disk with unfinished copies.
  clearLeftBehind(path, /^\.before-.*\.bak\.(\d+)(?:-journal|-wal|-shm)?$/);
  // It contains password hashes and e-mail addresses.
  closeSync(openSync(unfinished, "w", 0o600));
  try {
    await sqlite.backup(unfinished);
    if (pendingOf(sqlite, migrations).includes(first)) renameSync(unfinished, copy);
  } finally {
    deleteDatabase(unfinished);
  }
}

async function apply(
  sqlite: Handle,
  db: Kysely<unknown>,
  migrations: Migration[],
  migration: Migration,
): Promise<boolean> {
  const { up }: { up: Up } = await import(pathToFileURL(join(folder, `${migration.name}.ts`)).href);
  return inCheckedTransaction(
    sqlite,
    async () => {
      if (!pendingOf(sqlite, migrations).includes(migration)) return false;
      await up(db);
      markApplied(sqlite, migration);
      return true;
    },
    `The migration ${migration.name} would leave rows without their parent.`,
  );
}

if (import.meta.main) {
  await command(async (path, words) => {
    if (words.length > 0) throw new Error("npm run migrate takes no arguments.");
    const applied = await migrate(path);
    const isNew = applied.length === readMigrations().length;
    const done = isNew ? "created" : `applied ${applied.join(", ")}`;
    console.log(applied.length === 0 ? `${path} is up to date.` : `${path}: ${done}.`);
  });
}
