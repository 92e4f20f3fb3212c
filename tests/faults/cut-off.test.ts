import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "../../db/migrate.ts";
import { copyProgram } from "../support/app/program-copy.ts";
import { begin, firstAnswer, freePort } from "../support/app/server.ts";
import { record } from "./table.ts";

const root = join(import.meta.dirname, "..", "..");
const migrationCount = readdirSync(join(root, "db", "migrations")).length;
const people = 40_000;
/** How often each is cut off: ROUNDS, else 4. */
const rounds = Number(process.env.ROUNDS ?? 4);

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "simline-cut-"));
  path = join(folder, "app.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("kill -9 during the first start: the next start finishes the database and answers", async () => {
  const port = await freePort();
  let longest = 0;
  for (let round = 0; round < rounds; round += 1) {
    const file = join(folder, `${round}.db`);
    const { server } = begin({ path: file, port });
    await fileExists(file);
    await passed(randomInt(0, 150));
    await server.end("SIGKILL");
    const next = begin({ path: file, port }).server;
    longest = Math.max(longest, await firstAnswer(next));
    await next.end("SIGTERM");
    expect([
      read(file, "select count(*) as value from migrations"),
      read(file, "select integrity_check as value from pragma_integrity_check"),
    ]).toEqual([migrationCount, "ok"]);
  }
  record({ fault: "kill -9 during the first start", rounds, outageMs: longest });
});

test("kill -9 during a migration and the copy before it: the migration is atomic and every copy is complete", async () => {
  await migrate(path);
  fillWithPeople();
  const program = copyProgramWithSlowMigration();
  const durationMs = await durationOf(program, join(folder, "uncut.db"));
  let done = 0;
  for (let round = 0; round < rounds; round += 1) {
    const file = join(folder, `${round}.db`);
    cpSync(path, file);
    const child = spawn(process.execPath, [program], {
      env: { PATH: process.env.PATH, NODE_ENV: "production", DATABASE_PATH: file },
      stdio: "ignore",
    });
    await fileExists(`${file}-wal`);
    await passed(randomInt(0, durationMs));
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    const [recorded, changed] = [
      read(file, "select count(*) as value from migrations where name like '%slow'"),
      read(file, "select count(*) as value from users where name = 'Changed'"),
    ];
    expect([
      [0, 0],
      [1, people],
    ]).toContainEqual([recorded, changed]);
    done += Number(recorded);
    expect(read(file, "select integrity_check as value from pragma_integrity_check")).toBe("ok");
    for (const copy of readdirSync(folder).filter((name) => name.startsWith(`${round}.db`) && name.endsWith(".bak"))) {
      expect([
        read(join(folder, copy), "select count(*) as value from users where name = 'Jordan Test'"),
        read(join(folder, copy), "select integrity_check as value from pragma_integrity_check"),
      ]).toEqual([people, "ok"]);
    }
    await runToEnd(program, file);
    expect(read(file, "select count(*) as value from users where name = 'Changed'")).toBe(people);
  }
  record({ fault: "kill -9 during a migration", rounds, acknowledged: people, lost: 0 });
  // Otherwise no migration was interrupted.
  expect(done).toBeLessThan(rounds);
});

test("kill -9 during a backup: the file is absent or complete", async ({ skip }) => {
  const program = join(root, "db", "backup.ts");
  if (!existsSync(program)) {
    record({ fault: "kill -9 during a backup", rounds: 0, skipped: "there is no db/backup.ts" });
    return skip("there is no db/backup.ts");
  }
  await migrate(path);
  fillWithPeople();
  for (let round = 0; round < rounds; round += 1) {
    const target = join(folder, `${round}.copy`);
    const child = spawn(process.execPath, [program, target], {
      env: { PATH: process.env.PATH, NODE_ENV: "production", DATABASE_PATH: path },
      stdio: "ignore",
    });
    await passed(randomInt(50, 600));
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    if (existsSync(target))
      expect([
        read(target, "select count(*) as value from users"),
        read(target, "select integrity_check as value from pragma_integrity_check"),
      ]).toEqual([people, "ok"]);
    expect(read(path, "select count(*) as value from users")).toBe(people);
  }
  record({ fault: "kill -9 during a backup", rounds, acknowledged: people, lost: 0 });
});

async function fileExists(file: string): Promise<void> {
  const until = performance.now() + 20_000;
  while (!existsSync(file) && performance.now() < until) await passed(1);
}

async function durationOf(program: string, file: string): Promise<number> {
  cpSync(path, file);
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", DATABASE_PATH: file },
    stdio: "ignore",
  });
  await fileExists(`${file}-wal`);
  const began = performance.now();
  await once(child, "exit");
  return Math.ceil(performance.now() - began);
}

async function runToEnd(program: string, file: string): Promise<void> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", DATABASE_PATH: file },
    stdio: "ignore",
  });
  await once(child, "exit");
  expect(child.exitCode).toBe(0);
}

function fillWithPeople(): void {
  const sqlite = new BetterSqlite3(path);
  sqlite.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${people})
    insert into users (email, name, phone, password_hash, role, status, created_at) select 'p' || i || '@example.test', 'Jordan Test', '555-0100', '$argon2id$x', 'user', 'Active', '2026-01-02T03:04:05.000Z' from n`);
  sqlite.pragma("wal_checkpoint(truncate)");
  sqlite.close();
}

function copyProgramWithSlowMigration(): string {
  const copy = join(folder, "program");
  const program = copyProgram(copy);
  writeFileSync(
    join(copy, "db", "migrations", "20991231_0000_slow.ts"),
    [
      'import { sql } from "kysely";',
      "export async function up(db) {",
      "  for (let part = 0; part < 40; part += 1) await sql`update users set name = 'Changed' where id % 40 = ${part}`.execute(db);",
      "}",
    ].join("\n"),
  );
  return program;
}

function read(file: string, source: string): unknown {
  const sqlite = new BetterSqlite3(file);
  try {
    return sqlite.prepare<[], { value: unknown }>(source).get()?.value;
  } finally {
    sqlite.close();
  }
}
