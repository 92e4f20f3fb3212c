/** Whose people a database has: the demo's password is in the README, so neither kind may serve as the other. */
import { existsSync, statSync } from "node:fs";
import { demoDomain } from "../../app/models/people/user.ts";
import type { Handle } from "../sqlite/open.ts";
import { hasTable, openExisting } from "../sqlite/open.ts";

export type Whose = "demo" | "others" | "nobody";

export function whosePeople(sqlite: Handle): Whose {
  if (!hasTable(sqlite, "users")) return "nobody";
  if (sqlite.prepare("select 1 from users where email like ?").get(`%${demoDomain}`) !== undefined) return "demo";
  return sqlite.prepare("select 1 from users").get() === undefined ? "nobody" : "others";
}

/** The same of a file. What is missing, empty or no database has nobody: whoever migrates it next says what is wrong. */
export function whosePeopleIn(path: string): Whose {
  if (!existsSync(path) || statSync(path).size === 0) return "nobody";
  const sqlite = openExisting(path);
  try {
    return whosePeople(sqlite);
  } catch {
    return "nobody";
  } finally {
    sqlite.close();
  }
}
