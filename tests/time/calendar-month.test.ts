import { expect, test } from "vitest";
import { addMonths, dateAfterKey, daysOfMonth, weekdayOf, yearsAround } from "../../app/time/calendar-month.ts";

test("months have the right number of days, also in leap years", () => {
  expect([daysOfMonth("2026-11-21").at(0), daysOfMonth("2026-11-21").at(-1)]).toEqual(["2026-11-01", "2026-11-30"]);
  expect(
    ["2024-02-01", "2026-02-01", "2000-02-01", "1900-02-01", "2026-12-31"].map((date) => daysOfMonth(date).length),
  ).toEqual([29, 28, 29, 28, 31]);
});

test("Sunday is the first day of the week", () => {
  expect([weekdayOf("2026-11-01"), weekdayOf("2026-11-21")]).toEqual([0, 6]);
});

test("a month later is the same day, or the last day of a shorter month", () => {
  expect([addMonths("2026-11-21", 1), addMonths("2026-11-21", 2), addMonths("2026-01-15", -1)]).toEqual([
    "2026-12-21",
    "2027-01-21",
    "2025-12-15",
  ]);
  expect([addMonths("2026-01-31", 1), addMonths("2024-02-29", 12), addMonths("2026-03-31", -1)]).toEqual([
    "2026-02-28",
    "2025-02-28",
    "2026-02-28",
  ]);
});

test.each([
  ["ArrowLeft", false, "2026-10-31"],
  ["ArrowRight", false, "2026-11-02"],
  ["ArrowUp", false, "2026-10-25"],
  ["ArrowDown", false, "2026-11-08"],
  ["Home", false, "2026-11-01"],
  ["End", false, "2026-11-07"],
  ["PageUp", false, "2026-10-01"],
  ["PageDown", false, "2026-12-01"],
  ["PageUp", true, "2025-11-01"],
  ["PageDown", true, "2027-11-01"],
  ["Enter", false, null],
  ["a", false, null],
])("from November 1, %s (shift: %s) leads to %s", (key, shift, date) => {
  expect(dateAfterKey("2026-11-01", key, shift)).toBe(date);
});

test("yearsAround has five years on each side, within the years that can be entered", () => {
  expect(yearsAround("2026-11-21")).toEqual([2021, 2022, 2023, 2024, 2025, 2026, 2027, 2028, 2029, 2030, 2031]);
  expect(yearsAround("9998-01-01").at(-1)).toBe(9999);
  expect(yearsAround("1000-01-01")[0]).toBe(1000);
});
