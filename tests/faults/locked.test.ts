import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, complaints, startApp } from "../support/app/app.ts";
import { whileLocked } from "../support/database/write-lock.ts";
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
beforeAll(async () => {
  app = await startApp();
  attempts = await prepareAttempts(app);
});
afterAll(() => app.stop());

test("while another process writes, writes answer 503 within 2.5 s and reads do not wait for them", async () => {
  await expectAcceptedWrites(attempts);
  await makeSessionsOld(app);
  const longestRead = await whileLocked(app.path, () => expectRefusedWrites(attempts));
  const acknowledged = await expectAcceptedWrites(attempts);
  record({ fault: "database locked", rounds: 1, acknowledged, lost: 0, outageMs: longestRead });
  expect(longestRead).toBeLessThan(2500);
});

test("a write succeeds when the database is locked only for a moment", async () => {
  const accepted = await whileLocked(app.path, async () => {
    const accepted = expectAcceptedWrites(attempts);
    await new Promise((resolve) => setTimeout(resolve, 700));
    return [accepted];
  });
  await Promise.all(accepted);
});

test("the server logs nothing except that its jobs will be retried", () => {
  expect(complaints(app).filter((line) => !retriedJob.test(line))).toEqual([]);
});
