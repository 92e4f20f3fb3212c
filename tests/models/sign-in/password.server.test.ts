import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { hashPassword, passwordMatches } from "../../../app/models/sign-in/password.server.ts";
import { processorMs } from "../../support/processor-time.ts";

const stored = await hashPassword(" Ω passwörd ﬁ ");

describe("a password", () => {
  it("is stored as Argon2id with the required cost and a new salt each time", async () => {
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashPassword(" Ω passwörd ﬁ ")).not.toBe(stored);
  });

  it("matches itself", async () => expect(await passwordMatches(" Ω passwörd ﬁ ", stored)).toBe(true));

  it("matches in any equivalent Unicode form", async () => {
    expect(await passwordMatches(" Ω passwo\u0308rd fi ", stored)).toBe(true);
    expect(await passwordMatches(" \u2126 passwörd ﬁ ", stored)).toBe(true);
  });

  it.each([
    "Ω passwörd ﬁ",
    " Ω passwörd ﬁ",
    " Ω passwörd ﬁ  ",
    " ω passwörd ﬁ ",
    " Ω passwörd ",
    " Ω passwörd ﬁ \u0000",
    "",
  ])("does not match %j: nothing is trimmed or folded", async (other) => {
    expect(await passwordMatches(other, stored)).toBe(false);
  });
});

it("a password that is too long is wrong at once, since normalizing masses of accents would block the event loop", async () => {
  const longPassword = `a${"\u0301".repeat(32_000)}${"\u0327".repeat(32_000)}`;
  const started = processorMs();
  expect(await passwordMatches(longPassword, stored)).toBe(false);
  expect(processorMs() - started).toBeLessThan(1000);
});

it("a password matches in its fully decomposed form", async () => {
  // Four code points each: the longest form of the most characters.
  const composed = "\u1f82".repeat(128);
  expect(await passwordMatches(composed.normalize("NFD"), await hashPassword(composed))).toBe(true);
});

it("no password matches without an account, not even that of the dummy hash", async () => {
  expect(await passwordMatches("nobody has this password", undefined)).toBe(false);
});

it("a check takes as long for an unknown account", async () => {
  const timeOf = async (against: string | undefined) => {
    const start = performance.now();
    await passwordMatches("wrong", against);
    return performance.now() - start;
  };
  // Alternating, and the best of each, since other work only adds time.
  const times: { known: number; unknown: number }[] = [];
  for (let round = 0; round < 8; round += 1)
    times.push({ known: await timeOf(stored), unknown: await timeOf(undefined) });
  const [known, unknown] = [
    Math.min(...times.map((time) => time.known)),
    Math.min(...times.map((time) => time.unknown)),
  ];
  expect(unknown).toBeGreaterThan(known / 3);
});

it("a limited number of checks wait in a queue, and more are refused as busy", async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 300 }, () => passwordMatches("wrong", stored)));
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  // One check per spare core runs at once; sixteen places are reserved for known users.
  expect(300 - refused.length).toBe(48 + Math.max(1, availableParallelism() - 1));
  expect(refused.every(({ reason }) => reason.reason === "busy" && reason.retryAfter > 0)).toBe(true);
  expect(await passwordMatches("wrong", stored)).toBe(false);
});
