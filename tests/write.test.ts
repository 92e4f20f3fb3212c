import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db, listenToCommits, write } from "../app/db.server.ts";
import { env } from "../app/env.server.ts";
import { createUser } from "./support/database/factories.ts";

const busy = {
  reason: "busy",
  message: "The server can't save right now. Please try again in a moment.",
  retryAfter: 5,
};
const countPeople = async () => (await db.selectFrom("users").select("id").execute()).length;

let other: BetterSqlite3.Database;
beforeEach(() => void (other = new BetterSqlite3(env.DATABASE_PATH)));
afterEach(() => void other.close());

it("waits for another process's write, and sees its result", async () => {
  other.exec("begin immediate");
  other.exec("update users set name = 'Of the other' where id = 1");
  const name = write(
    async (trx) => (await trx.selectFrom("users").select("name").where("id", "=", 1).executeTakeFirstOrThrow()).name,
  );
  expect(await countPeople()).toBeGreaterThan(0);
  other.exec("commit");
  expect(await name).toBe("Of the other");
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

it("locks the database from its start", async () => {
  other.pragma("busy_timeout = 0");
  await write(async (trx) => {
    await trx.selectFrom("users").select("id").execute();
    expect(() => other.exec("begin immediate")).toThrow("database is locked");
  });
});

it("refuses when the other write takes too long, without blocking the event loop", async () => {
  other.exec("begin immediate");
  let turns = 0;
  const ticks = setInterval(() => (turns += 1), 1);
  await expect(write((trx) => createUser(trx), 200)).rejects.toMatchObject(busy);
  clearInterval(ticks);
  expect(turns).toBeGreaterThan(0);
  other.exec("rollback");
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
