import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { slotsOf } from "../../db/postgres/slots.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A task that runs until it is told to end. */
function task() {
  let end: (result: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => (end = resolve));
  return { run: vi.fn(() => ended), end };
}

it("runs at most so many tasks at a time, the others in their order", async () => {
  const slots = slotsOf(2);
  const tasks = [task(), task(), task(), task()];
  const done = tasks.map(({ run }) => slots(1000, run));
  await vi.advanceTimersByTimeAsync(0);
  const started = () => tasks.map(({ run }) => run.mock.calls.length);
  expect(started()).toEqual([1, 1, 0, 0]);
  tasks[1]?.end("second");
  expect(await done[1]).toEqual({ result: "second" });
  expect(started()).toEqual([1, 1, 1, 0]);
  for (const { end } of tasks) end("ended");
  expect(await Promise.all(done)).toEqual(["ended", "second", "ended", "ended"].map((result) => ({ result })));
});

it("gives up when the patience is over, and tells a task how much of it is left", async () => {
  const slots = slotsOf(1);
  const [first, late] = [task(), task()];
  const left = vi.fn((ms: number) => Promise.resolve(ms));
  const running = slots(1000, first.run);
  const [hopeless, patient] = [slots(500, late.run), slots(1500, left)];
  await vi.advanceTimersByTimeAsync(500);
  expect([await hopeless, late.run.mock.calls]).toEqual([null, []]);
  first.end("ended");
  expect([await running, await patient]).toEqual([{ result: "ended" }, { result: 1000 }]);
});

it("frees the slot of a task that fails", async () => {
  const slots = slotsOf(1);
  await expect(slots(0, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await slots(0, () => Promise.resolve("next"))).toEqual({ result: "next" });
});
