import { expect, it } from "vitest";
import { claimText } from "../../../app/models/history/claims.server.ts";

const range = (from: number, to: number, wins: number, bets: number) => ({
  from,
  to,
  bets,
  wins,
  winPercent: (wins / bets) * 100,
  averageConfidence: from + 2,
});
const claims = [range(0, 50, 1, 3), range(55, 60, 400, 801), range(70, 100, 3, 4)];

it.each([
  [57, "55-60% won 50% of 801"],
  [55, "55-60% won 50% of 801"],
  [49.9, "under 50% won 33% of 3"],
  [100, "from 70% won 75% of 4"],
  [52, "no pick like it is settled yet"],
  [62.5, "no pick like it is settled yet"],
  [null, ""],
])("a claim of %d is worth: %s", (confidence, text) => expect(claimText(confidence, claims)).toBe(text));

it("without settled picks no claim has a record", () =>
  expect(claimText(60, [])).toBe("no pick like it is settled yet"));
