import { expect, it } from "vitest";
import { addDays } from "../../../app/time/calendar-date.ts";
import { dateIn, instantIn } from "../../../app/time/zone-time.ts";
import { zoneDays } from "../../../app/models/ledger/zone-days.ts";

// Two clock changes a year, half an hour, a month without summer time, a day that was skipped, and the farthest ones.
const zones = [
  "UTC",
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Africa/Cairo",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Etc/GMT+12",
  "America/St_Johns",
  "Asia/Kathmandu",
];

const spans: readonly [first: string, days: number][] = [
  ["2009-12-31", 2200],
  ["2025-12-31", 370],
];

it.each(zones)("%s has its days, with clock changes and without", (zone) => {
  const days = zoneDays(zone);
  const wrong: string[] = [];
  for (const [first, count] of spans)
    for (let date = first, index = 0; index < count; index += 1, date = addDays(date, 1)) {
      const start = instantIn(zone, date, 0);
      if (days.startOf(date) !== start.toISOString()) wrong.push(`${date} begins at ${days.startOf(date)}`);
      for (const around of [start.getTime() - 1, start.getTime()].map((time) => new Date(time)))
        if (days.dateOf(around.toISOString()) !== dateIn(zone, around)) wrong.push(around.toISOString());
    }
  expect(wrong).toEqual([]);
});
