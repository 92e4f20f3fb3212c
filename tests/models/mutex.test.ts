import { expect, it } from "vitest";
import { withMutex } from "../../app/models/mutex.ts";
import { newGate } from "../support/app/gate.ts";

/** Work that stays under way until its gate opens, and says when it begins and ends. */
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

it("does one thing after the other, also what comes while the second is under way", async () => {
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

it("lets nobody wait for another key", async () => {
  const log: string[] = [];
  const slow = newWork(log, "slow");
  const under = withMutex("sub_1", slow.work);
  expect(await withMutex("sub_2", async () => "done")).toBe("done");
  slow.open();
  await under;
});

it("goes on after a failure, which is told to whom it belongs alone", async () => {
  const failed = withMutex("sub_1", () => Promise.reject(new Error("no answer")));
  const next = withMutex("sub_1", async () => "done");
  await expect(failed).rejects.toThrow("no answer");
  expect(await next).toBe("done");
});
