/** The file of everything: nothing is missing but secrets, and the record in it can be checked. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withoutGuards } from "../../../app/csv/csv.ts";
import { db } from "../../../app/db.server.ts";
import { zipOf } from "../../../app/downloads/zip.ts";
import { exportEverything } from "../../../app/models/export/export.server.ts";
import { exportedTables } from "../../../app/models/export/exported-tables.ts";
import { leftOutTables } from "../../../app/models/export/left-out-tables.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { fillEveryKind } from "../../support/database/every-kind.ts";
import { actorOf, createUser, pickFields } from "../../support/database/factories.ts";
import { joined, unzipped } from "../../support/unzipped.ts";

const folder = mkdtempSync(join(tmpdir(), "simline-export-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let actor = actorOf("superadmin");
let files: Record<string, string> = {};
beforeAll(async () => {
  await fillEveryKind();
  actor = actorOf("superadmin", (await createUser(db, { role: "superadmin" })).id);
  // Sealed, and not revealed to the public yet.
  await regularPicks.addPick(actorOf("admin"), pickFields({ pick: "Celtics -3.5", game_date: "12/31/2036" }));
  files = await exported();
});

async function exported(): Promise<Record<string, string>> {
  const { entries, at, end } = await exportEverything(actor, {});
  const zip = await joined(zipOf(entries, at));
  end();
  return unzipped(zip);
}

function read(file: string): Record<string, unknown>[] {
  const text = files[file] ?? "";
  if (file.endsWith(".csv")) return parse(text, { columns: true, bom: true });
  return text
    .trimEnd()
    .split("\n")
    .map((line): Record<string, unknown> => JSON.parse(line));
}

it("each table and each column of the database is exported, or named as left out", async () => {
  const tables = await db.introspection.getTables();
  const known = { ...exportedTables, ...leftOutTables };
  expect(tables.map(({ name }) => name).sort(), "Add new tables to exported-tables.ts or left-out-tables.ts").toEqual(
    Object.keys(known).sort(),
  );
  const unnamed = tables.flatMap(({ name, columns }) => {
    const exported = Object.entries(exportedTables).find(([table]) => table === name)?.[1];
    const named: readonly string[] = exported ? [...exported.columns, ...Object.keys(exported.without ?? {})] : [];
    return columns
      .filter((column) => exported && !named.includes(column.name))
      .map((column) => `${name}.${column.name}`);
  });
  expect(unnamed, "Add these to the columns in exported-tables.ts, or to those that it leaves out").toEqual([]);
});

it("has every row of each exported table, and the README names every file", async () => {
  for (const [name, { file, columns, key }] of Object.entries(exportedTables)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    expect(rows.length, name).toBeGreaterThan(0);
    const keysIn = (all: readonly Readonly<Record<string, unknown>>[]) =>
      all.map((row) => key.map((column) => withoutGuards(String(row[column]))).join(" ")).sort();
    expect(keysIn(read(file)), file).toEqual(keysIn(rows));
    expect(Object.keys(read(file)[0] ?? {}), file).toEqual(columns);
  }
  for (const name of Object.keys(files).filter((file) => file !== "README.txt"))
    expect(files["README.txt"]).toContain(name);
  expect(files["audit.csv"]).toContain("everything.exported");
  expect(files["picks/regular.csv"]).toContain("Celtics -3.5");
  expect(files["picks/pro.csv"]).toContain("Knicks");
  expect(files["people/users.csv"]?.split("@").length).toBeGreaterThan(2);
});

it("has no password, hash, token or code", async () => {
  const secrets: string[] = [];
  const collect = async (table: string, columns?: readonly string[]) => {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if ((columns?.includes(column) ?? true) && typeof value === "string" && isLong(value)) secrets.push(value);
  };
  for (const [table, reason] of Object.entries<string>(leftOutTables))
    if (/secret|codes/.test(reason)) await collect(table);
  for (const [table, { without = {} }] of Object.entries(exportedTables)) await collect(table, Object.keys(without));
  expect(secrets.length).toBeGreaterThan(20);
  expect(secrets).toEqual(expect.arrayContaining([expect.stringMatching(/^\$argon2/), "v1.access"]));
  const text = Object.values(files).join("\n");
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

/** No word of the program, and no time. */
function isLong(value: string): boolean {
  return value.length >= 8 && !/^[a-z-]+$/.test(value) && !/^\d{4}-\d\d-\d\d/.test(value);
}

it("has a ledger that the verifier finds intact, with what it sealed", () => {
  const file = join(folder, "ledger.json");
  writeFileSync(file, files["picks/ledger.json"] ?? "");
  const { status, stdout, stderr } = spawnSync(process.execPath, ["tools/verify.ts", file], { encoding: "utf8" });
  expect([status, stderr], stdout).toEqual([0, ""]);
  expect(files["picks/ledger.json"]).toContain("Celtics -3.5");
});

it("is written for one person at a time, and says so to the next", async () => {
  const first = await exportEverything(actor, {});
  await expect(exportEverything(actor, {})).rejects.toMatchObject({ reason: "too-many" });
  first.end();
  const next = await exportEverything(actor, {});
  next.end();
  await expect(exportEverything(actorOf("admin"), {})).rejects.toMatchObject({ reason: "forbidden" });
});
