/** Databases for tests, copies of one that has all migrations: SQLite files, or with TEST_ENGINE=postgres databases of a server. */
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { migrate } from "../../../db/migrate.ts";
import { isPostgres } from "../../../db/postgres/address.ts";
import { fastFolder } from "./fast-folder.ts";
import type { PostgresServer } from "./postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the database that is copied. */
    migrated: string;
    /** The folder of the server's data; empty for another's server and for SQLite. */
    serverFolder: string;
  }
}

/** The folder of a run: whatever its tests put into the temporary folder goes with it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_ENGINE === "postgres" ? await startServer() : null;
  const folder = mkdtempSync(join(fastFolder(), "simline-tests-"));
  // A server that a test starts runs as another user and has its data here.
  if (server !== null) chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  const template = `migrated_${process.pid}`;
  if (server !== null) await onServer(server.url, `create database ${template} template template0`);
  const address = server === null ? join(folder, "migrated.db") : withName(server.url, template);
  await migrate(address);
  if (server !== null) await expectLockedLedger(address);
  project.provide("migrated", address);
  project.provide("serverFolder", server?.folder ?? "");
  return async () => {
    if (server !== null) await onServer(server.url, `drop database ${template} with (force)`);
    await server?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Every entry must be written behind writeInTurn: else appending writes collide all the time. */
async function expectLockedLedger(address: string): Promise<void> {
  await run(
    address,
    `create function ledger_is_locked() returns trigger language plpgsql as $$
     begin
       if not exists (select from pg_locks where pid = pg_backend_pid() and relation = 'ledger'::regclass and mode = 'ExclusiveLock') then
         raise exception 'the ledger is not locked: write with writeInTurn';
       end if;
       return null;
     end $$;
     create trigger ledger_is_locked before insert on ledger for each statement execute function ledger_is_locked()`,
  );
}

/** Loaded here: its package listens to the signals of the process, which workers have tests of. */
async function startServer(): Promise<PostgresServer> {
  const { startPostgres } = await import("./postgres-server.ts");
  // At these its package would end the run with an exit code of its own, 0 also after a test that failed.
  process.removeAllListeners("beforeExit");
  process.removeAllListeners("exit");
  return startPostgres();
}

export function isOnPostgres(): boolean {
  return isPostgres(inject("migrated"));
}

let databases = 0;

/** A new database with all migrations: the file `path`, or a database with a name of its own. Returns its address. */
export async function newDatabase(path: string): Promise<string> {
  const migrated = inject("migrated");
  if (isPostgres(migrated)) return copyDatabase(migrated, path);
  copyFileSync(migrated, path);
  return path;
}

/** For tests of SQLite alone: a new file with all migrations. */
export function copyMigrated(path: string): void {
  copyFileSync(inject("migrated"), path);
}

/** Copies a PostgreSQL database that nobody uses at the moment. */
export async function copyDatabase(url: string, path = "copy"): Promise<string> {
  databases += 1;
  const name = `${basename(dirname(path))}_${process.pid}_${databases}`.toLowerCase().replace(/[^a-z\d]+/g, "_");
  await onServer(inject("migrated"), `create database ${name} template ${nameIn(url)}`);
  return withName(url, name);
}

/** Does nothing for what goes by itself: a SQLite file with its folder, a database with the tests' own server. */
export async function dropDatabase(address: string): Promise<void> {
  if (isPostgres(address) && inject("serverFolder") === "")
    await onServer(address, `drop database if exists ${nameIn(address)} with (force)`);
}

/** The variables by which a program uses the database. */
export function environmentOf(address: string): Readonly<Record<string, string>> {
  return isPostgres(address) ? { DATABASE_URL: address } : { DATABASE_PATH: address };
}

/** Runs a statement on the server's first database, which is nobody's. */
export function onServer(url: string, statement: string): Promise<void> {
  return run(withName(url, "postgres"), statement);
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withName(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: name }).href;
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}
