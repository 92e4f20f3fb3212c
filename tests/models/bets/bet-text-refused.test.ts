import { describe, expect, it } from "vitest";
import { readBet, readGame } from "../../../app/models/bets/bet-text.ts";

const unread = { market: "", side: "", line: null, odds: null };

function isOther(game: string, rows: readonly (readonly [text: string, odds: number | null])[]) {
  it.each(rows)(`%j of ${game || "an unknown game"} is another kind of bet, odds %j`, (text, odds) =>
    expect(readBet(text, readGame(game))).toEqual({ ...unread, market: "other", odds }),
  );
}

function isUnread(game: string, texts: readonly string[]) {
  it.each(texts)(`%j of ${game || "an unknown game"} has no reading, or two`, (text) =>
    expect(readBet(text, readGame(game))).toEqual(unread),
  );
}

const celtics = "Los Angeles Lakers @ Boston Celtics";

describe("team totals and props", () => {
  isOther(celtics, [
    ["Celtics Over 112.5", null],
    ["Team Over 24.5", null],
    ["Team Under 24.5 (-115)", -115],
    ["Lakers u112.5", null],
    ["LeBron James over 25.5 points", null],
    ["LeBron James o25.5 points + assists -120", -120],
    ["Tatum Over .5 threes", null],
    ["Celtics team total over 112.5 EVEN", 100],
  ]);
  isOther("", [["Celtics Over 112.5", null]]);
  isOther(celtics, [
    ["Lakers/Nuggets u220.5", null],
    ["Lakers/Lakers Over 220.5", null],
  ]);
  isOther("Michigan State @ Michigan", [["Michigan Over 24.5", null]]);
});

describe("periods", () => {
  isOther(celtics, [
    ["Celtics 1H -3.5", null],
    ["1H Celtics -3.5 (-110)", -110],
    ["Over 110.5 1H", null],
    ["1H Over 110.5", null],
    ["2h Lakers ML", null],
    ["H1 over 110", null],
    ["Lakers ML 1Q +150", 150],
    ["Q4 Under 55", null],
    ["1P Over 1.5", null],
    ["F5 Under 4.5 -105", -105],
    ["Lakers F3 +0.5", null],
    ["Celtics -3.5 first half", null],
    ["Celtics -3.5 1st-half", null],
    ["Celtics 2nd Half ML", null],
    ["Celtics 1st quarter -0.5", null],
    ["Lakers 1st period ML", null],
    ["First 5 Lakers ML", null],
    ["Lakers first five +0.5", null],
    ["Lakers ML 5 innings", null],
    ["Lakers to win 1st set", null],
  ]);
});

describe("parlays and several bets", () => {
  isOther(celtics, [
    ["Parlay: Celtics, Nuggets, Suns +600", 600],
    ["6 pt teaser", null],
    ["SGP Tatum and Brown (+450)", 450],
    ["Same game parlay", null],
    ["Round Robin by 2s", null],
    ["Celtics -3.5 + Over 220.5", null],
    ["Celtics -3.5 / Nuggets -2", null],
    ["Celtics ML & Nuggets ML (+264)", null],
    ["Celtics ML and Over 220.5", null],
    ["Celtics -3.5, Over 220.5", null],
    ["Nuggets ML,Celtics ML", null],
    ["Celtics -3.5 / Lakers over 110.5", null],
    ["Lakers / Draw", null],
  ]);
});

describe("two readings", () => {
  isUnread("New York Jets @ New York Giants", ["New York -3", "York ML", "new york +135", "New York Over 20.5"]);
  isUnread("Miami (FL) @ Miami (OH)", ["Miami -3", "Miami (-110)", "Miami PK"]);
  isUnread("Ohio State @ Michigan State", ["State +7", "State Under 24.5"]);
  isUnread("Boston Celtics @ boston celtics", ["Celtics -3", "Boston Celtics ML"]);
  isUnread("Jon Even @ Eric Draw", ["Jon Even", "Draw", "Draw +240"]);
  isUnread("Germany U21 v Italy", ["U21", "U21 -110", "Germany U21"]);
  isUnread("Jon ML @ Bob Pick", ["Jon ML", "Bob Pick"]);
  isUnread(celtics, ["Lakers Celtics Over 220.5", "Lakers/Celtics/Nuggets Over 220.5"]);
});

describe("no reading", () => {
  isUnread(celtics, [
    "",
    "   ",
    "LA +4",
    "Nuggets -3.5 (-110)",
    "Celtics",
    "Boston Celtics",
    "Celtics Lakers",
    "Celtics or Lakers -3",
    "Lakers Celtics -3.5",
    "Celtics and Lakers",
    "Celt -3.5",
    "Celticss -3.5",
    "Lakers to win or draw",
    "Nuggets to win",
    "Fade the Lakers",
    "Not Celtics -3.5",
    "-3.5",
    "-110",
    "(-110)",
    "@ -110",
    "ML",
    "PK",
    "EVEN",
    "Over",
    "Over -110",
    "under EVEN",
  ]);

  isUnread(celtics, [
    "Celtics 3.5",
    "Celtics 110",
    "Celtics (110)",
    "Celtics - 3.5",
    "Celtics-3.5",
    "Celtics -",
    "Celtics +",
    "Celtics --3.5",
    "Celtics +-3.5",
    "Celtics -3.5.5",
    "Celtics -3,5",
    "Celtics -3.3",
    "Celtics -3.125",
    "Celtics -03",
    "Celtics -1e1",
    "Celtics -3\u00bd.5",
    "Celtics -3.5 -4.5",
    "Celtics -3.5 -110 -110",
    "Celtics -110 (-110)",
    "Celtics -110.5",
    "Celtics +100001",
    "Celtics +0135",
    "Celtics -3.5 (-99)",
    "Celtics -3.5 (110)",
    "Celtics -3.5 (-110",
    "Celtics -3.5 -110)",
    "Celtics -3.5 [-110]",
    "Celtics -3.5 2.00",
    "Celtics (3.5)",
    "Celtics (-3.5) (-4)",
    "Celtics 1.91",
  ]);

  isUnread(celtics, [
    "Over 0",
    "Over -3",
    "Over 500.25",
    "Over 2205",
    "Over 220.3",
    "Over 220,5",
    "Over 220.5 rebounds",
    "Over/Under 220.5",
    "O/U 220.5",
    "Celtics o/u 112.5",
    "Ower 220.5",
    "Overt 220.5",
    "Over two hundred",
    "220.5 over",
    "ML Celtics",
    "Celtics ML ML",
    "Celtics ML -3.5",
    "Celtics PK -3.5",
    "Celtics draw",
    "Draw no bet",
    "Draw Celtics",
    "Lakers draw no bet",
    "Tie",
    "X",
  ]);
  isUnread("Alistair Overeem vs. Sean O'Malley", ["Overeem 2.5", "Overeem", "O Malley ML"]);
  isUnread("Bod\u00f8/Glimt v Molde", ["Bodo/Glimt ML"]);
  isUnread("", ["Celtics -3.5", "Celtics ML", "Celtics +135", "PK"]);
});
