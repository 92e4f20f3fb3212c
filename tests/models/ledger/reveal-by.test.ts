import { expect, it } from "vitest";
import { revealByOf } from "../../../app/models/ledger/reveal-by.ts";

const newYork = "America/New_York";
const at = "2026-01-14T14:00:00.000Z";

it.each<[string, string, string | null, string, string]>([
  ["the contract's vector", "2026-01-14", "2026-01-15T00:30:00.000Z", newYork, "2026-01-15T11:00:00.000Z"],
  ["a date alone", "2026-01-14", null, newYork, "2026-01-15T11:00:00.000Z"],
  ["a start alone", "", "2026-01-15T00:30:00.000Z", newYork, "2026-01-15T11:00:00.000Z"],
  ["a start on a later day", "2026-01-14", "2026-01-16T00:30:00.000Z", newYork, "2026-01-16T11:00:00.000Z"],
  ["a date after the start", "2026-01-17", "2026-01-16T00:30:00.000Z", newYork, "2026-01-18T11:00:00.000Z"],
  ["another zone", "2026-01-14", "2026-01-14T16:00:00.000Z", "Asia/Tokyo", "2026-01-15T21:00:00.000Z"],
  ["the day of a clock change", "2026-03-07", null, newYork, "2026-03-08T10:00:00.000Z"],
  ["neither date nor start", "", null, newYork, "2026-02-09T14:00:00.000Z"],
  ["more than 400 days away", "2027-06-01", null, newYork, "2027-02-18T14:00:00.000Z"],
  ["a game that is over", "2026-01-01", null, newYork, "2026-01-02T11:00:00.000Z"],
])("%s", (_, game_date, starts_at, zone, due) =>
  expect(revealByOf({ game_date, starts_at, published_at: "2026-01-10T14:00:00.000Z", at }, zone)).toBe(due),
);
