import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newTotpSecret, stepOfCode, totpLink } from "../../../app/models/sign-in/totp.server.ts";
import { inFours } from "../../../app/models/sign-in/two-factor.ts";
import { totpCodeOf } from "../../support/two-factor.ts";

// RFC 6238, appendix B, SHA-1: the secret "12345678901234567890" in base32, the last six of eight digits.
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const vectors = [
  [59, "287082", 0x1],
  [1_111_111_109, "081804", 0x23523ec],
  [1_111_111_111, "050471", 0x23523ed],
  [1_234_567_890, "005924", 0x273ef07],
  [2_000_000_000, "279037", 0x3f940aa],
  [20_000_000_000, "353130", 0x27bc86aa],
] as const;
const ms = 1000;

describe("a code", () => {
  it.each(vectors)("matches RFC 6238 at %i s: %s", (seconds, code, step) =>
    expect(stepOfCode(code, secret, seconds * ms)).toBe(step),
  );

  it.each(vectors)("of %i s is accepted one step early or late, but not two", (seconds, code, step) => {
    const steps = [-60, -30, 30, 60].map((off) => stepOfCode(code, secret, (seconds + off) * ms));
    expect(steps).toEqual([null, step, step, null]);
  });

  it("is accepted until the last millisecond of the next step", () => {
    const start = 90_000_000 * ms;
    const code = totpCodeOf(secret, start);
    const steps = [start - 30_001, start - 30_000, start + 59_999, start + 60_000].map((now) =>
      stepOfCode(code, secret, now),
    );
    expect(steps).toEqual([null, start / 30_000, start / 30_000, null]);
  });

  it("of another secret is wrong", () =>
    expect(stepOfCode(totpCodeOf(newTotpSecret(), 59_000), secret, 59_000)).toBeNull());

  it("has exactly six digits", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/^\d{6}$/.test(text)),
        (text) => stepOfCode(text, secret, 59_000) === null,
      ),
    );
    expect(
      ["94287082", "+87082", "287 082", "２８７０８２", "0x4616", "287082\n"].map((text) =>
        stepOfCode(text, secret, 59_000),
      ),
    ).toEqual(Array(6).fill(null));
  });
});

it("a new secret has 160 random bits in base32", () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(50);
  expect(secrets.every((text) => /^[A-Z2-7]{32}$/.test(text))).toBe(true);
});

it("the link has the format of authenticator apps", () => {
  expect(totpLink(secret, "a+b@example.test")).toBe(
    `otpauth://totp/Simline:a%2Bb%40example.test?issuer=Simline&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
});

it("inFours groups by four characters", () =>
  expect([inFours("ABCDEFGHIJ"), inFours("")]).toEqual(["ABCD EFGH IJ", ""]));
