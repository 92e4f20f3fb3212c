import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { lockAlone } from "../sqlite/alone.ts";
import { deleteDatabase } from "../sqlite/files.ts";
import { whosePeople } from "./accounts.ts";
import { demoPath } from "./path.ts";

/**
 * Deletes the demo's file with its log. Throws with one clear line while a server has it open, and for a file elsewhere that the demo did not
 * fill: somebody's members would be in it.
 */
export function deleteDemo(path: string): void {
  const lock = existsSync(path) ? lockAlone(path) : null;
  try {
    if (existsSync(path) && resolve(path) !== resolve(demoPath) && !(lock && whosePeople(lock) === "demo")) throw new Error(`${path} is not a demo database: it has none of the demo's accounts. Delete it yourself if you do not need it.`);
    deleteDatabase(path);
  } finally {
    lock?.close();
  }
}

