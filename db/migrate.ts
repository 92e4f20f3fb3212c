import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Kysely, SqliteDialect } from "kysely";
import { command } from "./command.ts";
import { clearLeftBehind } from "./left-behind.ts";
import { inWords } from "./sqlite/errors.ts";
import { deleteDatabase } from "./sqlite/files.ts";
import type { Handle } from "./sqlite/open.ts";
import { hasTable, openDatabase } from "./sqlite/open.ts";
import { expectUsable } from "./sqlite/usable.ts";
import { inCheckedTransaction } from "./sqlite/write.ts";

interface Migration {
  name: string;
  checksum: string;
}

type Up = (db: Kysely<unknown>) => Promise<void>;

// The path is also right in build/, where the server has a copy of this file.
const folder = join(import.meta.dirname, "../db/migrations");

/**
 * Runs each pending migration and its record in one BEGIN IMMEDIATE: a crash leaves both or neither, and a second start
 * waits for the first. First copies a database that has data. Throws with one line when the database is newer than this
 * program, a landed migration was edited, or rows break a foreign key.
 */
export async function migrate(path: string): Promise<string[]> {
  const migrations = readMigrations();
  expectUsable(path);
  const sqlite = open(path);
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) });
  try {
    sqlite.exec(
      "create table if not exists migrations (name text primary key not null, checksum text not null, applied_at text not null) strict",
    );
    const pending = pendingOf(sqlite, migrations);
    if (pending[0] && pending.length < migrations.length)
      await copyBeforeMigrating(sqlite, migrations, pending[0], path);
    const applied: string[] = [];
    for (const migration of pending) {
      if (await apply(sqlite, db, migrations, migration)) applied.push(migration.name);
    }
    return applied;
  } catch (error) {
    throw inWords(path, error);
  } finally {
    sqlite.close();
  }
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
      sqlite
        .prepare("insert into migrations (name, checksum, applied_at) values (?, ?, ?)")
        .run(migration.name, migration.checksum, new Date().toISOString());
      return true;
    },
    `The migration ${migration.name} would leave rows without their parent.`,
  );
}

if (import.meta.main) {
  await command(async (path, words) => {
    if (words.length > 0) throw new Error("npm run migrate takes no arguments.");
    const applied = await migrate(path);
    console.log(applied.length === 0 ? `${path} is up to date.` : `${path}: applied ${applied.join(", ")}.`);
  });
}
