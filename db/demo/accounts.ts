/** Tells demo accounts from real ones. The demo's password is public, so a database must not mix the two. */
import { demoDomain } from "../../app/models/people/user.ts";
import type { Db } from "../database.ts";
import { engineOf } from "../engine.ts";
import { isNewDatabase } from "../migrate.ts";
import { OtherVersion } from "../migrations.ts";

export type Accounts = "demo" | "others" | "nobody";

export async function accountsOf(db: Db): Promise<Accounts> {
  const found = await db
    .selectFrom("users")
    .select(({ eb }) => eb("email", "like", `%${demoDomain}`).as("is_demo"))
    .orderBy("is_demo", "desc")
    .limit(1)
    .executeTakeFirst();
  if (found === undefined) return "nobody";
  return found.is_demo ? "demo" : "others";
}

/**
 * Also of a database that a program of another version made. One that is missing, empty or not ours has "nobody": the
 * next migration reports the error.
 */
export async function accountsIn(address: string): Promise<Accounts> {
  const engine = engineOf(address);
  if (!(await isOurs(address))) return "nobody";
  const { db, close } = engine.open(address);
  try {
    return await accountsOf(db);
  } finally {
    await close();
  }
}

async function isOurs(address: string): Promise<boolean> {
  try {
    return !isNewDatabase(await engineOf(address).pendingMigrations(address));
  } catch (error) {
    return error instanceof OtherVersion;
  }
}
