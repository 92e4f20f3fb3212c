/** What is PostgreSQL's own. */
import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { db, write, writeInTurn } from "../../../app/db.server.ts";
import { env } from "../../../app/env.server.ts";
import { startLedger } from "../../../db/start-ledger.ts";
import { accountsIn } from "../../../db/demo/accounts.ts";
import { deleteDemo } from "../../../db/demo/fresh.ts";
import { engineOf, expectMigrated } from "../../../db/engine.ts";
import { migrate } from "../../../db/migrate.ts";
import { nameOf } from "../../../db/postgres/address.ts";
import { createPick, createUser } from "../../support/database/factories.ts";
import { copyDatabase, dropDatabase, environmentOf, newDatabase, onServer } from "../../support/database/migrated.ts";
import { runProgram } from "../../support/app/program.ts";
import { statementsOf } from "../../support/database/statements.ts";

const engine = engineOf(env.DATABASE);
const name = nameOf(env.DATABASE);

describe("a write", () => {
  it("that appends to the ledger locks it first", async () => {
    const statements = await statementsOf(() =>
      writeInTurn("ledger", (trx) => trx.selectFrom("ledger").select("seq").limit(1).execute()),
    );
    expect(statements.slice(0, 2)).toEqual([
      "start transaction isolation level serializable",
      `lock table "ledger" in exclusive mode`,
    ]);
  });

  it("runs again when PostgreSQL refuses to put it in a row with others", async () => {
    const runs = vi.fn();
    let others = 0;
    const versions = await write(async (trx) => {
      runs();
      const { version } = await trx.selectFrom("sidebar").select("version").executeTakeFirstOrThrow();
      if (others++ === 0)
        await db
          .updateTable("sidebar")
          .set({ version: version + 10 })
          .execute();
      await trx
        .updateTable("sidebar")
        .set({ version: version + 1 })
        .execute();
      return [version, version + 1];
    });
    expect(runs).toHaveBeenCalledTimes(2);
    expect(await db.selectFrom("sidebar").select("version").execute()).toEqual([{ version: versions[1] }]);
  });

  it("is refused as busy when its connection breaks, and not repeated", async () => {
    const runs = vi.fn();
    await expect(
      write(async (trx) => {
        runs();
        await createUser(trx, { email: "broken@example.test" });
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
        await trx.selectFrom("users").select("id").execute();
      }),
    ).rejects.toMatchObject({ reason: "busy", retryAfter: 5 });
    expect(runs).toHaveBeenCalledTimes(1);
    expect(await db.selectFrom("users").select("id").where("email", "=", "broken@example.test").execute()).toEqual([]);
  });
});

it("a read without a free connection is refused as busy", async () => {
  const one = engine.openForServer(env.DATABASE, {
    connections: 1,
    asError: ({ message }) => new Error(`busy: ${message}`),
  });
  await one.db.connection().execute(async () => {
    await expect(one.db.selectFrom("users").select("id").execute()).rejects.toThrow(
      "busy: The database doesn't answer.",
    );
  });
  expect(await one.db.selectFrom("users").select("id").limit(1).execute()).toHaveLength(1);
  await one.close();
});

it("numbers come as numbers, and texts compare by their bytes", async () => {
  await createPick(db, { sport: "NBA", verdict: "✅", units_result: 0.91 });
  const found = await db
    .selectFrom("picks")
    .select(({ fn, eb }) => [
      fn.countAll<number>().as("count"),
      fn.sum<number>("settled").as("sum"),
      fn.max("units_result").as("units"),
      eb(eb.val("a"), ">", eb.val("Z")).as("isAfter"),
    ])
    .executeTakeFirstOrThrow();
  expect(found).toEqual({ count: 1, sum: 1, units: 0.91, isAfter: true });
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and data_type = 'text' and collation_name is distinct from 'C'`.execute(db);
  expect(rows).toEqual([]);
});

describe("the triggers of the ledger", () => {
  afterEach(async () => {
    await sql`alter table ledger enable trigger all`.execute(db);
  });

  it.each(["update ledger set ref = 'x'", "delete from ledger", "truncate reveals", "truncate ledger cascade"])(
    "refuse %s",
    async (statement) => {
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(/is append-only/);
    },
  );

  it("are named when one is switched off, changed or gone", async () => {
    const { triggerProblems, close } = engine.open(env.DATABASE);
    expect(await triggerProblems()).toEqual([]);
    await sql`alter table ledger disable trigger ledger_is_append_only`.execute(db);
    await sql`drop trigger reveals_is_append_only on reveals`.execute(db);
    expect(await triggerProblems()).toEqual([
      "the trigger ledger_is_append_only is another one",
      "the trigger reveals_is_append_only is gone",
    ]);
    await sql`create trigger reveals_is_append_only before update or delete or truncate on reveals
      for each statement execute function is_append_only()`.execute(db);
    await sql`alter table ledger enable trigger all`.execute(db);
    expect(await triggerProblems()).toEqual([]);
    await close();
  });
});

describe("a database", () => {
  it("that is empty gets every table once, also when two programs start at the same moment", async () => {
    await onServer(env.DATABASE, "create database empty_one");
    const url = Object.assign(new URL(env.DATABASE), { pathname: "empty_one" }).href;
    await expect(expectMigrated(url)).rejects.toThrow("must be migrated first: npm run migrate");
    const applied = await Promise.all([migrate(url), migrate(url)]);
    expect(applied.map((list) => list.length > 0).toSorted()).toEqual([false, true]);
    expect(await migrate(url)).toEqual([]);
    await dropDatabase(url);
  });

  it("of another program is refused, and one that doesn't exist or answer is named without its password", async () => {
    await onServer(env.DATABASE, "create database foreign_one");
    const url = Object.assign(new URL(env.DATABASE), { pathname: "foreign_one" }).href;
    const other = engine.open(url);
    await sql`create table orders (id int)`.execute(other.db);
    await other.close();
    await expect(migrate(url)).rejects.toThrow("It is another program's database: it has tables, and none of ours.");
    await onServer(env.DATABASE, "drop database foreign_one");
    await expect(migrate(url)).rejects.toThrow(/^The database foreign_one on 127\.0\.0\.1:\d+ does not exist\./);
    await expect(migrate("postgres://somebody:secret@127.0.0.1:1/simline")).rejects.toThrow(
      /^The database simline on 127\.0\.0\.1:1 doesn't answer \((?!.*secret)/,
    );
  });

  it("of the demo is emptied by --fresh, another one is not", async () => {
    const demo = await newDatabase("demo");
    const { db: demoDb, close } = engine.open(demo);
    await createUser(demoDb, { email: "somebody@example.test" });
    expect(await accountsIn(demo)).toBe("others");
    await expect(deleteDemo(demo)).rejects.toThrow("is not a demo database");
    await createUser(demoDb, { email: "member@demo.test" });
    expect(await accountsIn(demo)).toBe("demo");
    await close();
    await deleteDemo(demo);
    expect(await accountsIn(demo)).toBe("nobody");
    expect((await migrate(demo)).length).toBeGreaterThan(40);
    await dropDatabase(demo);
  });
});

describe("the commands", () => {
  const run = (args: string[], url = env.DATABASE) =>
    runProgram(args, { env: { ...environmentOf(url), NODE_ENV: "development" } });

  it("check the record, and say in it that the database is an older copy", async () => {
    const url = await newDatabase("restored");
    await startLedger(url);
    expect(await run(["db/record.ts", "check"], url)).toMatchObject({
      code: 0,
      out: expect.stringContaining("the record is whole, and the tables equal it."),
    });
    const older = await copyDatabase(url);
    const { db: oldDb, close } = engine.open(older);
    const head = await oldDb.selectFrom("ledger").select(["seq", "hash"]).executeTakeFirstOrThrow();
    const lost = `7:${"ab".repeat(32)}`;
    expect(await run(["db/record.ts", "restored", `${head.seq}:${head.hash}`], older)).toMatchObject({ code: 2 });
    expect(await run(["db/record.ts", "restored", "7"], older)).toMatchObject({ code: 2 });
    const said = await run(["db/record.ts", "restored", lost], older);
    expect(said).toMatchObject({ code: 0, out: expect.stringContaining("entry 2 of the record says") });
    expect(await run(["db/record.ts", "restored", lost], older)).toMatchObject({
      code: 2,
      err: "The record has this entry, or says already that it was lost.\n",
    });
    const last = await oldDb.selectFrom("ledger").select("body").where("seq", "=", 2).executeTakeFirstOrThrow();
    expect(JSON.parse(last.body)).toMatchObject({ type: "restore", from: 1, lost });
    await close();
    for (const one of [url, older]) await dropDatabase(one);
  });

  it.each([
    [["db/backup.ts", "copy.db"], "pg_dump"],
    [["db/restore.ts", "copy.db"], "pg_restore"],
  ])("%j names PostgreSQL's own program", async (args, program) =>
    expect(await run(args)).toMatchObject({ code: 1, err: expect.stringContaining(program) }),
  );

  it("compare and rebuild the totals", async () => {
    await createPick(db, { verdict: "✅", game_date: "1999-01-01" });
    expect(await run(["db/totals.ts"])).toMatchObject({ code: 1, err: expect.stringContaining(name) });
    expect(await run(["db/totals.ts", "--rebuild"])).toEqual({
      code: 0,
      out: `${name}: the totals match the picks.\n`,
      err: "",
    });
  });
});
