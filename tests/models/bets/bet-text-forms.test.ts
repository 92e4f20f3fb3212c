import { describe, expect, it } from "vitest";
import { readBet, readGame } from "../../../app/models/bets/bet-text.ts";

type Row = readonly [text: string, market: string, side: string, line: number | null, odds: number | null];
const unread = { market: "", side: "", line: null, odds: null };

function reads(sport: string, game: string, rows: readonly Row[]) {
  it.each(rows)(`${sport}, ${game}: %j is %s %s, line %j, odds %j`, (text, market, side, line, odds) =>
    expect(readBet(text, readGame(game), sport)).toEqual({ market, side, line, odds }),
  );
}

function isUnread(sport: string, game: string, texts: readonly string[]) {
  it.each(texts)(`${sport}, ${game}: %j has no reading, or two`, (text) =>
    expect(readBet(text, readGame(game), sport)).toEqual(unread),
  );
}

function isOther(sport: string, game: string, texts: readonly string[]) {
  it.each(texts)(`${sport}, ${game}: %j is another kind of bet`, (text) =>
    expect(readBet(text, readGame(game), sport)).toMatchObject({ ...unread, market: "other", odds: expect.anything() }),
  );
}

const celtics = "Los Angeles Lakers @ Boston Celtics";
const yankees = "Boston Red Sox @ New York Yankees";
const chelsea = "Arsenal v Chelsea";

describe("the game's total", () => {
  reads("NBA", celtics, [
    ["Total over 220.5", "total", "over", 220.5, null],
    ["Game total Under 220.5 (-110)", "total", "under", 220.5, -110],
    ["total o220.5", "total", "over", 220.5, null],
  ]);
  isOther("NBA", celtics, ["Celtics total over 112.5 -110", "Team total over 112.5 -110"]);
  isUnread("NBA", celtics, ["Total 220.5", "Total", "Over total 220.5"]);
  isOther("Other", "Total Chalaco v Racing", ["Total over 1.5 -110"]);
});

describe("a decimal price", () => {
  reads("NBA", celtics, [
    ["Celtics -3.5 @ 1.91", "spread", "home", -3.5, -110],
    ["Celtics -3.5 @1.909", "spread", "home", -3.5, -110],
    ["Celtics -3.5 at 2.00", "spread", "home", -3.5, 100],
    ["Celtics -3.5 @ 1.91 Pinnacle", "spread", "home", -3.5, -110],
    ["Over 8.5 1.91", "total", "over", 8.5, -110],
    ["Over 8.5 @ 2.50", "total", "over", 8.5, 150],
    ["Celtics ML 1.62", "moneyline", "home", null, -161],
    ["Lakers @ 2.38", "moneyline", "away", null, 138],
    ["Draw 3.40", "moneyline", "draw", null, 240],
  ]);
  isUnread("NBA", celtics, [
    "Celtics 1.50",
    "Celtics 1.91",
    "Celtics @ 1.50",
    "Celtics @ 3.5",
    "Celtics -3.5 @ 1.9",
    "Celtics -3.5 @ 1.00",
    "Celtics -3.5 @ 1001.01",
    "Over 8.5 2.50",
    "Over 8.5 2.5",
    "Over 1.91",
    "1.91",
    "@ 1.91",
  ]);
});

describe("a bet that a draw gives back", () => {
  reads("Other", chelsea, [
    ["Chelsea DNB", "spread", "home", 0, null],
    ["Arsenal draw no bet -140", "spread", "away", 0, -140],
    ["Chelsea DNB @ 1.75", "spread", "home", 0, -133],
  ]);
  reads("MLS", "LAFC @ Austin FC", [["Los Angeles FC dnb", "spread", "away", 0, null]]);
  isUnread("Other", chelsea, ["DNB", "Draw no bet", "Everton DNB", "Chelsea DNB -0.5", "Chelsea no bet"]);
  isUnread("NHL", "Boston Bruins @ New York Rangers", ["Bruins DNB"]);
  isUnread("", chelsea, ["Chelsea DNB"]);
});

describe("a run line or puck line", () => {
  reads("MLB", yankees, [
    ["Yankees run line -1.5", "spread", "home", -1.5, null],
    ["Yankees RL -1.5 (+140)", "spread", "home", -1.5, 140],
    ["NYY runline -1.5", "spread", "home", -1.5, null],
  ]);
  reads("NHL", "Boston Bruins @ New York Rangers", [["Bruins Puck Line +1.5 -180", "spread", "away", 1.5, -180]]);
  isUnread("MLB", yankees, ["Run line -1.5", "RL -1.5", "Puck line +1.5", "Yankees run line", "Yankees line -1.5"]);
  isUnread("MLB", yankees, ["Cubs run line -1.5", "Yankees RL 1.5", "Yankees run line -110"]);
});

describe("each-way and rounds", () => {
  isOther("Golf", "", ["Scheffler each way +900", "Scheffler e/w +900", "Scheffler each-way +900 DK"]);
  isOther("UFC", "Jones v Pereira", ["Over 2.5 rounds -110", "Jones in round 2 +600", "Under 2.5 Rounds -130 2u"]);
});
