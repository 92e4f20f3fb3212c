import fc from "fast-check";
import { expect, test } from "vitest";
import { dayText, runsByDay } from "../../../app/models/bets/game-day.ts";

test.each([
  ["2026-11-20", "Today, Fri 11/20"],
  ["2026-11-21", "Tomorrow, Sat 11/21"],
  ["2026-11-22", "Sun 11/22"],
  ["2026-11-19", "Thu 11/19"],
  ["2027-01-01", "Fri 01/01/2027"],
  ["", "No date"],
])("on 11/20/2026 the day %j is headed %j", (date, text) => expect(dayText(date, "2026-11-20")).toBe(text));

test("the day after New Year's Eve is tomorrow", () =>
  expect(dayText("2027-01-01", "2026-12-31")).toBe("Tomorrow, Fri 01/01"));

test("a list is split where its day changes, and keeps its order", () => {
  expect(runsByDay(["A", "A", "B", "A"].map((day, id) => ({ day, id })))).toEqual([
    {
      day: "A",
      picks: [
        { day: "A", id: 0 },
        { day: "A", id: 1 },
      ],
    },
    { day: "B", picks: [{ day: "B", id: 2 }] },
    { day: "A", picks: [{ day: "A", id: 3 }] },
  ]);
  fc.assert(
    fc.property(fc.array(fc.constantFrom("A", "B", "C")), (days) => {
      const picks = days.map((day, id) => ({ day, id }));
      const runs = runsByDay(picks);
      expect(runs.flatMap((run) => run.picks)).toEqual(picks);
      expect(runs.every((run, index) => run.day !== runs[index + 1]?.day)).toBe(true);
    }),
  );
});
