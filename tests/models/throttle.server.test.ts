import { describe, expect, it } from "vitest";
import { db } from "../../app/db.server.ts";
import type { Limit } from "../../app/models/throttle.server.ts";
import { atMost, countAttempt, forgiveAttempt, fromAddress, fromAddressAt } from "../../app/models/throttle.server.ts";
import { Refusal } from "../../app/refusal.ts";
import { nextNumber } from "../support/database/factories.ts";

const start = Date.parse("2026-11-21T12:00:00.000Z");
const at = (seconds: number) => new Date(start + seconds * 1000);

function limit(changes: Partial<Limit> = {}): Limit {
  return { key: `key ${nextNumber()}`, attempts: 3, windowSeconds: 86_400, waitSeconds: 60, longestWaitSeconds: 3600, ...changes };
}

/** 0 when the attempt went through, else the seconds to wait. */
function attempt(limits: Limit[], seconds = 0): Promise<number> {
  return countAttempt(limits, at(seconds)).then(() => 0, (error: unknown) => {
    if (error instanceof Refusal && error.reason === "too-many") return error.retryAfter ?? Number.NaN;
    throw error;
  });
}

async function attempts(count: number, limits: Limit[], seconds = 0): Promise<number[]> {
  const waits: number[] = [];
  for (let index = 0; index < count; index += 1) waits.push(await attempt(limits, seconds));
  return waits;
}

describe("a limit", () => {
  it("lets its attempts through and then says how long to wait", async () => {
    const own = limit();
    expect(await attempts(4, [own])).toEqual([0, 0, 0, 60]);
    expect([await attempt([own], 59), await attempt([own], 59.5)]).toEqual([1, 1]);
  });

  it("that was reached while the clock was wrong keeps nobody waiting once it is right", async () => {
    const [own, corrected] = [limit(), limit()];
    await attempts(3, [own], 400 * 86_400);
    expect([await attempt([own], 400 * 86_400), await attempt([own])]).toEqual([60, 0]);
    // A correction by seconds gives nobody new attempts.
    await attempts(3, [corrected], 30);
    expect(await attempt([corrected])).toBe(90);
  });

  it("that is forgiven leaves every other as it is, and gives no more attempts than there were", async () => {
    const [cleared, returned, other] = [limit(), limit(), limit()];
    await attempts(3, [cleared, returned, other]);
    await forgiveAttempt([cleared], [returned]);
    expect([await attempt([other]), await attempt([cleared])]).toEqual([60, 0]);
    const fresh = limit();
    await forgiveAttempt([fresh], [fresh, cleared, cleared, cleared]);
    expect(await attempts(4, [cleared])).toEqual([0, 0, 0, 60]);
  });

  it("doubles the wait with each further attempt, from a minute to an hour", async () => {
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

  it("whose wait never grows gives all its attempts again after it: 20 an hour stay 20 an hour", async () => {
    const own = limit({ attempts: 20, windowSeconds: 3600, waitSeconds: 3600, longestWaitSeconds: 3600 });
    const inHour = async (hour: number) => {
      let through = 0;
      for (let minute = 0; minute < 79; minute += 1) if ((await attempt([own], hour * 79 * 60 + minute * 60)) === 0) through += 1;
      return through;
    };
    expect([await inHour(0), await inHour(1), await inHour(2)]).toEqual([20, 20, 20]);
  });

  it("does not make a wait longer for those who knock during it", async () => {
    const own = limit();
    await attempts(3, [own]);
    expect(await attempts(50, [own], 10)).toEqual(Array(50).fill(50));
    expect(await attempt([own], 60)).toBe(0);
  });

  it("starts anew when its window is over", async () => {
    const own = limit({ windowSeconds: 600 });
    await attempts(2, [own]);
    expect(await attempts(4, [own], 600)).toEqual([0, 0, 0, 60]);
  });

  it("starts anew when it was cleared", async () => {
    const own = limit();
    await attempts(2, [own]);
    await forgiveAttempt([own], []);
    expect(await attempts(4, [own])).toEqual([0, 0, 0, 60]);
  });

  it("gives back one attempt that was right, not more", async () => {
    const own = limit();
    await attempts(3, [own]);
    await forgiveAttempt([], [own]);
    expect(await attempts(2, [own])).toEqual([0, 60]);
  });

  it("gives nothing back where nothing was counted", async () => {
    const own = limit();
    await forgiveAttempt([own], [own]);
    expect(await attempts(4, [own])).toEqual([0, 0, 0, 60]);
  });

  it("counts parallel attempts one by one", async () => {
    const own = limit();
    const waits = await Promise.all(Array.from({ length: 20 }, () => attempt([own])));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  it("is no one else's", async () => {
    const [own, other] = [limit(), limit()];
    await attempts(4, [own]);
    expect(await attempt([other])).toBe(0);
  });
});

it("counts against none of several limits while one of them waits", async () => {
  const [strict, loose] = [limit({ attempts: 1 }), limit()];
  await attempts(10, [strict, loose]);
  expect(await attempts(3, [loose])).toEqual([0, 0, 60]);
});

it("says the longest of several waits, in words as well", async () => {
  const [short, long] = [limit({ attempts: 1 }), limit({ attempts: 1, waitSeconds: 600 })];
  await attempts(1, [short, long]);
  await expect(countAttempt([short, long], at(0))).rejects.toMatchObject({ reason: "too-many", message: "Too many attempts. Please try again in 10 minutes.", retryAfter: 600 });
  await expect(countAttempt([short], at(0))).rejects.toMatchObject({ message: "Too many attempts. Please try again in 60 seconds." });
  await expect(countAttempt([short], at(59))).rejects.toMatchObject({ message: "Too many attempts. Please try again in 1 second." });
});

it("stores whom it limits as a hash only", async () => {
  await attempts(1, [limit({ key: "sign-in:jordan@example.test" })]);
  const rows = await db.selectFrom("throttles").selectAll().execute();
  expect(rows.every(({ key }) => /^[\da-f]{64}$/.test(key))).toBe(true);
  expect(JSON.stringify(rows)).not.toContain("jordan");
});

it("counts an IPv6 address by its /64, /56 and /48, with more for the wider ones, and an IPv4 address alone", () => {
  const counted = (limits: Limit[]) => limits.map(({ key, attempts }) => [key, attempts]);
  expect(counted(fromAddress("tries", "2001:db8:7:a1b2", atMost(30, 600)))).toEqual([["tries:2001:db8:7:a1b2", 30], ["tries:2001:db8:7:a100/56", 120], ["tries:2001:db8:7/48", 480]]);
  expect(counted(fromAddressAt("tries of a@b.co", "2001:db8:7:a1b2", atMost(5, 600)))).toEqual([["tries of a@b.co:2001:db8:7:a1b2", 5], ["tries of a@b.co:2001:db8:7:a100/56", 10], ["tries of a@b.co:2001:db8:7/48", 15]]);
  for (const limits of [fromAddress, fromAddressAt]) expect(limits("tries", "203.0.113.7", atMost(5, 600))).toEqual([{ key: "tries:203.0.113.7", ...atMost(5, 600) }]);
});
