import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBet } from "../../../app/models/bets/bet-text.ts";
import {
  describeBet,
  formatLine,
  closingText,
  formatOdds,
  fromDecimalOdds,
  parseOdds,
  priceText,
} from "../../../app/models/bets/bet.ts";

// fc.string's "binary" unit takes seconds to set up; this has lone surrogates, too.
const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0x10ffff)), { maxLength: 200 })
  .map((codes) => String.fromCodePoint(...codes));

describe("parseOdds", () => {
  it.each([
    ["-110", -110],
    ["+135", 135],
    ["110", 110],
    [" 110 ", 110],
    ["-100", -100],
    ["100", 100],
    ["+100000", 100_000],
    ["-100000", -100_000],
    ["\u2212110", -110],
    ["\u2013110", -110],
    ["\u2010110", -110],
    ["\ufe63110", -110],
    ["\uff0d110", -110],
    ["\ufe58110", -110],
    ["\uff0b135", 135],
    ["EVEN", 100],
    ["even", 100],
    ["Ev", 100],
  ])("reads %j as %i", (text, odds) => expect(parseOdds(text)).toBe(odds));

  it.each([
    "",
    " ",
    "0",
    "99",
    "-99",
    "+99",
    "100001",
    "-100001",
    "1000000",
    "-110.5",
    "-110.0",
    "1.91",
    "10/11",
    "+-110",
    "--110",
    "- 110",
    "(-110)",
    "-110 EVEN",
    "0110",
    "+0135",
    "1e3",
    "0x99",
    "1,000",
    "EVENS",
    "PK",
    "Infinity",
    "NaN",
    "\uff11\uff11\uff10",
  ])("refuses %j", (text) => expect(parseOdds(text)).toBeNull());

  it("reads back what formatOdds writes", () => {
    const odds = fc.oneof(fc.integer({ min: -100_000, max: -100 }), fc.integer({ min: 100, max: 100_000 }));
    fc.assert(fc.property(odds, (price) => parseOdds(formatOdds(price)) === price));
  });

  it("gives every text a price that can be, or null", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const odds = parseOdds(text);
        expect(odds === null || (Math.abs(odds) >= 100 && Math.abs(odds) <= 100_000)).toBe(true);
      }),
    );
  });
});

it.each([
  [135, "+135"],
  [-110, "-110"],
  [100, "+100"],
  [-100, "-100"],
])("formatOdds writes %i as %s", (odds, text) => expect(formatOdds(odds)).toBe(text));

it.each([
  [-110, "1.91", "10/11"],
  [100, "2.00", "1/1"],
  [-100, "2.00", "1/1"],
  [150, "2.50", "3/2"],
  [143, "2.43", "143/100"],
  [-125, "1.80", "4/5"],
  [-1000, "1.10", "1/10"],
  [-2500, "1.040", "1/25"],
  [-100_000, "1.001", "1/1000"],
  [100_000, "1001.00", "1000/1"],
])("formatOdds writes %i as %s and %s", (odds, decimal, fractional) =>
  expect([formatOdds(odds, "decimal"), formatOdds(odds, "fractional")]).toEqual([decimal, fractional]),
);

describe("closingText writes", () => {
  const close = (market: "moneyline" | "spread" | "total", closing_line: string, closing_odds: number | null) =>
    closingText({ market, closing_line, closing_odds }, "decimal");

  it("a moneyline's line as a price", () => expect(close("moneyline", "-125", null)).toBe("1.80"));
  it("a total of 220 as a line", () => expect(close("total", "220", -110)).toBe("220"));
  it("the price where there is no line", () => expect(close("spread", "", 150)).toBe("2.50"));
  it("nothing where both are unknown", () => expect(close("moneyline", "", null)).toBe(""));
});

it.each([
  [-3.5, "-3.5"],
  [4, "+4"],
  [0.25, "+0.25"],
  [0, "PK"],
  [-0, "PK"],
])("formatLine writes %d as %s", (line, text) => expect(formatLine(line)).toBe(text));

describe("describeBet", () => {
  const celtics = { away: "Los Angeles Lakers", home: "Boston Celtics" };
  const kings = { away: "Sacramento Kings", home: "Utah Jazz" };

  it.each([
    ["Celtics -3.5 (-110)", celtics, 1.5, "Spread, Boston Celtics -3.5 at -110: risks 1.5u to win 1.36u"],
    ["Celtics -3.5", celtics, 1.5, "Spread, Boston Celtics -3.5: risks 1.5u"],
    ["Celtics -3.5 (-110)", celtics, null, "Spread, Boston Celtics -3.5 at -110"],
    ["Celtics -3.5 (-110)", celtics, 0, "Spread, Boston Celtics -3.5 at -110"],
    ["Lakers +4 EVEN", celtics, 1, "Spread, Los Angeles Lakers +4 at +100: risks 1u to win 1u"],
    ["Kings PK", kings, null, "Spread, Sacramento Kings PK"],
    ["Lakers ML (+135)", celtics, 1, "Moneyline, Los Angeles Lakers at +135: risks 1u to win 1.35u"],
    ["Lakers ML", celtics, null, "Moneyline, Los Angeles Lakers"],
    ["Draw +240", celtics, 1, "Moneyline, draw at +240: risks 1u to win 2.4u"],
    ["Over 220.5 -105", celtics, 0.5, "Total, over 220.5 at -105: risks 0.5u to win 0.48u"],
    ["U220", celtics, null, "Total, under 220"],
    ["Celtics Over 112.5", celtics, null, "Other (graded by hand)"],
    ["Celtics Over 112.5 -110", celtics, null, "Other (graded by hand) at -110"],
    ["Celtics Over 112.5 -110", celtics, 1, "Other (graded by hand) at -110: risks 1u to win 0.91u"],
    ["Nuggets -3", celtics, 1, "The bet could not be read. It will be graded by hand."],
  ])("writes %j of %o with a stake of %j as %j", (text, game, unitSize, expected) =>
    expect(describeBet({ ...readBet(text, game), ...game }, unitSize)).toBe(expected),
  );

  it.each([
    [{ market: "spread", side: "home", line: -3.5, odds: null, away: "", home: "" }, "Spread, home -3.5"],
    [{ market: "moneyline", side: "away", line: null, odds: -110, away: "", home: "" }, "Moneyline, away at -110"],
    [{ market: "total", side: "over", line: null, odds: null, away: "", home: "" }, "Total, over"],
    [{ market: "spread", side: "", line: null, odds: null, away: "", home: "" }, "Spread"],
  ] as const)("writes %o without what is unknown", (bet, expected) => expect(describeBet(bet, null)).toBe(expected));
});

describe("a decimal price", () => {
  it.each([
    ["1.91", -110],
    ["1.909", -110],
    ["1.01", -10_000],
    ["1.99", -101],
    ["1.999", -100],
    ["2.00", 100],
    ["2.045", 105],
    ["2.50", 150],
    ["1001.00", 100_000],
  ])("%s is %d", (text, odds) => expect(fromDecimalOdds(text)).toBe(odds));

  it.each(["1.00", "1.009", "0.50", "1001.01", "1.9", "2", "2.0000", "-1.91", "1,91", ""])("%j is none", (text) =>
    expect(fromDecimalOdds(text)).toBeNull(),
  );
});

describe("a price that the pick's own text says", () => {
  const text = (pick: string, odds: number | null) => priceText({ pick, odds, book: "DraftKings", playable_to: "-4" });

  it.each([
    ["Celtics -3.5 (-110)", -110],
    ["Celtics -3.5 −110", -110],
    ["Celtics ML +124 @ DK", 124],
  ])("is not said twice beside %s", (pick, odds) => expect(text(pick, odds)).toBe("DraftKings · playable to -4"));

  it.each([
    ["Celtics -3.5", -110, "-110 DraftKings · playable to -4"],
    ["Over 110.5", 110, "+110 DraftKings · playable to -4"],
    ["Celtics -110.5", -110, "-110 DraftKings · playable to -4"],
    ["Celtics ML -1100", -110, "-110 DraftKings · playable to -4"],
    ["Celtics -3.5 (-105)", -110, "-110 DraftKings · playable to -4"],
    ["Celtics -3.5", null, "DraftKings · playable to -4"],
  ])("stands beside %s", (pick, odds, shown) => expect(text(pick, odds)).toBe(shown));
});
