import { describe, expect, it } from "vitest";
import { type Scheduled, byStart, hasStarted, overAt } from "../../../app/models/bets/started.ts";
import { countdownOf } from "../../../app/models/bets/countdown.ts";

const zone = "America/New_York";
const start = "2026-11-21T00:30:00.000Z";

const at = (starts_at: string | null, game_date = ""): Scheduled => ({ starts_at, game_date });
const isStarted = (pick: Scheduled, now: string, where = zone) => hasStarted(pick, new Date(now), where);

describe("a pick with a start", () => {
  it.each([
    ["2026-11-21T00:29:59.999Z", false],
    ["2026-11-21T00:30:00.000Z", true],
    ["2026-11-21T00:30:00.001Z", true],
    ["2027-11-21T00:30:00.000Z", true],
  ])("has started once it has passed: at %s, %s", (now, started) => expect(isStarted(at(start), now)).toBe(started));

  it("goes by it, whatever its date says", () => {
    expect(isStarted(at(start, "2026-11-25"), start)).toBe(true);
    expect(isStarted(at(start, "2026-11-01"), "2026-11-20T00:00:00.000Z")).toBe(false);
  });
});

describe("a pick without a start", () => {
  it.each([
    ["2026-11-21T04:59:59.999Z", false],
    ["2026-11-21T05:00:00.000Z", true],
  ])("has started when its date is over in the zone: at %s, %s", (now, started) =>
    expect(isStarted(at(null, "2026-11-20"), now)).toBe(started),
  );

  it.each([
    ["2026-03-08T04:59:59.999Z", "2026-03-07", false],
    ["2026-03-08T05:00:00.000Z", "2026-03-07", true],
    // The day has 23 hours.
    ["2026-03-09T03:59:59.999Z", "2026-03-08", false],
    ["2026-03-09T04:00:00.000Z", "2026-03-08", true],
    ["2026-11-01T03:59:59.999Z", "2026-10-31", false],
    ["2026-11-01T04:00:00.000Z", "2026-10-31", true],
    // The day has 25 hours.
    ["2026-11-02T04:59:59.999Z", "2026-11-01", false],
    ["2026-11-02T05:00:00.000Z", "2026-11-01", true],
  ])("has started at the end of the day, also where a clock changes: at %s, of %s, %s", (now, date, started) =>
    expect(isStarted(at(null, date), now)).toBe(started),
  );

  it.each([
    ["Asia/Tokyo", "2026-11-20T15:00:00.000Z"],
    ["Pacific/Kiritimati", "2026-11-20T10:00:00.000Z"],
    ["UTC", "2026-11-21T00:00:00.000Z"],
    ["America/Los_Angeles", "2026-11-21T08:00:00.000Z"],
  ])("has started at the zone's own midnight: %s", (where, midnight) => {
    const before = new Date(Date.parse(midnight) - 1).toISOString();
    expect([before, midnight].map((now) => isStarted(at(null, "2026-11-20"), now, where))).toEqual([false, true]);
  });

  it("and without a date never starts", () =>
    expect(["2000-01-01T00:00:00.000Z", "2100-12-31T23:59:59.999Z"].map((now) => isStarted(at(null), now))).toEqual([
      false,
      false,
    ]));
});

describe("the countdown", () => {
  const before = (ms: number) => countdownOf({ starts_at: start, over_at: null }, new Date(Date.parse(start) - ms));
  const [second, minute, hour] = [1000, 60_000, 3_600_000];

  it.each([
    [24 * hour, ""],
    [3 * hour, ""],
    [3 * hour - 1, "starts in 3 h"],
    [3 * hour - minute, "starts in 2 h 59 min"],
    [2 * hour + 12 * minute, "starts in 2 h 12 min"],
    [2 * hour, "starts in 2 h"],
    [2 * hour - second, "starts in 2 h"],
    [2 * hour - minute, "starts in 1 h 59 min"],
    [hour + minute, "starts in 1 h 1 min"],
    [hour, "starts in 1 h"],
    [hour - minute, "starts in 59 min"],
    [42 * minute, "starts in 42 min"],
    [42 * minute - second, "starts in 42 min"],
    [minute, "starts in 1 min"],
    [1, "starts in 1 min"],
    [0, "Started"],
    [-second, "Started"],
    [-24 * hour, "Started"],
  ])("%i ms before the start is %j", (ms, text) => expect(before(ms)).toBe(text));

  it.each([
    ["2026-11-20", "2026-11-21T04:59:00.000Z", ""],
    ["2026-11-20", "2026-11-21T05:00:00.000Z", "Started"],
    ["", "2026-11-21T05:00:00.000Z", ""],
  ])("of a pick without a start, dated %j, at %s is %j", (date, now, text) =>
    expect(countdownOf({ starts_at: null, over_at: overAt(at(null, date), zone) }, new Date(now))).toBe(text),
  );
});

describe("byStart", () => {
  const picks = {
    afternoon: at("2026-11-20T18:00:00.000Z", "2026-11-20"),
    evening: at(start, "2026-11-20"),
    sometime: at(null, "2026-11-20"),
    nextDay: at("2026-11-21T18:00:00.000Z", "2026-11-21"),
    nextDaySometime: at(null, "2026-11-21"),
    undated: at(null),
  };
  const order = (names: (keyof typeof picks)[]) => names.toSorted((one, other) => byStart(picks[one], picks[other]));

  it("puts the soonest first, those without a start last in their day, and the undated at the end", () =>
    expect(order(["undated", "nextDaySometime", "nextDay", "sometime", "afternoon"])).toEqual([
      "afternoon",
      "sometime",
      "nextDay",
      "nextDaySometime",
      "undated",
    ]));

  it("knows that an evening in America is the next day in UTC", () =>
    expect(order(["sometime", "evening", "nextDay"])).toEqual(["evening", "sometime", "nextDay"]));

  it("leaves equal ones in their order", () => {
    expect(byStart(picks.evening, { ...picks.evening })).toBe(0);
    expect(byStart(picks.undated, at(null))).toBe(0);
  });
});
