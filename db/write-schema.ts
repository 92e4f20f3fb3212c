/** npm run schema: writes db/sqlite/schema.sql, from which new databases are created, after a migration was added. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command } from "./command.ts";
import { lastMigration } from "./migrations.ts";
import { migrateFromTheFirst } from "./sqlite/migrate.ts";
import { openExisting } from "./sqlite/open.ts";
import { schemaText } from "./sqlite/schema-text.ts";

const head = `-- What the migrations make of an empty database; new databases are created from this file.
-- Written by "npm run schema". db/schema.ts says what the columns mean.
-- Migrations up to ${lastMigration()}

`;

/** The text of schema.sql, from a database that ran every migration. */
export async function schemaOfMigrations(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "simline-schema-"));
  try {
    const path = join(folder, "migrated.db");
    await migrateFromTheFirst(path);
    const sqlite = openExisting(path);
    const text = head + schemaText(sqlite);
    sqlite.close();
    return text;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  await command(async () => writeFileSync(join(import.meta.dirname, "sqlite/schema.sql"), await schemaOfMigrations()));
}
