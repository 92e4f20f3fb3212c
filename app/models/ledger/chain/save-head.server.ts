import { db } from "../../../db.server.ts";
import { env } from "../../../env.server.ts";
import { readHead } from "./append.server.ts";
import { saveHead } from "./head-file.server.ts";

let lastSaved = "";

/** Saves the head beside the database if an entry was written since the last call. */
export async function saveNewHead(): Promise<void> {
  const head = await readHead(db);
  if (head.seq === 0 || head.hash === lastSaved) return;
  saveHead(env.DATABASE_PATH, head);
  lastSaved = head.hash;
}
