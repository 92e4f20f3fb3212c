/** Tells demo accounts from real ones. The demo's password is public, so a database must not mix the two. */
import { existsSync, statSync } from "node:fs";
import { demoDomain } from "../../app/models/people/user.ts";
import { type Handle, hasTable, openExisting } from "../sqlite/open.ts";

export type Accounts = "demo" | "others" | "nobody";

export function accountsOf(sqlite: Handle): Accounts {
  if (!hasTable(sqlite, "users")) return "nobody";
  if (sqlite.prepare("select 1 from users where email like ?").get(`%${demoDomain}`) !== undefined) return "demo";
  return sqlite.prepare("select 1 from users").get() === undefined ? "nobody" : "others";
}

/** A missing, empty or invalid file has "nobody": the next migration reports the error. */
export function accountsIn(path: string): Accounts {
  if (!existsSync(path) || statSync(path).size === 0) return "nobody";
  const sqlite = openExisting(path);
  try {
    return accountsOf(sqlite);
  } catch {
    return "nobody";
  } finally {
    sqlite.close();
  }
}
