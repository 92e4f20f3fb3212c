import { databaseFile, db } from "../../../db.server.ts";
import { readHead } from "./append.server.ts";
import { saveHead } from "./head-file.server.ts";

let lastSaved = "";

/** Saves the head beside a SQLite database if an entry was written since the last call. */
export async function saveNewHead(): Promise<void> {
  if (databaseFile === null) return;
  const head = await readHead(db);
  if (head.seq === 0 || head.hash === lastSaved) return;
  saveHead(databaseFile, head);
  lastSaved = head.hash;
}
