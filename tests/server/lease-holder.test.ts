import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db } from "../../app/db.server.ts";
import { beatMs } from "../../app/models/upkeep/lease.server.ts";
import { whileHolding } from "../../app/server/lease-holder.server.ts";

let stop = () => {};
beforeEach(async () => {
  await db.deleteFrom("leases").execute();
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const heldElsewhere = { name: "jobs", holder: "another-machine boot 7", fence: 9, beats: 1 };

it("runs its work at once, ends it when another process took the lease, and runs it again when that one is silent", async () => {
  const ends = vi.fn();
  const begins = vi.fn(() => ends);
  stop = whileHolding("jobs", begins);
  await vi.advanceTimersByTimeAsync(5 * beatMs);
  expect([begins.mock.calls.length, ends.mock.calls.length]).toEqual([1, 0]);

  await db.updateTable("leases").set(heldElsewhere).execute();
  await vi.advanceTimersByTimeAsync(beatMs);
  expect([begins.mock.calls.length, ends.mock.calls.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(2 * beatMs);
  expect(begins).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(beatMs);
  expect(begins).toHaveBeenCalledTimes(2);
});

it("doesn't run while another process holds the lease and is alive", async () => {
  await db.insertInto("leases").values(heldElsewhere).execute();
  const begins = vi.fn(() => () => {});
  stop = whileHolding("jobs", begins);
  for (let beats = 2; beats < 10; beats += 1) {
    await vi.advanceTimersByTimeAsync(beatMs);
    await db.updateTable("leases").set({ beats }).execute();
  }
  expect(begins).not.toHaveBeenCalled();
});

it("begins again after work that could not begin, and says so once", async () => {
  const errors = vi.spyOn(console, "error").mockReturnValue();
  const begins = vi.fn(() =>
    begins.mock.calls.length < 3 ? Promise.reject(new Error("away")) : Promise.resolve(() => {}),
  );
  stop = whileHolding("jobs", begins);
  await vi.advanceTimersByTimeAsync(5 * beatMs);
  expect(begins).toHaveBeenCalledTimes(3);
  expect(errors).toHaveBeenCalledTimes(1);
});
