/** Servers that start on an older copy of the record, or in another time zone. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { backUp } from "../../db/backup.ts";
import { restore } from "../../db/restore.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import { Client } from "../support/app/app.ts";
import { type Server, freePort, launch, launchOnFreePort } from "../support/app/server.ts";
import { createUser, futureDate } from "../support/database/factories.ts";
import { ledgerProblems } from "../support/database/ledger-problems.ts";
import { copyMigrated } from "../support/database/migrated.ts";
import { publish } from "../support/database/picks.ts";

let folder: string;
let path: string;
const servers: Server[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "simline-record-start-"));
  path = join(folder, "app.db");
  copyMigrated(path);
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.end("SIGKILL")));
  rmSync(folder, { recursive: true, force: true });
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<Server> {
  const server = await launchOnFreePort({ path, env });
  servers.push(server);
  return server;
}

async function entries(): Promise<{ type: string; body: string }[]> {
  const { db, sqlite } = openDatabase(path);
  try {
    expect(await ledgerProblems({ db })).toEqual([]);
    return await db.selectFrom("ledger").select(["type", "body"]).orderBy("seq").execute();
  } finally {
    sqlite.close();
  }
}

test("two servers that start at once on a restored backup say so once, and both go on", async () => {
  const { db, sqlite } = openDatabase(path);
  const { email } = await createUser(db, { role: "admin" });
  sqlite.close();
  const publishOn = async ({ origin }: Server) => {
    const staff = new Client(origin);
    await staff.signIn(email);
    await publish(staff, { game_date: futureDate(2) });
  };
  const first = await start();
  await publishOn(first);
  const backup = join(folder, "copy.db");
  await backUp(path, backup);
  await publishOn(first);
  await first.end("SIGTERM");
  const lost = readFileSync(`${path}.head`, "utf8").trim();
  await restore(backup, path);
  const both = await Promise.all([start(), start()]);
  await Promise.all(both.map(publishOn));
  const found = await entries();
  expect(found.map(({ type }) => type)).toEqual(["begin", "publish", "restore", "publish", "publish"]);
  expect(JSON.parse(found[2]?.body ?? "")).toMatchObject({ from: 2, lost });
  expect(both.map((server) => server.errors())).toEqual(["", ""]);
});

test("a server in another time zone than its record's does not start, and says why in one line", async () => {
  await (await start()).end("SIGTERM");
  await expect(launch({ path, port: await freePort(), env: { SITE_TIMEZONE: "Europe/Berlin" } })).rejects.toThrow(
    /^The server ended with 1: The record of this database was begun with SITE_TIMEZONE=America\/New_York, by which its game dates are days\. Set it back from Europe\/Berlin\.\n$/,
  );
  expect((await start()).errors()).toBe("");
  expect((await entries()).map(({ type }) => type)).toEqual(["begin"]);
});
