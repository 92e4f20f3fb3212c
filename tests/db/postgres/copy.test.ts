/** `npm run copy-to-postgres` and `npm run copy-to-sqlite`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { env } from "../../../app/env.server.ts";
import { readHead } from "../../../app/models/ledger/chain/append.server.ts";
import type { Db } from "../../../db/database.ts";
import { engineOf, expectMigrated } from "../../../db/engine.ts";
import { migrate } from "../../../db/migrate.ts";
import { unfinishedCopy } from "../../../db/migrations.ts";
import { isPostgres, nameOf } from "../../../db/postgres/address.ts";
import { migrateFromTheFirst } from "../../../db/sqlite/migrate.ts";
import { startLedger } from "../../../db/start-ledger.ts";
import { runProgram } from "../../support/app/program.ts";
import { events, fillEveryKind } from "../../support/database/every-kind.ts";
import { createPick, createUser } from "../../support/database/factories.ts";
import { dropDatabase, environmentOf, onServer } from "../../support/database/migrated.ts";
import { withDatabase } from "../../support/database/with-database.ts";
import { patienceMs, soon } from "../../support/soon.ts";

type Rows = Record<string, Record<string, unknown>[]>;

const folder = mkdtempSync(join(tmpdir(), "simline-copies-"));
const made: string[] = [];
/** What the tests copy: this file's own database as a SQLite file. */
const source = join(folder, "source.db");
const unfinished = "The database is an unfinished copy of another one. Run the same copy again to finish it.";

beforeAll(async () => {
  await fillEveryKind();
  expect(await toSqlite(env.DATABASE, source)).toMatchObject({ code: 0, err: "" });
}, patienceMs * 3);

afterAll(async () => {
  for (const url of made) await dropDatabase(url);
  rmSync(folder, { recursive: true });
});

async function emptyDatabase(): Promise<string> {
  const name = `copied_${process.pid}_${made.length}`;
  await onServer(env.DATABASE, `create database ${name} template template0`);
  const url = Object.assign(new URL(env.DATABASE), { pathname: name }).href;
  made.push(url);
  return url;
}

const variablesOf = (url: string) => ({ ...environmentOf(url), NODE_ENV: "development" });
const toPostgres = (file: string, url: string) =>
  runProgram(["db/copy-to-postgres.ts", file], { env: variablesOf(url) });
const toSqlite = (url: string, file: string) => runProgram(["db/copy-to-sqlite.ts", file], { env: variablesOf(url) });

/** All rows but those of `migrations`. */
async function rowsOf(address: string): Promise<Rows> {
  return withDatabase(address, async (own) => {
    const names = (await own.introspection.getTables()).map(({ name }) => name).filter((name) => name !== "migrations");
    const any = own.withTables<Record<string, Record<string, unknown>>>();
    const rows: Rows = {};
    for (const name of names.toSorted())
      rows[name] = (await any.selectFrom(name).selectAll().execute()).toSorted((a, b) =>
        JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
      );
    return rows;
  });
}

async function copyOfSource(name: string, change: (own: Db) => Promise<unknown> = async () => undefined) {
  const file = join(folder, `${name}.db`);
  expect((await runProgram(["db/backup.ts", file], { env: variablesOf(source) })).code).toBe(0);
  await withDatabase(file, change);
  return file;
}

/** Kills a copy when some rows of the largest table are there. */
async function killInTheMiddle(program: string, file: string, url: string, target: string): Promise<void> {
  await migrate(target);
  await inStatements(target, isPostgres(target) ? slowTrigger : slowFileTrigger);
  const env = { PATH: process.env.PATH, NODE_ENV: "development" as const, DATABASE_URL: url };
  const child = spawn(process.execPath, [program, file], { env });
  const ended = once(child, "close");
  await vi.waitUntil(async () => (await withDatabase(target, countEvents)) > 0, soon);
  child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  expect(await withDatabase(target, countEvents)).toBeLessThan(events);
  await inStatements(target, isPostgres(target) ? ["drop function is_slow cascade"] : ["drop trigger is_slow"]);
}

/** The copy takes seconds with them, so that it can be killed in the middle. */
const slowTrigger = [
  "create function is_slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); return null; end'",
  "create trigger is_slow after insert on stripe_events for each statement execute function is_slow()",
];
const slowFileTrigger = [
  `create trigger is_slow after insert on stripe_events begin
    select count(*) from (with recursive n (n) as (values (1) union all select n + 1 from n where n < 10000) select n from n);
  end`,
];

function inStatements(address: string, statements: readonly string[]): Promise<void> {
  return withDatabase(address, async (own) => {
    for (const statement of statements) await sql.raw(statement).execute(own);
  });
}

/** The transactions that wrote the first row and the last. */
async function writtenBy(url: string): Promise<string[]> {
  return withDatabase(url, async (own) => {
    const events = own
      .selectFrom("stripe_events")
      .select(sql<string>`xmin::text`.as("xmin"))
      .limit(1);
    const rows = [await events.orderBy("id").execute(), await events.orderBy("id", "desc").execute()];
    return rows.flat().map(({ xmin }) => xmin);
  });
}

async function tablesIn(url: string): Promise<number> {
  return withDatabase(url, async (own) => (await own.introspection.getTables()).length);
}

async function countEvents(own: Db): Promise<number> {
  const { count } = await own
    .selectFrom("stripe_events")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

describe("a copy to SQLite and back", () => {
  let url = "";
  beforeAll(async () => {
    url = await emptyDatabase();
    expect(await toPostgres(source, url)).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^The database copied_\S+ on \S+: copied, \d,\d{3} rows in \d\d tables\.\nThe record is whole, and its last entry is \d+:[\da-f]{64}\.\n$/,
      ),
      err: "",
    });
  }, patienceMs * 3);

  it("has the same rows in each table", async () => {
    const [first, there, back] = [await rowsOf(env.DATABASE), await rowsOf(source), await rowsOf(url)];
    expect(there).toEqual(first);
    expect(back).toEqual(first);
    expect(Object.entries(first).flatMap(([name, rows]) => (rows.length > 0 ? [] : [name]))).toEqual([]);
  });

  it("has each text and number of the ledger as it was, by its bytes", async () => {
    const bytes = (own: Db) =>
      sql<object>`select seq, encode(convert_to(at || type || ref || body || hash, 'UTF8'), 'hex') as bytes,
        encode(convert_to(salt || content, 'UTF8'), 'hex') as revealed
        from ledger left join reveals on entry = seq order by seq`.execute(own);
    expect((await withDatabase(url, bytes)).rows).toEqual((await bytes(db)).rows);
  });

  it("gives the next row the next id, also after the last row was deleted", async () => {
    const ids = await Promise.all(
      [env.DATABASE, source, url].map((address) => withDatabase(address, async (own) => (await createUser(own)).id)),
    );
    expect(new Set(ids).size).toBe(1);
    const pick = await withDatabase(url, (own) => createPick(own, { published_at: null }));
    expect(pick.id).toBeGreaterThan(
      Math.max(...((await rowsOf(source)).picks?.map(({ id }) => Number(id)) ?? [Infinity])),
    );
  });

  it("starts as any other database", async () => {
    expect(await migrate(url)).toEqual([]);
    await startLedger(url);
    expect(await runProgram(["db/totals.ts"], { env: variablesOf(url) })).toMatchObject({ code: 0, err: "" });
  });
});

describe("a copy that was killed", () => {
  it("to PostgreSQL is refused by every program, and goes on when it runs again", async () => {
    const url = await emptyDatabase();
    await killInTheMiddle("db/copy-to-postgres.ts", source, url, url);
    for (const start of [migrate, expectMigrated]) await expect(start(url)).rejects.toThrow(unfinished);
    const [copied] = await writtenBy(url);
    expect(await toPostgres(source, url)).toMatchObject({ code: 0, err: "" });
    expect(await writtenBy(url)).toEqual([copied, expect.not.stringMatching(`^${copied}$`)]);
    expect(await rowsOf(url)).toEqual(await rowsOf(source));
    expect(await migrate(url)).toEqual([]);
  });

  it("to SQLite is refused by every program, and goes on when it runs again", async () => {
    const file = join(folder, "killed.db");
    const [url] = made;
    await killInTheMiddle("db/copy-to-sqlite.ts", file, String(url), file);
    for (const start of [migrate, expectMigrated]) await expect(start(file)).rejects.toThrow(unfinished);
    expect(await runProgram(["db/backup.ts", `${file}.copy`], { env: variablesOf(file) })).toMatchObject({ code: 1 });
    expect(await toSqlite(String(url), file)).toMatchObject({ code: 0, err: "" });
    expect(await rowsOf(file)).toEqual(await rowsOf(String(url)));
    expect(await migrate(file)).toEqual([]);
  });

  it("does not go on with another source, or one whose record grew since", async () => {
    const url = await emptyDatabase();
    await killInTheMiddle("db/copy-to-postgres.ts", source, url, url);
    const grown = await copyOfSource("grown", async (own) => {
      const { seq, at } = await readHead(own);
      const entry = { seq: seq + 1, at, type: "restore", ref: "", body: "{}", hash: "f".repeat(64) } as const;
      await own.insertInto("ledger").values(entry).execute();
    });
    expect(await toPostgres(grown, url)).toEqual({
      code: 1,
      out: "",
      err: `${nameOf(url)} is an unfinished copy of another database, or its source has changed since. Delete the copy, and begin with an empty database.\n`,
    });
    expect(await withDatabase(url, countEvents)).toBeLessThan(events);
  });

  it("notices a row of the source that is changed, new or gone", async () => {
    const url = await emptyDatabase();
    await killInTheMiddle("db/copy-to-postgres.ts", source, url, url);
    const changed = await copyOfSource("changed", (own) =>
      own.updateTable("affiliates").set({ name: "Somebody Else" }).where("id", "=", 1).execute(),
    );
    const added = await copyOfSource("added", (own) =>
      own.insertInto("stripe_events").values({ id: "!", received_at: "" }).execute(),
    );
    const gone = await copyOfSource("gone", (own) => own.deleteFrom("idempotency_keys").execute());
    for (const [file, place] of [
      [changed, "affiliates, id 1"],
      [added, "stripe_events, id !"],
      [gone, /idempotency_keys, key_hash [\da-f]{64}/.source],
    ] as const)
      expect(await toPostgres(file, url)).toMatchObject({
        code: 1,
        err: expect.stringMatching(
          `^The copy differs in ${place}: its source has changed since it began. Delete the copy, and begin with an empty database.\n$`,
        ),
      });
    await expect(migrate(url)).rejects.toThrow(unfinished);
    expect(await toPostgres(source, url)).toMatchObject({ code: 0, err: "" });
  });
});

describe("a copy is refused, and changes nothing", () => {
  it("into a database with rows", async () => {
    const [url] = made;
    const before = await rowsOf(String(url));
    expect(await toPostgres(source, String(url))).toEqual({
      code: 1,
      out: "",
      err: `${nameOf(String(url))} isn't empty. Copy into a new database.\n`,
    });
    expect(await rowsOf(String(url))).toEqual(before);
    const file = await copyOfSource("with-rows");
    const rows = await rowsOf(file);
    expect(await toSqlite(String(url), file)).toMatchObject({
      code: 1,
      err: `${file} isn't empty. Copy into a new database.\n`,
    });
    expect(await rowsOf(file)).toEqual(rows);
  });

  it("into a database of an older version, into another program's and into a file that is no database", async () => {
    const older = join(folder, "older.db");
    await migrateFromTheFirst(older, "20261129");
    const pending = await engineOf(older).pendingMigrations(older);
    const text = join(folder, "notes.txt");
    writeFileSync(text, "Buy milk, and much else.\n".repeat(100));
    const foreign = join(folder, "foreign.db");
    const other = new BetterSqlite3(foreign);
    other.exec("create table orders (id integer)");
    other.close();
    expect(await toSqlite(env.DATABASE, older)).toMatchObject({ code: 1, err: expect.stringContaining("isn't empty") });
    expect(await toSqlite(env.DATABASE, text)).toMatchObject({ code: 1, err: `${text} is not a database.\n` });
    expect(await toSqlite(env.DATABASE, foreign)).toMatchObject({
      code: 1,
      err: `${foreign} is another program's database: it has tables, and none of ours.\n`,
    });
    expect(pending.length).toBeGreaterThan(0);
    expect(await engineOf(older).pendingMigrations(older)).toEqual(pending);
    expect(readFileSync(text, "utf8")).toBe("Buy milk, and much else.\n".repeat(100));
  });

  it("from a database that is missing, older, in use or half a copy", async () => {
    const url = await emptyDatabase();
    const older = join(folder, "older.db");
    const missing = join(folder, "missing.db");
    expect(await toPostgres(missing, url)).toMatchObject({ code: 1, err: `${missing} does not exist.\n` });
    expect(await toPostgres(older, url)).toMatchObject({
      code: 1,
      err: `${older} must be migrated first: start this version of the program with it once.\n`,
    });
    await withDatabase(source, async (own) => {
      await own.selectFrom("users").select("id").execute();
      expect(await toPostgres(source, url)).toMatchObject({
        code: 1,
        err: `${source} is in use. Stop the server first.\n`,
      });
    });
    const half = await copyOfSource("half", (own) =>
      own.insertInto("migrations").values({ name: unfinishedCopy, checksum: "", applied_at: "" }).execute(),
    );
    expect(await toPostgres(half, url)).toMatchObject({ code: 1, err: `${unfinished}\n` });
    expect(await toSqlite(url, missing)).toMatchObject({ code: 1, err: expect.stringContaining("must be migrated") });
    expect([existsSync(missing), await tablesIn(url)]).toEqual([false, 0]);
  });

  it("without DATABASE_URL or with other words", async () => {
    const env = { DATABASE_PATH: source, NODE_ENV: "development" };
    expect(await runProgram(["db/copy-to-postgres.ts", source], { env })).toMatchObject({
      code: 1,
      err: "Set DATABASE_URL to the PostgreSQL database.\n",
    });
    expect(await runProgram(["db/copy-to-sqlite.ts"], { env })).toMatchObject({
      code: 1,
      err: "Usage: npm run copy-to-sqlite -- FILE\n",
    });
  });

  it("when its record does not check: all rows are there, and no program starts with it", async () => {
    const url = await emptyDatabase();
    const wrong = await copyOfSource("wrong", (own) =>
      own.updateTable("picks").set({ game: "Rewritten" }).where("id", "=", 1).execute(),
    );
    const { code, err } = await toPostgres(wrong, url);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^All rows are copied, but: The tables differ .+ its game is not .+ record -- check\n$/),
    ]);
    await expect(migrate(url)).rejects.toThrow(unfinished);
  });
});

it("a database that was created and never used counts as empty", async () => {
  const url = await emptyDatabase();
  await migrate(url);
  expect(await toPostgres(source, url)).toMatchObject({ code: 0, err: "" });
});
