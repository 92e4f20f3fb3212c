import { setTimeout as passed } from "node:timers/promises";
import BetterSqlite3 from "better-sqlite3";
import { expect, it, vi } from "vitest";
import { type Db, db, listenToCommits, write } from "../app/db.server.ts";
import { env } from "../app/env.server.ts";
import { engineOf } from "../db/engine.ts";
import { createUser } from "./support/database/factories.ts";
import { whileLocked } from "./support/database/write-lock.ts";

const patienceMs = 10_000;
const busy = {
  reason: "busy",
  message: "The server can't save right now. Please try again in a moment.",
  retryAfter: 5,
};
const countPeople = async () => (await db.selectFrom("users").select("id").execute()).length;

it("is current at its commit, whatever other processes write meanwhile", async () => {
  const {
    db: others,
    write: writeOfOther,
    close,
  } = engineOf(env.DATABASE).openForServer(env.DATABASE, {
    connections: 5,
    asError: (busy) => busy,
  });
  const visit = async (trx: Db) => {
    const { version } = await trx.selectFrom("sidebar").select("version").executeTakeFirstOrThrow();
    await trx
      .updateTable("sidebar")
      .set({ version: version + 1 })
      .execute();
  };
  const versionNow = async () =>
    (await others.selectFrom("sidebar").select("version").executeTakeFirstOrThrow()).version;
  const before = await versionNow();
  const writes = Array.from({ length: 10 }, () => [write(visit, patienceMs), writeOfOther(visit, { patienceMs })]);
  await Promise.all(writes.flat());
  expect(await versionNow()).toBe(before + 20);
  await close();
});

it("is done although something that listens to it fails, which is logged", async () => {
  const [error, ran] = [new Error("The disk is full."), vi.fn()];
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  listenToCommits([
    { failure: "The head could not be saved", run: () => Promise.reject(error) },
    { failure: "The next one failed", run: ran },
  ]);
  const before = await countPeople();
  await write((trx) => createUser(trx));
  listenToCommits([]);
  expect([await countPeople(), ran.mock.calls.length]).toEqual([before + 1, 1]);
  expect(log.mock.calls.flat().join()).toContain("The head could not be saved");
  expect(log.mock.calls.flat().join()).toContain("The disk is full.");
});

it("locks a SQLite database from its start", async () => {
  const other = new BetterSqlite3(env.DATABASE, { timeout: 0 });
  await write(async (trx) => {
    await trx.selectFrom("users").select("id").execute();
    expect(() => other.exec("begin immediate")).toThrow("database is locked");
  });
  other.close();
});

it("refuses when the other write takes too long, without blocking the event loop", async () => {
  let turns = 0;
  const ticks = setInterval(() => (turns += 1), 1);
  await expect(whileLocked(env.DATABASE, () => write((trx) => createUser(trx), 200))).rejects.toMatchObject(busy);
  clearInterval(ticks);
  expect(turns).toBeGreaterThan(0);
});

it("waits for a long write of another process as long as its patience", async () => {
  const other = engineOf(env.DATABASE).openForServer(env.DATABASE, { connections: 2, asError: (error) => error });
  const longWriteMs = 1800;
  const before = await countPeople();
  const writes = await whileLocked(env.DATABASE, async () => {
    const waiting = [{ inTurn: "ledger" } as const, {}].map((options) =>
      other.write((trx) => createUser(trx), { ...options, patienceMs }),
    );
    await Promise.race([...waiting, passed(longWriteMs)]);
    return waiting;
  });
  await Promise.all(writes);
  expect(await countPeople()).toBe(before + 2);
  await other.close();
});

it.each(["SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_READONLY", "SQLITE_BUSY_SNAPSHOT"])(
  "rolls back and refuses as busy on %s",
  async (code) => {
    const before = await countPeople();
    await expect(
      write(async (trx) => {
        await createUser(trx);
        throw new BetterSqlite3.SqliteError("as the disk says", code);
      }),
    ).rejects.toMatchObject(busy);
    expect(await countPeople()).toBe(before);
  },
);

it("rolls back on another error and throws it", async () => {
  const before = await countPeople();
  await expect(
    write(async (trx) => {
      await createUser(trx);
      throw new Error("a mistake of ours");
    }),
  ).rejects.toThrow("a mistake of ours");
  expect(await countPeople()).toBe(before);
});
