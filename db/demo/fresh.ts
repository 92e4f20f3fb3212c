import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { forgetHead } from "../../app/models/ledger/chain/head-file.server.ts";
import { lockAlone } from "../sqlite/alone.ts";
import { deleteDatabase } from "../sqlite/files.ts";
import { accountsOf } from "./accounts.ts";
import { demoPath } from "./path.ts";

/** Throws while a server has it open, and for a file elsewhere without demo accounts: it may have real members. */
export function deleteDemo(path: string): void {
  const lock = existsSync(path) ? lockAlone(path) : null;
  try {
    if (existsSync(path) && resolve(path) !== resolve(demoPath) && !(lock && accountsOf(lock) === "demo"))
      throw new Error(
        `${path} is not a demo database: it has none of the demo's accounts. Delete it yourself if you do not need it.`,
      );
    deleteDatabase(path);
    forgetHead(path);
  } finally {
    lock?.close();
  }
}
