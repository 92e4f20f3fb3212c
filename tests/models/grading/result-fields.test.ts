import { expect, it } from "vitest";
import { resultFields } from "../../../app/models/grading/results.server.ts";

const result = { sport: "NBA", game_date: "11/20/2026", away: "Lakers", home: "Celtics", away_score: 1, home_score: 2 };

it.each([
  ["F/OT", "final"],
  ["", "final"],
  [undefined, "final"],
  [null, "final"],
  ["PPD", "postponed"],
])("a result's status %j is %s", (status, read) => expect(resultFields.parse({ ...result, status }).status).toBe(read));

it.each([
  ["Walkover", 'No rule grades "Walkover". Settle these picks by hand.'],
  ["halftime", "Choose a status from the list."],
  [7, "Choose a status from the list."],
  [{}, "Choose a status from the list."],
  [Object.create(null), "Choose a status from the list."],
])("a result's status %j is refused at its field", (status, message) => {
  const { error } = resultFields.safeParse({ ...result, status });
  expect(error?.issues.map(({ path, message: text }) => [path, text])).toEqual([[["status"], message]]);
});
