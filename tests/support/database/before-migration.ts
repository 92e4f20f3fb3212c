import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { copyProgram } from "../app/program-copy.ts";
import { runProgram } from "../app/program.ts";

/** Creates a database with the migrations before `migration`, from a copy of the program in `folder`. */
export async function createBefore(migration: string, folder: string, path: string): Promise<void> {
  const program = copyProgram(folder);
  const migrations = join(folder, "db", "migrations");
  for (const file of readdirSync(migrations).filter((name) => name >= migration)) rmSync(join(migrations, file));
  const { code, err } = await runProgram([program], { env: { DATABASE_PATH: path } });
  expect([code, err]).toEqual([0, ""]);
}
