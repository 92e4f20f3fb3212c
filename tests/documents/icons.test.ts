import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconNames, sportIcon } from "../../app/components/shared/icon.tsx";
import { sports } from "../../app/models/bets/sports.ts";

const lines = readFileSync("app/icons.svg", "utf8").trim().split("\n");

test("the file has one symbol per line for each icon name", () => {
  const symbols = lines
    .slice(1, -1)
    .map((line) => /^<symbol id="([a-z]+)" viewBox="0 0 24 24">.+<\/symbol>$/.exec(line)?.[1]);
  expect(symbols.sort()).toEqual([...iconNames].sort());
});

test("five sports have their own symbol, the others the game controller", () => {
  const own = { NBA: "nba", MLB: "mlb", NFL: "nfl", NHL: "nhl", UFC: "ufc" };
  expect(Object.fromEntries(sports.map((sport) => [sport, sportIcon(sport)]))).toEqual({
    ...Object.fromEntries(sports.map((sport) => [sport, "pad"])),
    ...own,
  });
});
