import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { forgetHead } from "../../app/models/ledger/chain/head-file.server.ts";
import { engineOf } from "../engine.ts";
import { deleteTables } from "../postgres/delete-tables.ts";
import { lockAlone } from "../sqlite/alone.ts";
import { deleteDatabase } from "../sqlite/files.ts";
import { accountsIn } from "./accounts.ts";
import { demoPath } from "./path.ts";

/** Throws for a database without demo accounts, which may have real members, unless it is the demo's own file. */
export async function deleteDemo(address: string): Promise<void> {
  const { fileOf, nameOf } = engineOf(address);
  const file = fileOf(address);
  if (file !== null) return deleteFile(file);
  if ((await accountsIn(address)) !== "demo") throw notTheDemo(nameOf(address));
  await deleteTables(address);
}

/** Throws while a server has it open. */
async function deleteFile(path: string): Promise<void> {
  if (existsSync(path) && resolve(path) !== resolve(demoPath) && (await accountsIn(path)) !== "demo")
    throw notTheDemo(path);
  const lock = existsSync(path) ? lockAlone(path) : null;
  try {
    deleteDatabase(path);
    forgetHead(path);
  } finally {
    lock?.close();
  }
}

function notTheDemo(name: string): Error {
  return new Error(
    `${name} is not a demo database: it has none of the demo's accounts. Delete it yourself if you do not need it.`,
  );
}
