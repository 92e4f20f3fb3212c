import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { repeatedly } from "../app/repeatedly.server.ts";

const second = 1000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("runs one turn after the other until it is stopped", async () => {
  let turns = 0;
  const stop = repeatedly("job", () => {
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

it("starts no further turn when it is stopped during one", async () => {
  const continues: boolean[] = [];
  const stop = repeatedly("job", (goOn) => {
    stop();
    continues.push(goOn());
    return Promise.resolve(second);
  });
  await vi.advanceTimersByTimeAsync(60 * second);
  expect(continues).toEqual([false]);
});

// Each rebuild in development starts a new one, and Node warns above ten listeners.
it.each(["SIGTERM", "SIGINT"] as const)("removes its listener for %s when it is stopped", (signal) => {
  const before = process.listenerCount(signal);
  const stop = repeatedly("job", () => Promise.resolve(second));
  expect(process.listenerCount(signal)).toBe(before + 1);
  stop();
  expect(process.listenerCount(signal)).toBe(before);
});
