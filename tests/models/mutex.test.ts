import { expect, it } from "vitest";
import { withMutex } from "../../app/models/mutex.ts";
import { newGate } from "../support/app/gate.ts";

function newWork(log: string[], name: string) {
  const gate = newGate();
  const work = async () => {
    log.push(`${name} begins`);
    await gate.passed;
    log.push(`${name} ends`);
    return name;
  };
  return { work, open: gate.open };
}

it("runs work with the same key in order, also work added during the second run", async () => {
  const log: string[] = [];
  const [first, second, third] = [newWork(log, "first"), newWork(log, "second"), newWork(log, "third")];
  const results = [withMutex("sub_1", first.work), withMutex("sub_1", second.work)];
  first.open();
  await results[0];
  await expect.poll(() => log).toContain("second begins");
  results.push(withMutex("sub_1", third.work));
  third.open();
  second.open();
  expect(await Promise.all(results)).toEqual(["first", "second", "third"]);
  expect(log).toEqual(["first begins", "first ends", "second begins", "second ends", "third begins", "third ends"]);
});

it("does not wait for another key", async () => {
  const log: string[] = [];
  const slow = newWork(log, "slow");
  const slowResult = withMutex("sub_1", slow.work);
  expect(await withMutex("sub_2", async () => "done")).toBe("done");
  slow.open();
  await slowResult;
});

it("continues after a failure, and only the failing caller gets the error", async () => {
  const failed = withMutex("sub_1", () => Promise.reject(new Error("no answer")));
  const next = withMutex("sub_1", async () => "done");
  await expect(failed).rejects.toThrow("no answer");
  expect(await next).toBe("done");
});
