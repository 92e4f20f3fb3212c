import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { repeatedly } from "../../app/server/repeatedly.server.ts";

const second = 1000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("takes one turn after the other until it is stopped", async () => {
  let turns = 0;
  const stop = repeatedly(() => {
    turns += 1;
    return Promise.resolve(turns * second);
  });
  await vi.advanceTimersByTimeAsync(0.5 * second);
  expect(turns).toBe(1);
  await vi.advanceTimersByTimeAsync(second);
  expect(turns).toBe(2);
  await vi.advanceTimersByTimeAsync(2 * second - 1);
  expect(turns).toBe(2);
  stop();
  await vi.advanceTimersByTimeAsync(60 * second);
  expect(turns).toBe(2);
});

it("begins no further turn when it is stopped in the middle of one", async () => {
  const began: boolean[] = [];
  const stop = repeatedly((goOn) => {
    stop();
    began.push(goOn());
    return Promise.resolve(second);
  });
  await vi.advanceTimersByTimeAsync(60 * second);
  expect(began).toEqual([false]);
});

// In development every rebuild stops what the last one began: Node complains of more than ten.
it.each(["SIGTERM", "SIGINT"] as const)("listens for %s no longer once it is stopped", (signal) => {
  const before = process.listenerCount(signal);
  const stop = repeatedly(() => Promise.resolve(second));
  expect(process.listenerCount(signal)).toBe(before + 1);
  stop();
  expect(process.listenerCount(signal)).toBe(before);
});
