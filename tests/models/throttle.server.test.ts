import { describe, expect, it } from "vitest";
import { db } from "../../app/db.server.ts";
import {
  type Limit,
  atMost,
  countAttempt,
  forgiveAttempt,
  perAddress,
  perAccountAndAddress,
} from "../../app/models/throttle.server.ts";
import { Refusal } from "../../app/refusal.ts";
import { nextNumber } from "../support/database/factories.ts";

const start = Date.parse("2026-11-21T12:00:00.000Z");
const at = (seconds: number) => new Date(start + seconds * 1000);

function limit(changes: Partial<Limit> = {}): Limit {
  return {
    key: `key ${nextNumber()}`,
    attempts: 3,
    windowSeconds: 86_400,
    waitSeconds: 60,
    longestWaitSeconds: 3600,
    ...changes,
  };
}

/** 0 when the attempt was accepted, or the seconds to wait. */
function attempt(limits: Limit[], seconds = 0): Promise<number> {
  return countAttempt(limits, at(seconds)).then(
    () => 0,
    (error: unknown) => {
      if (error instanceof Refusal && error.reason === "too-many") return error.retryAfter ?? Number.NaN;
      throw error;
    },
  );
}

async function attempts(count: number, limits: Limit[], seconds = 0): Promise<number[]> {
  const waits: number[] = [];
  for (let index = 0; index < count; index += 1) waits.push(await attempt(limits, seconds));
  return waits;
}

describe("a rate limit", () => {
  it("accepts its attempts and then returns the seconds to wait", async () => {
    const own = limit();
    expect(await attempts(4, [own])).toEqual([0, 0, 0, 60]);
    expect([await attempt([own], 59), await attempt([own], 59.5)]).toEqual([1, 1]);
  });

  it("reached with a wrong clock is cleared when the clock is right again", async () => {
    const [own, corrected] = [limit(), limit()];
    await attempts(3, [own], 400 * 86_400);
    expect([await attempt([own], 400 * 86_400), await attempt([own])]).toEqual([60, 0]);
    // A small correction gives no new attempts.
    await attempts(3, [corrected], 30);
    expect(await attempt([corrected])).toBe(90);
  });

  it("that is forgiven does not change other limits, and gives no extra attempts", async () => {
    const [cleared, returned, other] = [limit(), limit(), limit()];
    await attempts(3, [cleared, returned, other]);
    await forgiveAttempt([cleared], [returned]);
    expect([await attempt([other]), await attempt([cleared])]).toEqual([60, 0]);
    const fresh = limit();
    await forgiveAttempt([fresh], [fresh, cleared, cleared, cleared]);
    expect(await attempts(4, [cleared])).toEqual([0, 0, 0, 60]);
  });

  it("doubles the lockout with each further attempt, from a minute to an hour", async () => {
    const own = limit();
    await attempts(3, [own]);
    const waits: number[] = [];
    let now = 0;
    for (let round = 0; round < 9; round += 1) {
      waits.push(await attempt([own], now));
      now += waits.at(-1) ?? 0;
      expect(await attempt([own], now)).toBe(0);
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
  });

  it("with a constant lockout gives all its attempts again: 20 an hour stay 20 an hour", async () => {
    const own = limit({ attempts: 20, windowSeconds: 3600, waitSeconds: 3600, longestWaitSeconds: 3600 });
    const inHour = async (hour: number) => {
      let accepted = 0;
      for (let minute = 0; minute < 79; minute += 1)
        if ((await attempt([own], hour * 79 * 60 + minute * 60)) === 0) accepted += 1;
      return accepted;
    };
    expect([await inHour(0), await inHour(1), await inHour(2)]).toEqual([20, 20, 20]);
  });

  it("does not extend a lockout by attempts during it", async () => {
    const own = limit();
    await attempts(3, [own]);
    expect(await attempts(50, [own], 10)).toEqual(Array(50).fill(50));
    expect(await attempt([own], 60)).toBe(0);
  });

  it("starts again when its window is over", async () => {
    const own = limit({ windowSeconds: 600 });
    await attempts(2, [own]);
    expect(await attempts(4, [own], 600)).toEqual([0, 0, 0, 60]);
  });

  it("starts again when it was cleared", async () => {
    const own = limit();
    await attempts(2, [own]);
    await forgiveAttempt([own], []);
    expect(await attempts(4, [own])).toEqual([0, 0, 0, 60]);
  });

  it("gives back one attempt after a success", async () => {
    const own = limit();
    await attempts(3, [own]);
    await forgiveAttempt([], [own]);
    expect(await attempts(2, [own])).toEqual([0, 60]);
  });

  it("gives nothing back when nothing was counted", async () => {
    const own = limit();
    await forgiveAttempt([own], [own]);
    expect(await attempts(4, [own])).toEqual([0, 0, 0, 60]);
  });

  it("counts parallel attempts one by one", async () => {
    const own = limit();
    const waits = await Promise.all(Array.from({ length: 20 }, () => attempt([own])));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  it("does not affect other keys", async () => {
    const [own, other] = [limit(), limit()];
    await attempts(4, [own]);
    expect(await attempt([other])).toBe(0);
  });
});

it("an attempt counts for none of several limits while one is locked out", async () => {
  const [strict, loose] = [limit({ attempts: 1 }), limit()];
  await attempts(10, [strict, loose]);
  expect(await attempts(3, [loose])).toEqual([0, 0, 60]);
});

it("the refusal has the longest of several lockouts, also in its message", async () => {
  const [short, long] = [limit({ attempts: 1 }), limit({ attempts: 1, waitSeconds: 600 })];
  await attempts(1, [short, long]);
  await expect(countAttempt([short, long], at(0))).rejects.toMatchObject({
    reason: "too-many",
    message: "Too many attempts. Please try again in 10 minutes.",
    retryAfter: 600,
  });
  await expect(countAttempt([short], at(0))).rejects.toMatchObject({
    message: "Too many attempts. Please try again in 60 seconds.",
  });
  await expect(countAttempt([short], at(59))).rejects.toMatchObject({
    message: "Too many attempts. Please try again in 1 second.",
  });
});

it("the key of a limit is stored only as a hash", async () => {
  await attempts(1, [limit({ key: "sign-in:jordan@example.test" })]);
  const rows = await db.selectFrom("throttles").selectAll().execute();
  expect(rows.every(({ key }) => /^[\da-f]{64}$/.test(key))).toBe(true);
  expect(JSON.stringify(rows)).not.toContain("jordan");
});

it("an IPv6 address counts by its /64, /56 and /48, with higher limits for the wider ones, an IPv4 address by itself", () => {
  const counted = (limits: Limit[]) => limits.map(({ key, attempts }) => [key, attempts]);
  expect(counted(perAddress("tries", "2001:db8:7:a1b2", atMost(30, 600)))).toEqual([
    ["tries:2001:db8:7:a1b2", 30],
    ["tries:2001:db8:7:a100/56", 120],
    ["tries:2001:db8:7/48", 480],
  ]);
  expect(counted(perAccountAndAddress("tries of a@b.co", "2001:db8:7:a1b2", atMost(5, 600)))).toEqual([
    ["tries of a@b.co:2001:db8:7:a1b2", 5],
    ["tries of a@b.co:2001:db8:7:a100/56", 10],
    ["tries of a@b.co:2001:db8:7/48", 15],
  ]);
  for (const limits of [perAddress, perAccountAndAddress])
    expect(limits("tries", "203.0.113.7", atMost(5, 600))).toEqual([{ key: "tries:203.0.113.7", ...atMost(5, 600) }]);
});
