import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { demoPath } from "../../db/demo/path.ts";
import { migrate } from "../../db/migrate.ts";
import { runProgram } from "../support/app/program.ts";

let folder: string;
let path: string;
/** A demo to copy: filling one takes seconds. */
const filled = join(mkdtempSync(join(tmpdir(), "simline-filled-")), "demo.db");
beforeAll(async () => {
  const { code, err } = await runProgram(["db/demo-fill.ts"], { env: { DEMO: "1", DATABASE_PATH: filled } });
  expect([code, err]).toEqual([0, ""]);
}, 60_000);
afterAll(() => rmSync(dirname(filled), { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "simline-fresh-"));
  path = join(folder, "some.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const runFresh = (env: Readonly<Record<string, string>> = {}) =>
  runProgram(["db/demo-fill.ts", "--fresh"], { env: { DEMO: "1", DATABASE_PATH: path, ...env } });
const runDemo = () => runProgram(["db/demo-fill.ts"], { env: { DEMO: "1", DATABASE_PATH: path } });

function emails(file = path): string[] {
  const sqlite = new BetterSqlite3(file, { readonly: true });
  const found = sqlite.prepare<[], string>("select email from users order by id").pluck().all();
  sqlite.close();
  return found;
}

function add(email: string): void {
  const sqlite = new BetterSqlite3(path);
  sqlite
    .prepare(
      "insert into users (email, name, phone, password_hash, role, status, created_at) values (?, 'A', '', '$argon2id$x', 'user', 'Active', '2026-01-01')",
    )
    .run(email);
  sqlite.close();
}

test("--fresh replaces a demo database of a newer program, which the demo refuses, with what was added to it", async () => {
  copyFileSync(filled, path);
  add("later@example.test");
  const sqlite = new BetterSqlite3(path);
  sqlite.exec("insert into migrations (name, checksum, applied_at) values ('999_later', 'a', '2027-01-01')");
  sqlite.close();
  expect(await runDemo()).toMatchObject({ code: 1, err: expect.stringContaining("newer than this program") });
  expect(await runFresh()).toMatchObject({ code: 0, err: "", out: expect.stringContaining("superadmin@demo.test") });
  expect([emails().includes("later@example.test"), emails()]).toEqual([false, emails(filled)]);
});

test("without --fresh the demo continues with the existing database", async () => {
  copyFileSync(filled, path);
  add("later@example.test");
  expect(await runDemo()).toMatchObject({ code: 0, err: "", out: expect.stringContaining("superadmin@demo.test") });
  expect(emails()).toEqual([...emails(filled), "later@example.test"]);
});

test("without --fresh the demo refuses a database with accounts of its own", async () => {
  await migrate(path);
  add("member@picks.example");
  expect(await runDemo()).toEqual({
    code: 1,
    out: "",
    err: `${path} is not the demo's database: it has accounts of its own. Set DATABASE_PATH to another file, or unset it to use data/demo.db.\n`,
  });
  expect(emails()).toEqual(["member@picks.example"]);
});

test("--fresh replaces the file at the demo's own path, even a damaged one", async () => {
  mkdirSync(join(folder, "data"));
  path = join(folder, demoPath);
  writeFileSync(path, "SQLite format 3\0 and no more. ".repeat(500));
  expect(
    await runProgram([resolve("db/demo-fill.ts"), "--fresh"], {
      env: { DEMO: "1", DATABASE_PATH: demoPath },
      cwd: folder,
    }),
  ).toMatchObject({ code: 0, err: "" });
  expect(emails()).toEqual(emails(filled));
});

test("--fresh refuses a database without demo accounts", async () => {
  await migrate(path);
  const message = `${path} is not a demo database: it has none of the demo's accounts. Delete it yourself if you do not need it.\n`;
  expect(await runFresh()).toEqual({ code: 1, out: "", err: message });
  add("member@picks.example");
  expect(await runFresh()).toEqual({ code: 1, out: "", err: message });
  expect(emails()).toEqual(["member@picks.example"]);
});

test("--fresh refuses a file that is not a database", async () => {
  writeFileSync(path, "These are notes. ".repeat(500));
  expect((await runFresh()).code).toBe(1);
  expect(readFileSync(path, "utf8")).toContain("These are notes.");
});

test("--fresh refuses a demo database that is in use", async () => {
  copyFileSync(filled, path);
  const sqlite = new BetterSqlite3(path);
  sqlite.prepare("select * from users").get();
  expect(await runFresh()).toEqual({ code: 1, out: "", err: `${path} is in use. Stop the server first.\n` });
  sqlite.close();
  expect([existsSync(path), emails()]).toEqual([true, emails(filled)]);
});

test("--fresh reports a bad environment in one line", async () => {
  expect(await runFresh({ PORT: "abc" })).toEqual({
    code: 1,
    out: "",
    err: "Bad environment: PORT must be a port number\n",
  });
  expect(existsSync(path)).toBe(false);
});

test("a demo whose file was deleted begins a new record, which goes on after nothing", async () => {
  const start = () =>
    runProgram(
      [
        "-e",
        `const { startLedger } = await import(${JSON.stringify(resolve("db/start-ledger.ts"))}); await startLedger(process.env.DATABASE_PATH);`,
      ],
      { env: { DEMO: "1", DATABASE_PATH: path } },
    );
  copyFileSync(filled, path);
  expect(await start()).toEqual({ code: 0, out: "", err: "" });
  rmSync(path);
  await runDemo();
  expect(await start()).toEqual({ code: 0, out: "", err: "" });
  const sqlite = new BetterSqlite3(path, { readonly: true });
  const types = sqlite.prepare<[], string>("select distinct type from ledger order by type").pluck().all();
  sqlite.close();
  expect(types).toEqual(["begin", "publish", "settle"]);
});
