import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { passwordMatches } from "../../app/models/password.server.ts";

const checks = vi.hoisted(() => ({ running: 0, most: 0, ends: new Array<() => void>() }));

vi.mock("@node-rs/argon2", () => ({
  hash: () => Promise.resolve("$argon2id$"),
  verify: async () => {
    checks.running += 1;
    checks.most = Math.max(checks.most, checks.running);
    await new Promise<void>((end) => checks.ends.push(end));
    checks.running -= 1;
    return false;
  },
}));

it("checks no more passwords at once than there are spare cores, whoever comes in the moment in which one is done", async () => {
  const slots = Math.max(1, availableParallelism() - 1);
  const all = Array.from({ length: slots + 1 }, () => passwordMatches("wrong", "$argon2id$"));
  await vi.waitFor(() => expect(checks.ends).toHaveLength(slots));
  checks.ends.shift()?.();
  for (let turn = 0; turn < 10; turn += 1) {
    await Promise.resolve();
    all.push(passwordMatches("wrong", "$argon2id$"));
  }
  const over = Promise.allSettled(all).then(() => true);
  // One after the other ends, until none is left.
  while (!(await Promise.race([over, setImmediate(false)]))) checks.ends.shift()?.();
  expect([checks.most, checks.running]).toEqual([slots, 0]);
});
