import BetterSqlite3 from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, complaints, startApp } from "../support/app/app.ts";
import { retriedJob } from "../support/app/log.ts";
import {
  type Attempts,
  expectRefusedWrites,
  expectAcceptedWrites,
  makeSessionsOld,
  prepareAttempts,
} from "./attempts.ts";
import { record } from "./table.ts";

let app: App;
let attempts: Attempts;
let other: BetterSqlite3.Database;
beforeAll(async () => {
  app = await startApp();
  attempts = await prepareAttempts(app);
  other = new BetterSqlite3(app.path);
});
afterAll(async () => {
  other.close();
  await app.stop();
});

test.each(["immediate", "exclusive"])(
  "while another process is in an %s transaction, writes answer 503 within 2.5 s and reads do not wait for them",
  async (kind) => {
    await expectAcceptedWrites(attempts);
    await makeSessionsOld(app);
    other.exec(`begin ${kind}`);
    const longestRead = await expectRefusedWrites(attempts);
    other.exec("rollback");
    const acknowledged = await expectAcceptedWrites(attempts);
    record({ fault: `database locked (begin ${kind})`, rounds: 1, acknowledged, lost: 0, outageMs: longestRead });
    expect(longestRead).toBeLessThan(2500);
  },
);

test("a write succeeds when the database is locked only for a moment", async () => {
  other.exec("begin immediate");
  const accepted = expectAcceptedWrites(attempts);
  await new Promise((resolve) => setTimeout(resolve, 700));
  other.exec("rollback");
  await accepted;
});

test("the server logs nothing except that its jobs will be retried", () => {
  expect(complaints(app).filter((line) => !retriedJob.test(line))).toEqual([]);
});
