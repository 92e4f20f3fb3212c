import { afterAll, beforeAll, expect, test } from "vitest";
import BetterSqlite3 from "better-sqlite3";
import { type App, complaints, startApp } from "../support/app/app.ts";
import { retriedJob } from "../support/app/log.ts";
import {
  type Attempts,
  expectRefusedWrites,
  expectAcceptedWrites,
  makeSessionsOld,
  prepareAttempts,
} from "./attempts.ts";
import { type SmallDisk, cannotMount, mountSmallDisk } from "./mounts.ts";
import { record } from "./table.ts";

const rounds = 3;
const fault = "disk full";

let disk: SmallDisk | null = null;
let app: App | null = null;
beforeAll(async () => {
  disk = mountSmallDisk(24);
  if (disk) app = await startApp({}, disk.folder);
});
afterAll(async () => {
  await app?.stop();
  disk?.end();
});

test(`${rounds} times full: writes answer 503 with a message within 2.5 s, every page loads, and the app recovers by itself when there is space`, async ({
  skip,
}) => {
  if (!disk || !app) {
    record({ fault, rounds: 0, skipped: cannotMount });
    return skip(cannotMount);
  }
  const attempts: Attempts = await prepareAttempts(app);
  let [acknowledged, longestRead] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    acknowledged += await expectAcceptedWrites(attempts);
    await makeSessionsOld(app);
    emptyWal(app);
    disk.fill();
    const before = rowCounts(app);
    longestRead = Math.max(longestRead, await expectRefusedWrites(attempts));
    expect(rowCounts(app)).toEqual(before);
    disk.makeRoom();
  }
  acknowledged += await expectAcceptedWrites(attempts);
  expect(integrity(app)).toBe("ok");
  record({ fault, rounds, acknowledged, lost: 0, outageMs: longestRead });
  expect(
    complaints(app).filter((line) => !retriedJob.test(line) && !line.startsWith("Mail can't be sent (ENOSPC)")),
  ).toEqual([]);
});

/** Otherwise writes still fit into the existing WAL file. */
function emptyWal({ path }: App): void {
  const sqlite = new BetterSqlite3(path);
  expect(sqlite.pragma("wal_checkpoint(truncate)")).toMatchObject([{ busy: 0 }]);
  sqlite.close();
}

function rowCounts({ path }: App): unknown {
  const sqlite = new BetterSqlite3(path, { readonly: true });
  try {
    return ["users", "picks", "saved_picks", "learn_entries", "affiliates", "sessions", "outbox", "audit"].map(
      (table) => sqlite.prepare(`select count(*) as count from ${table}`).get(),
    );
  } finally {
    sqlite.close();
  }
}

function integrity({ path }: App): unknown {
  const sqlite = new BetterSqlite3(path, { readonly: true });
  try {
    return sqlite.pragma("integrity_check", { simple: true });
  } finally {
    sqlite.close();
  }
}
