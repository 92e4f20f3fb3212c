import { expect, test } from "vitest";
import { recentResultsText } from "../../../app/models/history/recent-results.ts";

const none = { wins: 0, losses: 0, pushes: 0, totalBets: 0, unitsWon: 0 };
const figures = (wins: number, losses: number, pushes: number, unitsWon: number) => ({
  wins,
  losses,
  pushes,
  unitsWon,
  totalBets: wins + losses + pushes,
});

test.each([
  [figures(12, 8, 1, 2.35), figures(3, 1, 0, 1.1), "Last 7 days: 12-8-1, +2.35 units. Pro picks: 3-1, +1.10 units."],
  [figures(1, 4, 0, -3.125), figures(0, 2, 0, -2), "Last 7 days: 1-4, -3.13 units. Pro picks: 0-2, -2.00 units."],
  [figures(0, 0, 2, 0), none, "Last 7 days: 0-0-2, 0.00 units."],
  [none, figures(3, 1, 1, 1.1), "Last 7 days, pro picks: 3-1-1, +1.10 units."],
  [none, none, "No results in the last 7 days."],
] as const)("of %j and pro %j it says %j", (regular, pro, expected) =>
  expect(recentResultsText({ regular, pro })).toBe(expected),
);
