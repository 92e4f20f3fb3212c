import { describe, expect, it } from "vitest";
import { type QuietHours, timingOf } from "../../../app/models/alerts/quiet-hours.ts";

const newYork = "America/New_York";
const night: QuietHours = { from: "22:30", until: "07:00", late: "at-once", zone: newYork };

/** What happens to news of `now`, written as local time of winter or summer: the offset is part of it. */
const at = (now: string, quiet: Partial<QuietHours> = {}, starts: readonly (string | null)[] = []) => {
  const times = starts.map((start) => (start === null ? null : new Date(start).toISOString()));
  const timing = timingOf({ ...night, ...quiet }, new Date(now), times);
  return timing.what === "hold" ? timing.until.toISOString() : timing.what;
};

describe("quiet hours over midnight", () => {
  it.each([
    ["before they begin", "2026-01-10T22:29:59-05:00", "now"],
    ["when they begin", "2026-01-10T22:30:00-05:00", "2026-01-11T12:00:00.000Z"],
    ["after midnight", "2026-01-11T03:00:00-05:00", "2026-01-11T12:00:00.000Z"],
    ["in their last second", "2026-01-11T06:59:59-05:00", "2026-01-11T12:00:00.000Z"],
    ["when they end", "2026-01-11T07:00:00-05:00", "now"],
  ])("%s", (_when, now, expected) => {
    expect(at(now)).toBe(expected);
  });

  it("count in the reader's zone", () => {
    expect(at("2026-01-10T23:00:00-05:00", { zone: "Asia/Tokyo" })).toBe("now");
    expect(at("2026-01-10T23:00:00+09:00", { zone: "Asia/Tokyo" })).toBe("2026-01-10T22:00:00.000Z");
  });
});

describe("quiet hours within a day", () => {
  it.each([
    ["2026-01-10T12:59:00-05:00", "now"],
    ["2026-01-10T13:00:00-05:00", "2026-01-10T19:30:00.000Z"],
    ["2026-01-10T14:30:00-05:00", "now"],
  ])("at %s: %s", (now, expected) => {
    expect(at(now, { from: "13:00", until: "14:30" })).toBe(expected);
  });
});

it.each([
  ["two equal times", { from: "22:00", until: "22:00" }],
  ["no times", { from: "", until: "" }],
])("%s mean none", (_what, quiet) => {
  expect(at("2026-01-10T22:00:00-05:00", quiet)).toBe("now");
});

describe("a game that starts", () => {
  const now = "2026-01-10T23:00:00-05:00";

  it.each([
    ["before their end", "2026-01-11T06:59:00-05:00", "now", "drop"],
    ["at their end", "2026-01-11T07:00:00-05:00", "now", "drop"],
    ["after their end", "2026-01-11T07:01:00-05:00", "2026-01-11T12:00:00.000Z", "2026-01-11T12:00:00.000Z"],
  ])("%s", (_when, start, atOnce, never) => {
    expect([at(now, {}, [start]), at(now, { late: "never" }, [start])]).toEqual([atOnce, never]);
  });

  it.each([
    ["later", "2026-01-11T20:00:00-05:00"],
    ["at an unknown time", null],
  ])("before their end, and another one %s", (_when, other) => {
    const starts = ["2026-01-11T03:00:00-05:00", other];
    expect([at(now, {}, starts), at(now, { late: "never" }, starts)]).toEqual(["now", "2026-01-11T12:00:00.000Z"]);
  });
});

describe("a clock change", () => {
  it.each([
    ["shortens the night in spring", "2026-03-07T23:00:00-05:00", {}, "2026-03-08T11:00:00.000Z"],
    ["lengthens the night in autumn", "2026-10-31T23:00:00-04:00", {}, "2026-11-01T12:00:00.000Z"],
    ["skips their end, which moves on", "2026-03-07T23:00:00-05:00", { until: "02:30" }, "2026-03-08T07:30:00.000Z"],
    ["skips their begin", "2026-03-08T01:59:00-05:00", { from: "02:30" }, "now"],
    ["skips their begin, which moves on", "2026-03-08T03:30:00-04:00", { from: "02:30" }, "2026-03-08T11:00:00.000Z"],
    [
      "repeats their end: the second counts",
      "2026-11-01T01:10:00-05:00",
      { until: "01:30" },
      "2026-11-01T06:30:00.000Z",
    ],
    [
      "repeats their begin: the first counts",
      "2026-11-01T01:10:00-05:00",
      { from: "01:30" },
      "2026-11-01T12:00:00.000Z",
    ],
  ])("%s", (_what, now, quiet, expected) => {
    expect(at(now, quiet)).toBe(expected);
  });
});
