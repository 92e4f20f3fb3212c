/** Tests how a server prepares the ledger before it serves. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { append, noHead } from "../../app/models/ledger/chain/append.server.ts";
import { checkLedger } from "../../app/models/ledger/chain/check-tables.server.ts";
import { startLedger } from "../../db/start-ledger.ts";
import { type Connection, openDatabase } from "../../db/sqlite/open.ts";
import { insertPicks } from "../bench/seed.ts";
import { settledPicks } from "../bench/spread.ts";
import { createPick } from "../support/database/factories.ts";
import { copyMigrated } from "../support/database/migrated.ts";

const folder = mkdtempSync(join(tmpdir(), "simline-ledger-"));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
let path: string;
beforeEach(() => {
  count += 1;
  path = join(folder, `${count}.db`);
  copyMigrated(path);
});

async function using<R>(work: (db: Connection["db"]) => Promise<R>): Promise<R> {
  const { db, sqlite } = openDatabase(path);
  try {
    return await work(db);
  } finally {
    sqlite.close();
  }
}

const entries = () =>
  using((db) => db.selectFrom("ledger").select(["seq", "type", "ref", "hash"]).orderBy("seq").execute());
const types = async () => (await entries()).map(({ type }) => type);

it("the first start begins with what is there: published picks, no drafts, once for two starts at once", async () => {
  await using(async (db) => {
    await createPick(db, { game: "A @ B" });
    await createPick(db, { published_at: null });
    await createPick(db, { stream: "pro", verdict: "✅", units_result: 1 });
  });
  await Promise.all([startLedger(path), startLedger(path)]);
  expect((await entries()).map(({ type, ref }) => [type, ref])).toEqual([
    ["begin", ""],
    ["import", "regular:1:1"],
    ["import", "pro:3:1"],
  ]);
  expect(await using((db) => checkLedger(db))).toMatchObject({ findings: { verdict: "intact" }, differences: [] });
  const [, , last] = await entries();
  expect(readFileSync(`${path}.head`, "utf8")).toBe(`3:${last?.hash}\n`);
});

it("a first start with more picks than it reads at a time enters each once, and says how far it is", async () => {
  await using((db) => insertPicks(db, settledPicks(10_500, "2026-11-20")));
  const said = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await startLedger(path);
  const lines = said.mock.calls.map(([line]) => String(line));
  said.mockRestore();
  expect(lines).toEqual([expect.stringContaining("10,000 of 10,500 are entered")]);
  const refs = (await entries()).map(({ ref }) => ref);
  expect([refs.length, new Set(refs).size]).toEqual([10_501, 10_501]);
});

it("a start in another time zone ends with one line", async () => {
  const begin = { type: "begin", ref: "", fields: { zone: "Europe/Berlin", format: "1" } } as const;
  await using((db) => append(db, noHead, begin, new Date(), "Europe/Berlin"));
  await expect(startLedger(path)).rejects.toThrow(
    /begun with SITE_TIMEZONE=Europe\/Berlin, .+ Set it back from America\/New_York\.$/,
  );
});

it("a start on an older copy says so once, with the head that is lost", async () => {
  await startLedger(path);
  const older = `${path}.older`;
  copyFileSync(path, older);
  const lost = `9:${"ab".repeat(32)}`;
  writeFileSync(`${path}.head`, `${lost}\n`);
  await Promise.all([startLedger(path), startLedger(path)]);
  await startLedger(path);
  expect(await types()).toEqual(["begin", "restore"]);
  const body = await using((db) =>
    db.selectFrom("ledger").select("body").where("seq", "=", 2).executeTakeFirstOrThrow(),
  );
  expect(JSON.parse(body.body)).toMatchObject({ from: 1, lost });
});

it("a database that was made anew beside a kept head says so, too", async () => {
  writeFileSync(`${path}.head`, `9:${"ab".repeat(32)}\n`);
  await startLedger(path);
  expect(await types()).toEqual(["begin", "restore"]);
});

it("nobody changes or deletes an entry, leaves one out or goes back in time", async () => {
  await startLedger(path);
  const refused = (statement: string) =>
    using(async () => undefined).then(() => {
      const { sqlite } = openDatabase(path);
      try {
        sqlite.exec(statement);
        return "done";
      } catch (error) {
        return String(error);
      } finally {
        sqlite.close();
      }
    });
  const entry = (seq: number, at: string) =>
    `insert into ledger (seq, at, type, ref, body, hash) values (${seq}, '${at}', 'restore', '', '{}', '${"0".repeat(64)}')`;
  for (const statement of [
    "update ledger set at = '2000-01-01T00:00:00.000Z'",
    "delete from ledger",
    entry(3, "2099-01-01T00:00:00.000Z"),
    entry(2, "2000-01-01T00:00:00.000Z"),
  ])
    expect(await refused(statement), statement).toMatch(/append-only|no gap and no step back/);
});

it("what is wrong between tables and ledger is named: a pick without entries, a changed line, a deleted pick", async () => {
  await using(async (db) => {
    await createPick(db, { game: "A @ B", line: -3.5 });
    await createPick(db, { game: "C @ D" });
  });
  await startLedger(path);
  const differences = await using(async (db) => {
    await createPick(db, { game: "E @ F" });
    await db.updateTable("picks").set({ line: -7.5 }).where("id", "=", 1).execute();
    await db.deleteFrom("picks").where("id", "=", 2).execute();
    return (await checkLedger(db)).differences;
  });
  expect(differences).toEqual([
    "regular:1: its line is not that of the ledger",
    "regular:3: it is in the tables and has no entry",
    "regular:2: it has entries and is not in the tables",
  ]);
});

it("an entry that the program would find by another name or time than its own is named", async () => {
  await using((db) => createPick(db, { game: "A @ B" }));
  await startLedger(path);
  const { db, sqlite } = openDatabase(path);
  sqlite.exec("drop trigger ledger_no_update; update ledger set ref = 'regular:9:1' where seq = 2");
  const { findings, differences } = await checkLedger(db);
  sqlite.close();
  expect([findings.verdict, differences]).toEqual(["intact", ["entry 2: its columns are not those of its text"]]);
});
