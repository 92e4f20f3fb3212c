import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type BetterSqlite3 from "better-sqlite3";
import { lockAlone } from "../alone.ts";
import { deleteDatabase } from "../open.ts";
import { demoPath } from "./path.ts";

/**
 * Deletes the demo's file with its log. Throws with one clear line while a server has it open, and for a file elsewhere that the demo did not
 * fill: somebody's members would be in it.
 */
export function deleteDemo(path: string): void {
  const lock = existsSync(path) ? lockAlone(path) : null;
  try {
    if (existsSync(path) && resolve(path) !== resolve(demoPath) && !isDemo(lock)) throw new Error(`${path} is not a demo database: it has none of the demo's accounts. Delete it yourself if you do not need it.`);
    deleteDatabase(path);
  } finally {
    lock?.close();
  }
}

/** Null is a damaged file, of which nobody knows. */
function isDemo(sqlite: BetterSqlite3.Database | null): boolean {
  if (!sqlite) return false;
  const hasPeople = sqlite.prepare("select 1 from sqlite_schema where name = 'users'").get() !== undefined;
  return hasPeople && sqlite.prepare("select 1 from users where email = 'superadmin@demo.test'").get() !== undefined;
}
