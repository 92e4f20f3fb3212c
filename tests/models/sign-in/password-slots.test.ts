import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { passwordMatches } from "../../../app/models/sign-in/password.server.ts";

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

const slots = Math.max(1, availableParallelism() - 1);

async function endAll(all: readonly Promise<unknown>[]): Promise<void> {
  const over = Promise.allSettled(all).then(() => true);
  while (!(await Promise.race([over, setImmediate(false)]))) checks.ends.shift()?.();
}

it("checks at most one password per spare core at once, also when a check has just ended", async () => {
  const all = Array.from({ length: slots + 1 }, () => passwordMatches("wrong", "$argon2id$"));
  await vi.waitFor(() => expect(checks.ends).toHaveLength(slots));
  checks.ends.shift()?.();
  for (let turn = 0; turn < 10; turn += 1) {
    await Promise.resolve();
    all.push(passwordMatches("wrong", "$argon2id$"));
  }
  await endAll(all);
  expect([checks.most, checks.running]).toEqual([slots, 0]);
});

describe("while unknown visitors fill the queue", () => {
  const outcomes: string[] = [];
  const check = (who: string | null) =>
    passwordMatches("wrong", "$argon2id$", who).then(
      () => outcomes.push(who ?? "a visitor"),
      ({ reason }) => outcomes.push(`${who ?? "a visitor"}: ${reason}`),
    );
  let visitors: Promise<unknown>[] = [];

  beforeEach(async () => {
    outcomes.length = 0;
    visitors = Array.from({ length: slots + 48 }, () => check(null));
    await vi.waitFor(() => expect(checks.ends).toHaveLength(slots));
  });

  it("a user known by browser or session gets in, before them", async () => {
    const all = [...visitors, check(null), check("a member"), check(null)];
    await endAll(all);
    expect(outcomes.filter((outcome) => outcome === "a visitor: busy")).toHaveLength(2);
    expect(outcomes.indexOf("a member")).toBeLessThanOrEqual(2 + slots);
    expect(outcomes).toHaveLength(all.length);
  });

  it("sixteen places are reserved, at most one per user", async () => {
    const all = [
      ...visitors,
      check("a member"),
      check("a member"),
      ...Array.from({ length: 16 }, (_, index) => check(`another ${index}`)),
    ];
    await endAll(all);
    expect(outcomes.filter((outcome) => outcome.endsWith(": busy"))).toEqual(["a member: busy", "another 15: busy"]);
  });

  it("a user without a reserved place waits with the visitors while there is room", async () => {
    const [first] = visitors;
    checks.ends.shift()?.();
    await first;
    const all = [...visitors, check("a member"), check("a member")];
    await endAll(all);
    expect(outcomes.filter((outcome) => outcome.endsWith(": busy"))).toEqual([]);
  });
});
