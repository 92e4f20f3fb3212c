import { describe, expect, it } from "vitest";
import {
  breakEndText,
  breakLengths,
  endOfBreak,
  isPossibleEnd,
  lengthLabel,
  onBreakText,
  runningBreak,
} from "../../app/models/break.ts";

const zone = "America/New_York";
const at = (iso: string) => new Date(iso);
const ends = (iso: string, in_ = zone) => breakLengths.map((length) => endOfBreak(length, at(iso), in_).toISOString());

describe("a break", () => {
  it("ends at the same time of day, after so many days, weeks or months", () =>
    expect(ends("2026-11-10T20:15:00.000Z")).toEqual([
      "2026-11-11T20:15:00.000Z",
      "2026-11-13T20:15:00.000Z",
      "2026-11-17T20:15:00.000Z",
      "2026-11-24T20:15:00.000Z",
      "2026-12-10T20:15:00.000Z",
      "2027-02-10T20:15:00.000Z",
      // Summer time has begun.
      "2027-05-10T19:15:00.000Z",
    ]));

  it("ends at the end of the minute in which it begins", () =>
    expect(endOfBreak("1-day", at("2026-11-10T20:15:00.001Z"), zone).toISOString()).toBe("2026-11-11T20:16:00.000Z"));

  it("ends on the last day of a month that is too short", () =>
    expect(endOfBreak("6-months", at("2026-08-31T16:00:00.000Z"), "UTC").toISOString()).toBe(
      "2027-02-28T16:00:00.000Z",
    ));

  it.each([
    ["before midnight in the zone", "2026-11-11T04:59:00.000Z", "2026-11-12T04:59:00.000Z"],
    ["at a time that the end of summer time repeats", "2026-10-31T05:30:00.000Z", "2026-11-01T05:30:00.000Z"],
    ["at a time that the beginning of summer time skips", "2026-03-07T07:30:00.000Z", "2026-03-08T07:30:00.000Z"],
    ["before 1 AM on the day on which summer time ends", "2026-11-01T04:30:00.000Z", "2026-11-02T05:30:00.000Z"],
  ])("begins %s", (_what, begin, end) => expect(endOfBreak("1-day", at(begin), zone).toISOString()).toBe(end));

  it("lasts one day to six months, with an hour to read its end before confirming it", () => {
    const now = at("2026-11-10T20:15:00.000Z");
    const possible = (until: string) => isPossibleEnd(until, now, zone);
    expect([
      possible("2026-11-11T19:14:59.000Z"),
      possible("2026-11-11T19:15:00.000Z"),
      possible("2027-05-10T20:15:00.000Z"),
      possible("2027-05-10T20:16:00.000Z"),
    ]).toEqual([false, true, true, false]);
  });

  it("is over exactly at its end", () => {
    const until = "2026-11-11T20:15:00.000Z";
    expect([
      runningBreak(null, at(until)),
      runningBreak(until, at(until)),
      runningBreak(until, at("2026-11-11T20:14:59.999Z")),
    ]).toEqual([null, null, until]);
  });

  it("is written in words, in the site's zone", () => {
    expect(breakLengths.map(lengthLabel).join(", ")).toBe(
      "1 day, 3 days, 1 week, 2 weeks, 1 month, 3 months, 6 months",
    );
    expect(breakEndText("2026-12-07T20:15:00.000Z", zone)).toBe("Monday, December 7, 2026, 3:15 PM ET");
    expect(onBreakText("2026-12-08T03:15:00.000Z", zone)).toBe(
      "You are on a break until Monday, December 7, 2026, 10:15 PM ET.",
    );
  });
});
