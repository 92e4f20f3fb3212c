import { expect, test } from "vitest";
import { formatMoment } from "../../../app/time/moment.ts";

const now = new Date("2026-11-24T12:00:00.000Z");

test.each([
  ["2026-11-24T06:15:07.000Z", "Nov 24, 1:15:07 AM"],
  ["2026-01-05T17:00:59.999Z", "Jan 5, 12:00:59 PM"],
  ["2025-11-24T06:15:07.000Z", "Nov 24, 2025, 1:15:07 AM"],
  // New Year's Eve in America.
  ["2026-01-01T04:59:59.000Z", "Dec 31, 2025, 11:59:59 PM"],
])("%s is %s in New York", (iso, text) => expect(formatMoment(iso, "America/New_York", now)).toBe(text));

test("the year is that of the zone", () => {
  const newYear = new Date("2027-01-01T03:00:00.000Z");
  expect(formatMoment("2027-01-01T02:00:00.000Z", "America/New_York", newYear)).toBe("Dec 31, 9:00:00 PM");
  expect(formatMoment("2027-01-01T02:00:00.000Z", "Asia/Tokyo", newYear)).toBe("Jan 1, 11:00:00 AM");
});
