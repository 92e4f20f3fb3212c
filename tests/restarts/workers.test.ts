/** WORKERS=2: two server processes on one port. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Db } from "../../db/database.ts";
import { Client } from "../support/app/app.ts";
import { type Server, begin, freePort, launchOnFreePort } from "../support/app/server.ts";
import { createUser } from "../support/database/factories.ts";
import { newDatabase } from "../support/database/migrated.ts";
import { withDatabase } from "../support/database/with-database.ts";
import { soon } from "../support/soon.ts";

let folder: string;
let path: string;
let server: Server | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "simline-workers-"));
  path = await newDatabase(join(folder, "app.db"));
});
afterEach(async () => {
  await server?.end("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const workers = ({ pid }: Server) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);

async function launchTwo(): Promise<Server> {
  server = await launchOnFreePort({ path, env: { WORKERS: "2" } });
  const two = server;
  // The second one starts when the first one listens.
  await vi.waitUntil(() => two.output().split("[remix-serve]").length === 3, soon);
  return two;
}

test("both answer; when one is killed the other goes on, and a new one takes its place, later each time", async () => {
  const two = await launchTwo();
  const { email } = await withDatabase(path, (db) => createUser(db));
  const member = new Client(two.origin);
  await member.signIn(email);
  for (const pause of ["1 s", "2 s"]) {
    const [killed = 0, other = 0] = workers(two);
    process.kill(killed, "SIGKILL");
    await vi.waitUntil(() => two.errors().includes(`(SIGKILL). Another one starts in ${pause}; 1 of 2 run.`), soon);
    expect(workers(two)).toEqual([other]);
    for (let request = 0; request < 5; request += 1) expect((await member.get("/dashboard")).status).toBe(200);
    const lines = two.output().split("[remix-serve]").length;
    await vi.waitUntil(() => two.output().split("[remix-serve]").length > lines, soon);
    expect(workers(two)).toHaveLength(2);
  }
});

test("at a SIGTERM both end, after the requests that they had", async () => {
  const two = await launchTwo();
  const both = workers(two);
  const people = await withDatabase(path, (db) => Promise.all(Array.from({ length: 16 }, () => createUser(db))));
  let answered = 0;
  const signIns = people.map(({ email }) =>
    new Client(two.origin).signIn(email, "not the password").then(({ status }) => {
      answered += 1;
      return status;
    }),
  );
  // Attempts are counted as they arrive; each process checks one password after the other.
  await withDatabase(path, (db) => expect.poll(() => mostAttempts(db), soon).toBe(people.length));
  const waiting = people.length - answered;
  expect(await two.end("SIGTERM")).toBe(0);
  expect(await Promise.all(signIns)).toEqual(people.map(() => 401));
  expect(waiting).toBeGreaterThan(0);
  expect(both.filter((pid) => isAlive(pid))).toEqual([]);
  // remix-serve prints an empty line.
  expect(two.errors().trim()).toBe("");
});

/** Of the address they came from: each account has one. */
async function mostAttempts(db: Db): Promise<number> {
  const row = await db.selectFrom("throttles").select("count").orderBy("count", "desc").executeTakeFirst();
  return row?.count ?? 0;
}

test("a first process that can't start ends the program with its reason", async () => {
  const begun = begin({ path, port: await freePort(), env: { WORKERS: "2", SESSION_SECRET: "short" } });
  server = begun.server;
  expect(await server.gone).toBe(1);
  expect(server.errors()).toMatch(/^Bad environment: SESSION_SECRET [^\n]+\n$/);
});

test("a process that finds a newer schema refuses to serve and says why; the others are not ready", async () => {
  const two = await launchTwo();
  await withDatabase(path, (db) =>
    db
      .insertInto("migrations")
      .values({ name: "99999999_later", checksum: "a", applied_at: "2027-01-01T00:00:00.000Z" })
      .execute(),
  );
  expect((await fetch(`${two.origin}/readyz`)).status).toBe(503);
  process.kill(workers(two)[0] ?? 0, "SIGKILL");
  await vi.waitUntil(() => two.errors().includes("The database is newer than this program"), soon);
  await vi.waitUntil(() => two.errors().includes("(exit code 1). Another one starts in 2 s"), soon);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
