/**
 * Copies all rows of a database into a new one of the other engine. One of the two is a SQLite file. A copy that was
 * stopped goes on when it runs again: each batch is one transaction, and the next one begins after the target's last row.
 */
import { existsSync } from "node:fs";
import { type Head, readHead } from "../app/models/ledger/chain/append.server.ts";
import { checkLedger } from "../app/models/ledger/chain/check-tables.server.ts";
import { readSavedHead } from "../app/models/ledger/chain/head-file.server.ts";
import { recordProblems } from "../app/models/ledger/chain/record-problems.ts";
import { headText } from "../app/models/ledger/saved-head.ts";
import { env } from "../app/env.server.ts";
import { addressIn, engineOf } from "./engine.ts";
import { type Db, DatabaseBusy, type OpenDatabase } from "./database.ts";
import { isNewDatabase, migrate } from "./migrate.ts";
import { UnfinishedCopy, pendingOf, readSchema, unfinishedCopy } from "./migrations.ts";
import { type Row, rowsAfter } from "./rows.ts";
import { openAlone } from "./sqlite/alone.ts";
import { type Table, tablesIn } from "./sqlite/tables.ts";

interface Source {
  /** All of the work reads the rows of one moment. */
  read: <R>(work: (db: Db) => Promise<R>) => Promise<R>;
  close: () => Promise<void>;
}

const batchSize = 500;
const patienceMs = 10_000;

/** Says in words what was copied. Throws with one line, and then no program starts with the copy. */
export async function copyAll(from: string, to: string): Promise<string> {
  try {
    await expectUpToDate(from);
    const source = openSource(from);
    try {
      return await copyFrom(source, from, to);
    } finally {
      await source.close();
    }
  } catch (error) {
    throw inWords(error, from, to);
  }
}

/** The database of DATABASE_URL. */
export function postgresIn(environment: NodeJS.ProcessEnv): string {
  const address = addressIn(environment);
  if (engineOf(address).fileOf(address) !== null) throw new Error("Set DATABASE_URL to the PostgreSQL database.");
  return address;
}

async function expectUpToDate(from: string): Promise<void> {
  const { pendingMigrations, nameOf } = engineOf(from);
  if ((await pendingMigrations(from)).length > 0)
    throw new Error(`${nameOf(from)} must be migrated first: start this version of the program with it once.`);
}

function openSource(from: string): Source {
  const { fileOf, open } = engineOf(from);
  if (fileOf(from) !== null) {
    const db = openAlone(from);
    return { read: (work) => work(db), close: () => db.destroy() };
  }
  const { db, close } = open(from);
  return {
    read: (work) =>
      db
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute((trx) => work(trx)),
    close,
  };
}

async function copyFrom(source: Source, from: string, to: string): Promise<string> {
  const head = await source.read(readHead);
  await createTarget(to);
  const target = engineOf(to).open(to);
  try {
    const file = engineOf(from).fileOf(from);
    const tables = parentsFirst(file === null ? await tablesIn(target.db) : await source.read(tablesIn));
    await target.write((trx) => begin(trx, tables, head, engineOf(to).nameOf(to)), { patienceMs });
    await source.read(async (db) => {
      for (const table of tables) await copyTable(db, target, table);
    });
    // In a new transaction: it also finds what a server wrote meanwhile.
    const rows = await source.read((db) => compareAll(db, target.db, tables));
    const ids = await source.read(engineOf(from).lastIds);
    await expectWholeRecord(target, file);
    await target.write((trx) => finish(trx, () => engineOf(to).setLastIds(trx, ids)), { patienceMs });
    return `${engineOf(to).nameOf(to)}: copied, ${rows.toLocaleString("en-US")} rows in ${tables.length} tables.\nThe record is whole, and its last entry is ${headText(head)}.`;
  } finally {
    await target.close();
  }
}

/** Leaves a database as it is that has tables. */
async function createTarget(to: string): Promise<void> {
  const { fileOf, pendingMigrations, nameOf } = engineOf(to);
  const file = fileOf(to);
  if (file !== null && !existsSync(file)) return void (await migrate(to));
  const pending = await pendingMigrations(to).catch((error: unknown) => {
    if (error instanceof UnfinishedCopy) return [];
    throw error;
  });
  if (isNewDatabase(pending)) await migrate(to);
  else if (pending.length > 0) throw notEmpty(nameOf(to));
}

/** Marks the target as unfinished and deletes the rows that it was created with; or finds that it goes on with a copy. */
async function begin(trx: Db, tables: readonly Table[], head: Head, name: string): Promise<void> {
  const applied = await trx.selectFrom("migrations").select(["name", "checksum"]).execute();
  const mark = applied.find((migration) => migration.name === unfinishedCopy);
  if (mark) {
    if (mark.checksum !== headText(head))
      throw new Error(`${name} is an unfinished copy of another database, or its source has changed since. ${anew}`);
    if (pendingOf(applied.filter((migration) => migration !== mark)).length > 0)
      throw new Error(`${name} is an unfinished copy that another version of this program began. ${anew}`);
    return;
  }
  const firstRows = new Set([...readSchema("sqlite").text.matchAll(/^insert into (\w+)/gm)].map(([, table]) => table));
  const any = trx.withTables<Record<string, Row>>();
  for (const { name: table } of tables)
    if (firstRows.has(table)) await any.deleteFrom(table).execute();
    else if (await any.selectFrom(table).selectAll().limit(1).executeTakeFirst()) throw notEmpty(name);
  await trx
    .insertInto("migrations")
    .values({ name: unfinishedCopy, checksum: headText(head), applied_at: new Date().toISOString() })
    .execute();
}

/** Without `migrations`, which the target has of its own. */
function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  const left = new Set(tables.filter(({ name }) => name !== "migrations"));
  while (left.size > 0) {
    const next = [...left].filter((table) => ![...left].some(({ name }) => parentsOf(table).includes(name)));
    if (next.length === 0)
      throw new Error(`Tables refer to each other: ${[...left].map(({ name }) => name).join(", ")}`);
    for (const table of next) {
      sorted.push(table);
      left.delete(table);
    }
  }
  return sorted;
}

/** A trigger counts each inserted pick in the row of its stream, so these rows must not be there yet. */
function parentsOf({ name, parents }: Table): string[] {
  return name === "pick_streams" ? [...parents, "picks"] : parents;
}

async function copyTable(source: Db, target: OpenDatabase, table: Table): Promise<void> {
  const options = { patienceMs, ...(table.name === "ledger" && { inTurn: "ledger" as const }) };
  let copied = batchSize;
  while (copied === batchSize)
    copied = await target.write(async (trx) => {
      const rows = await rowsAfter(source, table, await lastRow(trx, table), batchSize);
      if (rows.length > 0) await trx.withTables<Record<string, Row>>().insertInto(table.name).values(rows).execute();
      return rows.length;
    }, options);
}

function lastRow(db: Db, { name, key }: Table): Promise<Row | undefined> {
  let query = db.withTables<Record<string, Row>>().selectFrom(name).select(key).limit(1);
  for (const column of key) query = query.orderBy(column, "desc");
  return query.executeTakeFirst();
}

/** Returns the number of rows. */
async function compareAll(source: Db, target: Db, tables: readonly Table[]): Promise<number> {
  let count = 0;
  for (const table of tables) {
    let rows: Row[] = [];
    do {
      const last = rows.at(-1);
      rows = await rowsAfter(source, table, last, batchSize);
      const copies = await rowsAfter(target, table, last, batchSize);
      for (let index = 0; index < Math.max(rows.length, copies.length); index += 1)
        if (!areEqual(table, rows[index], copies[index])) throw differs(table, rows[index] ?? copies[index] ?? {});
      count += rows.length;
    } while (rows.length === batchSize);
  }
  return count;
}

function areEqual({ columns }: Table, row: Row | undefined, copy: Row | undefined): boolean {
  return row !== undefined && copy !== undefined && columns.every((column) => row[column] === copy[column]);
}

function differs({ name, key }: Table, row: Row): Error {
  const place = key.map((column) => `${column} ${String(row[column])}`).join(", ");
  return new Error(`The copy differs in ${name}, ${place}: its source has changed since it began. ${anew}`);
}

/** The check of `npm run record -- check`. */
async function expectWholeRecord({ db, triggerProblems }: OpenDatabase, file: string | null): Promise<void> {
  const kept = file === null ? null : readSavedHead(file);
  const checked = await checkLedger(db, new Date(), kept === null ? [] : [{ ...kept, kept_at: null }]);
  const problems = [...(await triggerProblems()), ...recordProblems(checked, env.SITE_TIMEZONE)];
  if (problems.length > 0)
    throw new Error(`All rows are copied, but: ${problems.join(" ")} Check the source: npm run record -- check`);
}

async function finish(trx: Db, setLastIds: () => Promise<void>): Promise<void> {
  await setLastIds();
  await trx.deleteFrom("migrations").where("name", "=", unfinishedCopy).execute();
}

const anew = "Delete the copy, and begin with an empty database.";

function notEmpty(name: string): Error {
  return new Error(`${name} isn't empty. Copy into a new database.`);
}

function inWords(error: unknown, ...addresses: string[]): Error {
  const cause = error instanceof DatabaseBusy && error.cause !== undefined ? error.cause : error;
  // The file first: to the other engine each error of the file system is one of the network.
  return addresses
    .toSorted((a, b) => Number(engineOf(a).fileOf(a) === null) - Number(engineOf(b).fileOf(b) === null))
    .reduce<Error>(
      (found, address) => engineOf(address).inWords(address, found),
      cause instanceof Error ? cause : new Error(String(cause)),
    );
}
