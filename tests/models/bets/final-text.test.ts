import { expect, test } from "vitest";
import { finalText, gameText, shortFinalText } from "../../../app/models/bets/final-text.ts";

const lakers = { sport: "NBA", away: "Lakers", home: "Celtics" };
const plain = (text: string) => text.replaceAll("\u00a0", " ");
const fight = { sport: "UFC", away: "Jones", home: "Pereira" };

test.each([
  ["a score", lakers, 104, 112, "Final: Lakers 104, Celtics 112"],
  ["a score of nothing", { ...lakers, sport: "MLS" }, 0, 0, "Final: Lakers 0, Celtics 0"],
  ["the home winner of a fight", fight, 0, 1, "Winner: Pereira"],
  ["the away winner of a match", { ...fight, sport: "Tennis" }, 1, 0, "Winner: Jones"],
  ["a level fight", fight, 0, 0, "Draw"],
  ["an unknown away score", lakers, null, 112, ""],
  ["an unknown home score", lakers, 104, null, ""],
  ["an unknown away side", { ...lakers, away: "" }, 104, 112, ""],
  ["an unknown home side", { ...fight, home: "" }, 1, 0, ""],
] as const)("%s", (_title, sides, away_score, home_score, expected) =>
  expect(plain(finalText({ ...sides, away_score, home_score }))).toBe(expected),
);

test.each([
  ["Lakers @ Celtics", lakers, 104, 112, "Lakers 104 @ Celtics 112"],
  ["Lakers vs. Celtics", lakers, 104, 112, "Lakers 104 vs. Celtics 112"],
  ["Lakers @ Celtics", lakers, null, null, "Lakers @ Celtics"],
  ["Game 7 of the finals", lakers, 104, 112, "Game 7 of the finals · Final: Lakers 104, Celtics 112"],
  ["Celtics @ Lakers", lakers, 104, 112, "Celtics @ Lakers · Final: Lakers 104, Celtics 112"],
  ["LakersCeltics", lakers, 104, 112, "LakersCeltics · Final: Lakers 104, Celtics 112"],
  ["Lakers", { ...lakers, home: "Lakers" }, 1, 2, "Lakers · Final: Lakers 1, Lakers 2"],
  ["", lakers, 104, 112, "Final: Lakers 104, Celtics 112"],
  ["Lakers @ Celtics", { ...lakers, away: "", home: "" }, 104, 112, "Lakers @ Celtics"],
  ["Jones vs Pereira", fight, 0, 1, "Jones vs Pereira · Winner: Pereira"],
  ["Jones vs Pereira", fight, 1, 1, "Jones vs Pereira · Draw"],
  ["Jones vs Pereira", fight, null, null, "Jones vs Pereira"],
] as const)("the game %j of %j, %s to %s, reads %j", (game, sides, away_score, home_score, expected) =>
  expect(plain(gameText({ game, ...sides, away_score, home_score }))).toBe(expected),
);

test("a score stays on the line of its name", () => {
  const ended = { game: "Lakers @ Celtics", ...lakers, away_score: 104, home_score: 112 };
  expect(gameText(ended)).toBe("Lakers\u00a0104 @ Celtics\u00a0112");
  expect(finalText(ended)).toBe("Final: Lakers\u00a0104, Celtics\u00a0112");
});

test.each([
  [lakers, 104, 112, "Final 104-112"],
  [lakers, null, 112, ""],
  [fight, 1, 0, "Winner: Jones"],
  [fight, 0, 0, "Draw"],
] as const)("beside its game, %j by %s to %s is %j", (sides, away_score, home_score, expected) =>
  expect(shortFinalText({ ...sides, away_score, home_score })).toBe(expected),
);
