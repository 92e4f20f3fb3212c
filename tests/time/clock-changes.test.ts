import { describe, expect, it } from "vitest";
import { instantIn, instantsIn } from "../../app/time/zone-time.ts";

const newYork = "America/New_York";

describe("instantsIn", () => {
  const lordHowe = "Australia/Lord_Howe";

  it.each([
    ["skips an hour in New York", newYork, "2026-03-08", 2 * 60, []],
    ["skips its last minute", newYork, "2026-03-08", 3 * 60 - 1, []],
    ["has the minute before once", newYork, "2026-03-08", 2 * 60 - 1, ["2026-03-08T06:59:00.000Z"]],
    ["has the minute after once", newYork, "2026-03-08", 3 * 60, ["2026-03-08T07:00:00.000Z"]],
    [
      "repeats an hour in New York",
      newYork,
      "2026-11-01",
      60,
      ["2026-11-01T05:00:00.000Z", "2026-11-01T06:00:00.000Z"],
    ],
    ["has the minute before once", newYork, "2026-11-01", 59, ["2026-11-01T04:59:00.000Z"]],
    ["has the minute after once", newYork, "2026-11-01", 2 * 60, ["2026-11-01T07:00:00.000Z"]],
    ["skips an hour in Berlin", "Europe/Berlin", "2026-03-29", 150, []],
    [
      "repeats an hour in Berlin",
      "Europe/Berlin",
      "2026-10-25",
      150,
      ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"],
    ],
    ["skips half an hour on Lord Howe", lordHowe, "2026-10-04", 2 * 60 + 15, []],
    ["has the half hour after once", lordHowe, "2026-10-04", 2 * 60 + 30, ["2026-10-03T15:30:00.000Z"]],
    [
      "repeats half an hour on Lord Howe",
      lordHowe,
      "2026-04-05",
      60 + 45,
      ["2026-04-04T14:45:00.000Z", "2026-04-04T15:15:00.000Z"],
    ],
    ["has the half hour before once", lordHowe, "2026-04-05", 60 + 15, ["2026-04-04T14:15:00.000Z"]],
    [
      "repeats an hour in Auckland",
      "Pacific/Auckland",
      "2026-04-05",
      150,
      ["2026-04-04T13:30:00.000Z", "2026-04-04T14:30:00.000Z"],
    ],
    ["skips a whole day in Apia", "Pacific/Apia", "2011-12-30", 12 * 60, []],
    ["has every time in Tokyo once", "Asia/Tokyo", "2026-11-01", 90, ["2026-10-31T16:30:00.000Z"]],
  ])("%s: %s %s, %i minutes after midnight is %j", (_what, zone, date, minutes, instants) =>
    expect(instantsIn(zone, date, minutes).map((instant) => instant.toISOString())).toEqual(instants),
  );
});

describe("instantIn when the clocks change", () => {
  it.each([
    [newYork, "2026-11-01", 90, "2026-11-01T05:30:00.000Z"],
    ["Europe/Berlin", "2026-10-25", 150, "2026-10-25T00:30:00.000Z"],
    ["Australia/Lord_Howe", "2026-04-05", 105, "2026-04-04T14:45:00.000Z"],
    ["Pacific/Auckland", "2026-04-05", 150, "2026-04-04T13:30:00.000Z"],
  ])("returns the first of a repeated time in %s", (zone, date, minutes, instant) =>
    expect(instantIn(zone, date, minutes).toISOString()).toBe(instant),
  );

  it.each([
    ["Europe/Berlin", "2026-03-29", 150, "2026-03-29T01:30:00.000Z"],
    ["Australia/Lord_Howe", "2026-10-04", 135, "2026-10-03T15:45:00.000Z"],
    ["Pacific/Apia", "2011-12-30", 720, "2011-12-30T22:00:00.000Z"],
  ])("moves a skipped time in %s forward by the gap", (zone, date, minutes, instant) =>
    expect(instantIn(zone, date, minutes).toISOString()).toBe(instant),
  );
});
