/** `npm run migrate`: creates the database, or brings an older one to this program's schema. The server does so too. */
import { command } from "./command.ts";
import { engineOf } from "./engine.ts";
import { readMigrations } from "./migrations.ts";

/**
 * Returns the names of the migrations that the database did not have. Throws with one line when it is newer than this
 * program, another program's or damaged.
 */
export function migrate(address: string): Promise<string[]> {
  return engineOf(address).migrate(address);
}

export function isNewDatabase(applied: readonly string[]): boolean {
  return applied.length === readMigrations().length;
}

if (import.meta.main) {
  await command(async (address, words) => {
    if (words.length > 0) throw new Error("npm run migrate takes no arguments.");
    const applied = await migrate(address);
    const name = engineOf(address).nameOf(address);
    const done = isNewDatabase(applied) ? "created" : `applied ${applied.join(", ")}`;
    console.log(applied.length === 0 ? `${name} is up to date.` : `${name}: ${done}.`);
  });
}
