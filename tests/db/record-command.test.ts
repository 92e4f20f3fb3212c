/** `npm run record -- check`. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { startLedger } from "../../db/start-ledger.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import { runProgram } from "../support/app/program.ts";
import { createPick } from "../support/database/factories.ts";
import { copyMigrated } from "../support/database/migrated.ts";

const folder = mkdtempSync(join(tmpdir(), "simline-record-"));
afterAll(() => rmSync(folder, { recursive: true }));

const development = { NODE_ENV: "development" };
const check = (path: string, ...more: string[]) =>
  runProgram(["db/record.ts", "check", ...more], { env: { ...development, DATABASE_PATH: path } });

it("ends with 0 when all is right, with 1 and the first twenty differences when the tables differ", async () => {
  const path = join(folder, "whole.db");
  copyMigrated(path);
  await startLedger(path);
  expect(await check(path)).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^Intact: 1 entry, 0 picks, up to .+\.\n\S+: the record is whole, and the tables equal it\.\n$/,
    ),
    err: "",
  });
  const { db, sqlite } = openDatabase(path);
  for (let count = 0; count < 21; count += 1) await createPick(db);
  sqlite.close();
  const differing = await check(path);
  expect([differing.code, differing.out]).toEqual([1, expect.stringMatching(/^Intact: [^\n]+\n$/)]);
  expect(differing.err.trim().split("\n")).toEqual([
    `${path}: the tables differ from the record: 21`,
    ...Array.from({ length: 20 }, (_, index) => `regular:${index + 1}: it is in the tables and has no entry`),
  ]);
  const { code, out } = await check(path, "--json");
  expect([code, JSON.parse(out)]).toEqual([
    0,
    {
      lines: [expect.stringMatching(/^Intact: /)],
      problems: ["The tables differ from the record: regular:1: it is in the tables and has no entry, and 20 more."],
      differences: 21,
    },
  ]);
});

it("ends with 1 when the chain is broken, whatever a tampered entry holds", async () => {
  for (const body of ['{"at":true}', "null", "[1.5]", "no JSON"]) {
    const path = join(folder, `broken${body.length}.db`);
    copyMigrated(path);
    await startLedger(path);
    const { sqlite } = openDatabase(path);
    sqlite.exec("drop trigger ledger_no_update");
    sqlite.prepare("update ledger set body = ?").run(body);
    sqlite.close();
    expect([body, await check(path)]).toEqual([
      body,
      // The head is kept beside the database.
      {
        code: 1,
        out: expect.stringMatching(/^This record was rewritten [^\n]+\nBroken at entry 1 because of [^\n]+\n$/),
        err: `${path}: the tables differ from the record: 1\nthe trigger ledger_no_update is gone\n`,
      },
    ]);
  }
});

it("ends with 1 when a trigger is gone or another one, which nobody needs who changes nothing", async () => {
  const path = join(folder, "triggers.db");
  copyMigrated(path);
  await startLedger(path);
  const { sqlite } = openDatabase(path);
  sqlite.exec(`drop trigger reveals_no_delete; drop trigger ledger_in_order;
    create trigger ledger_in_order before insert on ledger when 0 begin select 1; end`);
  sqlite.close();
  const { code, err } = await check(path);
  expect([code, err.split("\n").slice(1, -1)]).toEqual([
    1,
    ["the trigger reveals_no_delete is gone", "the trigger ledger_in_order is another one"],
  ]);
});

it("ends with 2 when it can't be checked", async () => {
  const text = join(folder, "text.db");
  writeFileSync(text, "These are notes. ".repeat(500));
  const none = join(folder, "none.db");
  const empty = join(folder, "empty.db");
  writeFileSync(empty, "");
  expect(await Promise.all([text, none, empty].map((path) => check(path)))).toEqual([
    { code: 2, out: "", err: `${text} is not a database.\n` },
    { code: 2, out: "", err: `${none} does not exist.\n` },
    { code: 2, out: "", err: `${empty} must be migrated first: npm run migrate\n` },
  ]);
  expect(await runProgram(["db/record.ts"], { env: { ...development, DATABASE_PATH: none } })).toMatchObject({
    code: 2,
    err: "Usage: npm run record -- check, npm run record -- check --json, or npm run record -- restored SEQ:HASH\n",
  });
});
