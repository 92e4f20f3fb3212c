/** Which engine a database has, and which database the environment names. */
import type { Engine } from "./database.ts";
import { isPostgres } from "./postgres/address.ts";
import { postgresEngine } from "./postgres/engine.ts";
import { sqliteEngine } from "./sqlite/engine.ts";

/** `address` is the URL of a PostgreSQL database, else the path of a SQLite file. */
export function engineOf(address: string): Engine {
  return isPostgres(address) ? postgresEngine : sqliteEngine;
}

/** DATABASE_URL, else DATABASE_PATH with the server's default. */
export function addressIn(env: NodeJS.ProcessEnv): string {
  return env.DATABASE_URL?.trim() || env.DATABASE_PATH?.trim() || "data/simline.db";
}

/** Throws with one line unless the database is there, undamaged and has all migrations. */
export async function expectMigrated(address: string): Promise<void> {
  const { pendingMigrations, nameOf } = engineOf(address);
  if ((await pendingMigrations(address)).length > 0)
    throw new Error(`${nameOf(address)} must be migrated first: npm run migrate`);
}

/** For commands that work on files. For PostgreSQL it throws the advice. */
export function sqliteFileAt(address: string, advice: string): string {
  const file = engineOf(address).fileOf(address);
  if (file === null) throw new Error(advice);
  return file;
}
