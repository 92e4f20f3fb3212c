import { afterEach, expect, it, vi } from "vitest";
import { logError } from "../app/log.server.ts";
import { listJobs, repeatedly } from "../app/repeatedly.server.ts";

afterEach(() => void vi.useRealTimers());
const silence = () => vi.spyOn(console, "error").mockReturnValue();

it("a job's failure is told without what its error may quote", async () => {
  silence();
  vi.useFakeTimers();
  const stop = repeatedly("post", () => {
    logError('The mail to jane@roe.example of "Jane Roe" was refused by mail.roe.example.');
    return Promise.resolve(1000);
  });
  await vi.advanceTimersByTimeAsync(500);
  expect(listJobs().find(({ name }) => name === "post")?.failure).toBe("The mail to … of … was refused by ….");
  stop();
});

it("a job that logs an error has failed, until a run that logs none", async () => {
  silence();
  vi.useFakeTimers();
  let isBroken = true;
  const stop = repeatedly("sweep", async () => {
    await Promise.resolve();
    if (isBroken) logError("The room could not be swept.");
    return 1000;
  });
  const jobOf = () => listJobs().find(({ name }) => name === "sweep");
  expect(jobOf()).toMatchObject({ startedAt: null, failure: null });
  await vi.advanceTimersByTimeAsync(500);
  const { startedAt, endedAt, nextAt, failure } = jobOf() ?? expect.fail();
  expect([failure, endedAt]).toEqual(["The room could not be swept.", startedAt]);
  expect(Date.parse(nextAt ?? "") - Date.parse(endedAt ?? "")).toBe(1000);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(jobOf()?.failure).toBeNull();
  stop();
  expect(jobOf()).toBeUndefined();
});
