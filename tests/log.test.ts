import { afterEach, expect, it, vi } from "vitest";
import { listErrors, logError } from "../app/log.server.ts";
import { listJobs, repeatedly } from "../app/repeatedly.server.ts";

afterEach(() => void vi.useRealTimers());
const silence = () => vi.spyOn(console, "error").mockReturnValue();

it.each([
  ["The mail to jane@roe.example was refused.", "The mail to … was refused."],
  ['The lease "jane roe" could not be taken.', "The lease … could not be taken."],
  ["It is at https://hooks.example/secret?a=b now.", "It is at … now."],
  ["connect ECONNREFUSED 10.1.2.3:587", "connect ECONNREFUSED …"],
  ["connect ECONNREFUSED 2001:db8::7", "connect ECONNREFUSED …"],
  ["getaddrinfo ENOTFOUND mail.roe.example", "getaddrinfo ENOTFOUND …"],
  ["No room in /srv/jane/backups today", "No room in … today"],
  ["The token sk-live-0123456789abcdef is wrong", "The token … is wrong"],
  ["Call 5550100 or +15550100.", "Call … or …"],
  ["First line.\nJane Roe", "First line."],
])("keeps of %j the part without secrets", (message, kept) => {
  silence();
  logError(message);
  expect(listErrors().at(-1)?.message).toBe(kept);
});

it("keeps of an error its class, code and place, not its text", () => {
  silence();
  logError("The page failed", Object.assign(new TypeError("Jane Roe, jane@roe.example"), { code: "E_ROE" }));
  const kept = listErrors().at(-1);
  expect(kept).toMatchObject({ message: "The page failed", error: "TypeError E_ROE" });
  expect(kept?.at[0]).toMatch(/tests\/log\.test\.ts:\d+/);
  expect(JSON.stringify(kept)).not.toMatch(/jane/i);
});

it("keeps the last 200", () => {
  silence();
  for (let error = 0; error < 250; error += 1) logError(`Error ${error}.`);
  expect(listErrors().map(({ message }) => message)).toEqual(
    Array.from({ length: 200 }, (_, index) => `Error ${index + 50}.`),
  );
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
