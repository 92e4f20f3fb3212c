/**
 * Saves the last head in a file beside the database: a server that starts on an older copy can tell that it is older.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Db } from "../../../db.server.ts";
import type { Head } from "./append.server.ts";
import { readHead } from "../saved-head.ts";

export type SavedHead = Pick<Head, "seq" | "hash">;

function fileOf(path: string): string {
  return `${path}.head`;
}

/** Throws when the file can't be written. An older head does no harm: it is still part of the chain. */
export function saveHead(path: string, { seq, hash }: SavedHead): void {
  const part = `${fileOf(path)}.${process.pid}.part`;
  try {
    writeFileSync(part, `${seq}:${hash}\n`);
    renameSync(part, fileOf(path));
  } catch (error) {
    forget(part);
    throw error;
  }
}

/** Only the demo calls it: its database begins anew on purpose. */
export function forgetHead(path: string): void {
  forget(fileOf(path));
}

/** Returns null when there is no saved head, or it can't be read. */
export function readSavedHead(path: string): SavedHead | null {
  try {
    return readHead(readFileSync(fileOf(path), "utf8").trim());
  } catch {
    return null;
  }
}

export async function isInLedger(source: Db, { seq, hash }: SavedHead): Promise<boolean> {
  const row = await source.selectFrom("ledger").select("hash").where("seq", "=", seq).executeTakeFirst();
  return row?.hash === hash;
}

function forget(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}
