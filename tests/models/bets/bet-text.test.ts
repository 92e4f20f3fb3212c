import { describe, expect, it } from "vitest";
import { readBet, readGame } from "../../../app/models/bets/bet-text.ts";

type Row = readonly [text: string, market: string, side: string, line: number | null, odds: number | null];

function reads(game: string, rows: readonly Row[]) {
  describe(game || "an unknown game", () => {
    it.each(rows)("%j is %s %s, line %j, odds %j", (text, market, side, line, odds) =>
      expect(readBet(text, readGame(game))).toEqual({ market, side, line, odds }),
    );
  });
}

describe("readGame", () => {
  it.each([
    ["Lakers @ Celtics", "Lakers", "Celtics"],
    ["Lakers@Celtics", "Lakers", "Celtics"],
    ["Lakers at Celtics", "Lakers", "Celtics"],
    ["Lakers AT Celtics", "Lakers", "Celtics"],
    ["Lakers vs Celtics", "Lakers", "Celtics"],
    ["Lakers vs. Celtics", "Lakers", "Celtics"],
    ["Lakers VS. Celtics", "Lakers", "Celtics"],
    ["Lakers v Celtics", "Lakers", "Celtics"],
    ["\u00a0 Los  Angeles\u00a0Lakers\u00a0@\tBoston Celtics ", "Los Angeles Lakers", "Boston Celtics"],
    ["Miami (OH) @ Miami (FL)", "Miami (OH)", "Miami (FL)"],
    ["Texas A&M-Corpus Christi at Hawai'i", "Texas A&M-Corpus Christi", "Hawai'i"],
    ["Atlanta Hawks vs Vancouver", "Atlanta Hawks", "Vancouver"],
    ["AT Madrid @ Barcelona", "AT Madrid", "Barcelona"],
    [`${"a".repeat(100)} @ ${"😀".repeat(100)}`, "a".repeat(100), "😀".repeat(100)],
  ])("%j is %j at %j", (game, away, home) => expect(readGame(game)).toEqual({ away, home }));

  it.each([
    "",
    "@",
    " vs ",
    "Lakers",
    "Lakers @",
    "@ Celtics",
    "Lakers at",
    "vs Celtics",
    "Lakers @ Celtics @ Bulls",
    "Lakers at Celtics vs Bulls",
    "Lakers at @ Celtics",
    "Lakers at vs Celtics",
    "Lakers - Celtics",
    "Lakersvs.Celtics",
    "Lakers versus Celtics",
    `${"a".repeat(101)} @ Celtics`,
  ])("%j has no two sides", (game) => expect(readGame(game)).toEqual({ away: "", home: "" }));
});

describe("a spread", () => {
  reads("Los Angeles Lakers @ Boston Celtics", [
    ["Celtics -3.5 (-110)", "spread", "home", -3.5, -110],
    ["Celtics -3.5 @ -110", "spread", "home", -3.5, -110],
    ["Celtics -3.5 @-110", "spread", "home", -3.5, -110],
    ["Celtics -3.5 -110", "spread", "home", -3.5, -110],
    ["Celtics -3.5(-110)", "spread", "home", -3.5, -110],
    ["Celtics -3.5 ( +105 )", "spread", "home", -3.5, 105],
    ["Celtics -3.5", "spread", "home", -3.5, null],
    ["  boston   CELTICS  -3.50\t(-110) ", "spread", "home", -3.5, -110],
    ["Celtics\u00a0\u22123\u00bd\u202f(\u2212110)", "spread", "home", -3.5, -110],
    ["Celtics -3 \u00bd", "spread", "home", -3.5, null],
    ["Celtics \u2013\u00bd", "spread", "home", -0.5, null],
    ["Celtics -\u00bc", "spread", "home", -0.25, null],
    ["Celtics \uff0b1\u00be", "spread", "home", 1.75, null],
    ["Celtics -.5", "spread", "home", -0.5, null],
    ["Celtics -0.25", "spread", "home", -0.25, null],
    ["Celtics +99.75", "spread", "home", 99.75, null],
    ["Lakers +4 EVEN", "spread", "away", 4, 100],
    ["Lakers +4 (ev)", "spread", "away", 4, 100],
    ["Lakers +4 @ even", "spread", "away", 4, 100],
    ["Angeles +4", "spread", "away", 4, null],
    ["Los Angeles +4 -115", "spread", "away", 4, -115],
    ["Lakers, Los Angeles +4", "spread", "away", 4, null],
    ["Lakers +4 +100000", "spread", "away", 4, 100_000],
    ["Lakers PK", "spread", "away", 0, null],
    ["Lakers pk (-105)", "spread", "away", 0, -105],
    ["Lakers pick'em", "spread", "away", 0, null],
    ["Lakers Pick\u2019em EVEN", "spread", "away", 0, 100],
    ["Lakers pickem", "spread", "away", 0, null],
    ["Lakers PK'em", "spread", "away", 0, null],
    ["Lakers pick -110", "spread", "away", 0, -110],
    ["Lakers +0", "spread", "away", 0, null],
    ["Lakers -0", "spread", "away", 0, null],
    ["Lakers 0", "spread", "away", 0, null],
    ["Lakers -0.0 (-110)", "spread", "away", 0, -110],
  ]);
  reads("Philadelphia 76ers @ San Francisco 49ers", [
    ["49ers \u22126", "spread", "home", -6, null],
    ["49ers \uff0d6", "spread", "home", -6, null],
    ["49ers \ufe636", "spread", "home", -6, null],
    ["49ers \ufe586", "spread", "home", -6, null],
    ["49ers \u20146", "spread", "home", -6, null],
    ["76ers +4 EVEN", "spread", "away", 4, 100],
  ]);
  reads("Michigan State @ Michigan", [
    ["Michigan -7", "spread", "home", -7, null],
    ["Michigan State +7 (-110)", "spread", "away", 7, -110],
    ["State +7", "spread", "away", 7, null],
  ]);
  reads("Miami (FL) @ Miami (OH)", [
    ["Miami (FL) -13.5 (-110)", "spread", "away", -13.5, -110],
    ["Miami OH +13.5", "spread", "home", 13.5, null],
    ["(OH) +13.5", "spread", "home", 13.5, null],
  ]);
  reads("Texas A&M-Corpus Christi @ Texas A&M", [
    ["Texas A&M -20", "spread", "home", -20, null],
    ["texas am -20", "spread", "home", -20, null],
    ["Texas A&M Corpus Christi +20 -110", "spread", "away", 20, -110],
    ["Corpus-Christi +20", "spread", "away", 20, null],
  ]);
  reads("William & Mary @ St. Francis (PA)", [
    ["William & Mary +4.5", "spread", "away", 4.5, null],
    ["William and Mary +4.5", "spread", "away", 4.5, null],
    ["St Francis PA -4.5 (-108)", "spread", "home", -4.5, -108],
  ]);
  reads("San José State @ Hawai'i", [
    ["San Jose State +3", "spread", "away", 3, null],
    ["SAN JOSE\u0301 STATE +3", "spread", "away", 3, null],
    ["Hawaii -3", "spread", "home", -3, null],
    ["Hawai\u2019i -3", "spread", "home", -3, null],
  ]);
  reads("Mainz 05 v FC Schalke 04", [
    ["Mainz 05 -0.5", "spread", "away", -0.5, null],
    ["Schalke +0.75 (+102)", "spread", "home", 0.75, 102],
  ]);
});

describe("a moneyline", () => {
  reads("Los Angeles Lakers @ Boston Celtics", [
    ["Lakers ML (+135)", "moneyline", "away", null, 135],
    ["Lakers ml", "moneyline", "away", null, null],
    ["Lakers moneyline -105", "moneyline", "away", null, -105],
    ["Lakers Money Line", "moneyline", "away", null, null],
    ["Lakers +135", "moneyline", "away", null, 135],
    ["Lakers (+135)", "moneyline", "away", null, 135],
    ["Lakers @ +135", "moneyline", "away", null, 135],
    ["Lakers -100", "moneyline", "away", null, -100],
    ["Lakers +1200", "moneyline", "away", null, 1200],
    ["Lakers EVEN", "moneyline", "away", null, 100],
    ["Boston ML EV", "moneyline", "home", null, 100],
    ["Draw", "moneyline", "draw", null, null],
    ["draw +240", "moneyline", "draw", null, 240],
    ["DRAW (+240)", "moneyline", "draw", null, 240],
  ]);
  reads("Alistair Overeem vs. Sean O'Malley", [
    ["Overeem ML", "moneyline", "away", null, null],
    ["Overeem +150", "moneyline", "away", null, 150],
    ["O\u2019Malley (-180)", "moneyline", "home", null, -180],
    ["OMalley -180", "moneyline", "home", null, -180],
  ]);
  reads("Bod\u00f8/Glimt v \u0141\u00f3d\u017a", [
    ["BOD\u00d8 GLIMT ML", "moneyline", "away", null, null],
    ["\u0142odz +300", "moneyline", "home", null, 300],
  ]);
  reads("\u8aad\u58f2\u30b8\u30e3\u30a4\u30a2\u30f3\u30c4 @ \ub450\uc0b0 \ubca0\uc5b4\uc2a4", [
    ["\u8aad\u58f2\u30b8\u30e3\u30a4\u30a2\u30f3\u30c4 ML (+120)", "moneyline", "away", null, 120],
    ["\ubca0\uc5b4\uc2a4 -140", "moneyline", "home", null, -140],
  ]);
});

describe("a total", () => {
  reads("Los Angeles Lakers @ Boston Celtics", [
    ["Over 220.5", "total", "over", 220.5, null],
    ["O 220.5 -105", "total", "over", 220.5, -105],
    ["O220.5 (-105)", "total", "over", 220.5, -105],
    ["Under 8.5", "total", "under", 8.5, null],
    ["u8\u00bd @ -115", "total", "under", 8.5, -115],
    ["UNDER 220 points", "total", "under", 220, null],
    ["Over 220.5 pts (-110)", "total", "over", 220.5, -110],
    ["over 8 runs EVEN", "total", "over", 8, 100],
    ["Over 2.25 goals", "total", "over", 2.25, null],
    ["Over .5", "total", "over", 0.5, null],
    ["Under 500", "total", "under", 500, null],
  ]);
  reads("", [
    ["Over 220.5 -110", "total", "over", 220.5, -110],
    ["Draw", "moneyline", "draw", null, null],
  ]);
});

describe("forms of chats", () => {
  reads("Los Angeles Lakers @ Boston Celtics", [
    ["Celtics (-3.5)", "spread", "home", -3.5, null],
    ["Celtics (-3.5) -110", "spread", "home", -3.5, -110],
    ["Celtics -3.5 1.91", "spread", "home", -3.5, -110],
    ["Lakers to win", "moneyline", "away", null, null],
    ["Lakers to win 2.38", "moneyline", "away", null, 138],
    ["Lakers/Celtics Under 220.5 -110", "total", "under", 220.5, -110],
    ["Celtics / Lakers u220.5", "total", "under", 220.5, null],
    ["Lakers @ Celtics Over 220.5 -110", "total", "over", 220.5, -110],
    ["Lakers vs. Celtics o220.5", "total", "over", 220.5, null],
  ]);
});
