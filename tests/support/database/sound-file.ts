import BetterSqlite3 from "better-sqlite3";
import { expect } from "vitest";
import { isPostgres } from "../../../db/postgres/address.ts";

/** A SQLite file is whole, and no row lacks its parent. PostgreSQL lets nobody switch that off. */
export function expectSoundFile(address: string): void {
  if (isPostgres(address)) return;
  const file = new BetterSqlite3(address, { readonly: true });
  const checks = [file.pragma("integrity_check", { simple: true }), file.pragma("foreign_key_check")];
  file.close();
  expect(checks).toEqual(["ok", []]);
}
