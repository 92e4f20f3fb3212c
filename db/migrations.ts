/** The migrations of this program, and which of them a database lacks. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Kysely } from "kysely";

export interface Migration {
  name: string;
  checksum: string;
}

export type EngineName = "sqlite" | "postgres";

/** `engine` is for what Kysely has no builder for. PostgreSQL never ran those up to the last one in its schema.sql. */
type Up = (db: Kysely<unknown>, engine: EngineName) => Promise<void>;

// The path is also right in build/, where the server has a copy of this file.
const folder = join(import.meta.dirname, "../db/migrations");

export function migrationNames(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -3))
    .sort();
}

export function readMigrations(): Migration[] {
  return migrationNames().map((name) => ({
    name,
    checksum: createHash("sha256")
      .update(readFileSync(join(folder, `${name}.ts`)))
      .digest("hex"),
  }));
}

export function lastMigration(): string {
  return readMigrations().at(-1)?.name ?? "";
}

/** The engine's schema.sql, and the migrations whose tables it has. */
export function readSchema(engine: EngineName): { text: string; included: Migration[] } {
  const text = readFileSync(join(folder, "..", engine, "schema.sql"), "utf8");
  const last = /^-- Migrations up to (\S+)$/m.exec(text)?.[1] ?? "";
  return { text, included: readMigrations().filter(({ name }) => name <= last) };
}

/** The database is ours, and of a program with other migrations. */
export class OtherVersion extends Error {}

/**
 * Stands among the migrations of a database while another one is copied into it. It is the migration of no program, so
 * none starts with half a database, and no command uses one.
 */
export const unfinishedCopy = "unfinished copy";

export class UnfinishedCopy extends OtherVersion {}

/**
 * Throws OtherVersion when the database is newer than this program, or a landed migration was edited, and UnfinishedCopy.
 */
export function pendingOf(applied: readonly Migration[]): Migration[] {
  const migrations = readMigrations();
  const done = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  if (done.has(unfinishedCopy))
    throw new UnfinishedCopy(
      "The database is an unfinished copy of another one. Run the same copy again to finish it.",
    );
  for (const name of done.keys()) {
    if (!migrations.some((migration) => migration.name === name)) {
      throw new OtherVersion(
        `The database is newer than this program: it has the migration ${name}. Start the newer version, or restore an older backup.`,
      );
    }
  }
  for (const migration of migrations) {
    const recorded = done.get(migration.name);
    if (recorded !== undefined && recorded !== migration.checksum)
      throw new OtherVersion(`The migration ${migration.name} was changed after it ran. Add a new one instead.`);
  }
  return migrations.filter((migration) => !done.has(migration.name));
}

export async function upOf({ name }: Migration): Promise<Up> {
  const { up }: { up: Up } = await import(pathToFileURL(join(folder, `${name}.ts`)).href);
  return up;
}
