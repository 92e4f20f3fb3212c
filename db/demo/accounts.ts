/** Whose people a database has: the demo's password is in the README, so neither kind may serve as the other. */
import { existsSync, statSync } from "node:fs";
import BetterSqlite3 from "better-sqlite3";
import { demoDomain } from "../../app/models/user.ts";

export type Whose = "demo" | "others" | "nobody";

export function whosePeople(sqlite: BetterSqlite3.Database): Whose {
  if (sqlite.prepare("select 1 from sqlite_schema where name = 'users'").get() === undefined) return "nobody";
  if (sqlite.prepare("select 1 from users where email like ?").get(`%${demoDomain}`) !== undefined) return "demo";
  return sqlite.prepare("select 1 from users").get() === undefined ? "nobody" : "others";
}

/** The same of a file. What is missing, empty or no database has nobody: whoever migrates it next says what is wrong. */
export function whosePeopleIn(path: string): Whose {
  if (!existsSync(path) || statSync(path).size === 0) return "nobody";
  const sqlite = new BetterSqlite3(path, { fileMustExist: true, timeout: 2000 });
  try {
    return whosePeople(sqlite);
  } catch {
    return "nobody";
  } finally {
    sqlite.close();
  }
}
