/** Another process has the database locked: writes are refused in words, reads go on, and it is over when the lock is. */
import BetterSqlite3 from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "../support/app/app.ts";
import { complaints, startApp } from "../support/app/app.ts";
import { putOffErrand } from "../support/app/log.ts";
import type { Attempts } from "./attempts.ts";
import { expectRefusedWrites, expectTakenWrites, makeSessionsOld, prepareAttempts } from "./attempts.ts";
import { record } from "./table.ts";

let app: App;
let attempts: Attempts;
let other: BetterSqlite3.Database;
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: "1" });
  attempts = await prepareAttempts(app);
  other = new BetterSqlite3(app.path);
});
afterAll(async () => {
  other.close();
  await app.stop();
});

test.each(["immediate", "exclusive"])("while another process is in an %s transaction, writes answer 503 within 2.5 s and reads do not wait for them", async (kind) => {
  await expectTakenWrites(attempts);
  await makeSessionsOld(app);
  other.exec(`begin ${kind}`);
  const longestRead = await expectRefusedWrites(attempts);
  other.exec("rollback");
  const acknowledged = await expectTakenWrites(attempts);
  record({ fault: `database locked (begin ${kind})`, rounds: 1, acknowledged, lost: 0, outageMs: longestRead });
  expect(longestRead).toBeLessThan(2500);
});

test("a write that finds the database locked for a moment is done after it", async () => {
  other.exec("begin immediate");
  const taken = expectTakenWrites(attempts);
  await new Promise((resolve) => setTimeout(resolve, 700));
  other.exec("rollback");
  await taken;
});

test("the server wrote nothing but that its errands had to wait", () => {
  expect(complaints(app).filter((line) => !putOffErrand.test(line))).toEqual([]);
});
