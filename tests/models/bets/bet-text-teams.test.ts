import { describe, expect, it } from "vitest";
import { readBet, readGame } from "../../../app/models/bets/bet-text.ts";

type Row = readonly [text: string, market: string, side: string, line: number | null, odds: number | null];

function reads(sport: string, game: string, rows: readonly Row[]) {
  it.each(rows)(`${sport}, ${game}: %j is %s %s, line %j, odds %j`, (text, market, side, line, odds) =>
    expect(readBet(text, readGame(game), sport)).toEqual({ market, side, line, odds }),
  );
}

function isUnread(sport: string, game: string, texts: readonly string[]) {
  it.each(texts)(`${sport}, ${game}: %j has no reading, or two`, (text) =>
    expect(readBet(text, readGame(game), sport)).toEqual({ market: "", side: "", line: null, odds: null }),
  );
}

const celtics = "Los Angeles Lakers @ Boston Celtics";

describe("what else a side's team is called", () => {
  reads("NBA", celtics, [
    ["BOS -3.5 (-110)", "spread", "home", -3.5, -110],
    ["bos -110", "moneyline", "home", null, -110],
    ["LA Lakers +4", "spread", "away", 4, null],
    ["LAL ML (+135)", "moneyline", "away", null, 135],
    ["Celts PK", "spread", "home", 0, null],
  ]);
  reads("NBA", "LAL @ BOS", [
    ["Celtics -3.5", "spread", "home", -3.5, null],
    ["Los Angeles Lakers ML", "moneyline", "away", null, null],
  ]);
  reads("NBA", "76ers @ Wolves", [
    ["Sixers +4.5", "spread", "away", 4.5, null],
    ["Timberwolves -4.5", "spread", "home", -4.5, null],
    ["Philly +150", "moneyline", "away", null, 150],
  ]);
  reads("NFL", "New York Jets @ New York Giants", [
    ["NY Giants -3", "spread", "home", -3, null],
    ["NYJ +3", "spread", "away", 3, null],
  ]);
  reads("MLB", "Arizona Diamondbacks @ New York Mets", [
    ["D-backs +1.5 -150", "spread", "away", 1.5, -150],
    ["New York ML", "moneyline", "home", null, null],
  ]);
  it("makes a team total of a total", () =>
    expect(readBet("BOS Over 112.5", readGame(celtics), "NBA").market).toBe("other"));
});

describe("a name that is not one side's alone", () => {
  isUnread("NBA", celtics, ["LA +4", "NYK -3.5", "Knicks ML", "BOS", "BOS 3.5", "BOS Celtics -3.5"]);
  isUnread("NBA", "Lakers @ Knicks", ["BOS -3.5", "Boston -3.5", "LA -3.5"]);
  isUnread("NFL", "New York Jets @ New York Giants", ["New York -3", "NY -3"]);
  isUnread("MLB", "Chicago Cubs @ New York Mets", ["NY -1.5", "CHI +120"]);
  isUnread("NCAAB", celtics, ["BOS -3.5"]);
  isUnread("", celtics, ["BOS -3.5", "LA Lakers +4"]);
  isUnread("NBA", "Boston Celtics @ BOS", ["Celts -3.5"]);
  isUnread("NBA", "BOS @ Celtics of Boston", ["Celts 3.5"]);
});

it("the words of the sides' names win", () => {
  const game = { away: "Boston Bulls", home: "New York Celtics" };
  expect(readBet("Celtics -3.5", game, "NBA").side).toBe("home");
  expect(readBet("Boston -3.5", game, "NBA").side).toBe("away");
});
