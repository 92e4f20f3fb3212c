import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBet, readGame } from "../../../app/models/bets/bet-text.ts";
import { type BetReading, formatLine, formatOdds, markets, sides } from "../../../app/models/bets/bet.ts";
import { loadGames } from "../../../db/demo/games.ts";

const unread = { market: "", side: "", line: null, odds: null };
const celtics = { away: "Los Angeles Lakers", home: "Boston Celtics" };

const quarter = (min: number, max: number) => fc.integer({ min: min * 4, max: max * 4 }).map((count) => count / 4);
const odds = fc.oneof(fc.integer({ min: -100_000, max: -100 }), fc.integer({ min: 100, max: 100_000 }));
const game = fc.constantFrom(...loadGames()).map(({ away, home }) => ({ away, home }));
const side = fc.constantFrom("away" as const, "home" as const);

// fc.string's "binary" unit takes seconds to set up; this has lone surrogates, too.
const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0x10ffff)), { maxLength: 200 })
  .map((codes) => String.fromCodePoint(...codes));
const pieces = fc.constantFrom(
  ..."Celtics Lakers Los Angeles draw over under O u8.5 ML PK pick'em -3.5 +4 0 -0 +135 -110 (-110) @ EVEN 1H parlay".split(
    " ",
  ),
  ..."/ & + , - ½ . 3,5 and vs at v ( ) [ -100001 +99.75 220.5 points New York Team é \u0301 \ud800 \u200f".split(" "),
);
const someText = fc.oneof(
  fc.array(pieces, { maxLength: 8 }).map((words) => words.join(" ")),
  fc.array(pieces, { maxLength: 8 }).map((words) => words.join("")),
  anyText,
);
const someGame = fc.oneof(game, fc.constant(celtics), fc.record({ away: someText, home: someText }));

function isPossible({ market, side, line, odds }: BetReading): boolean {
  const isLine = line === null || (Number.isInteger(line * 4) && Math.abs(line) <= 500 && !Object.is(line, -0));
  const isPrice = odds === null || (Number.isInteger(odds) && Math.abs(odds) >= 100 && Math.abs(odds) <= 100_000);
  if (!isLine || !isPrice) return false;
  if (market === "") return side === "" && line === null && odds === null;
  if (market === "other") return side === "" && line === null;
  if (market === "total") return (side === "over" || side === "under") && line !== null && line > 0;
  if (market === "spread") return (side === "home" || side === "away") && line !== null && Math.abs(line) < 100;
  return (side === "home" || side === "away" || side === "draw") && line === null;
}

/** Texts as staff write them. */
function written({ market, side, line, odds }: BetReading, { away, home }: { away: string; home: string }): string {
  const name = side === "away" ? away : side === "home" ? home : side;
  const price = odds === null ? "" : ` (${formatOdds(odds)})`;
  if (market === "total") return `${name} ${line}${price}`;
  if (market === "spread") return `${name} ${formatLine(line ?? 0)}${price}`;
  return side === "draw" ? `draw${price}` : `${name} ML${price}`;
}

describe("readBet", () => {
  it("gives every text a reading that can be, and the same one each time", () => {
    fc.assert(
      fc.property(someText, someGame, (text, teams) => {
        const reading = readBet(text, teams);
        expect(isPossible(reading)).toBe(true);
        expect(markets.some((market) => market === reading.market) || reading.market === "").toBe(true);
        expect(sides.some((known) => known === reading.side) || reading.side === "").toBe(true);
        expect(readBet(` ${text}\u00a0`, teams)).toEqual(reading);
      }),
      { numRuns: 3000 },
    );
  });

  it("reads back every bet on a real game", () => {
    const price = fc.option(odds);
    const bet: fc.Arbitrary<BetReading> = fc.oneof(
      fc.record({ market: fc.constant("spread" as const), side, line: quarter(-99.75, 99.75), odds: price }),
      fc.record({ market: fc.constant("moneyline" as const), side, line: fc.constant(null), odds: price }),
      fc.record({
        market: fc.constant("moneyline" as const),
        side: fc.constant("draw" as const),
        line: fc.constant(null),
        odds: price,
      }),
      fc.record({
        market: fc.constant("total" as const),
        side: fc.constantFrom("over" as const, "under" as const),
        line: quarter(0.25, 500),
        odds: price,
      }),
    );
    fc.assert(
      fc.property(bet, game, (reading, teams) => {
        expect(readBet(written(reading, teams), teams)).toEqual(reading);
        expect(readBet(written(reading, teams).toUpperCase(), teams)).toEqual(reading);
      }),
      { numRuns: 2000 },
    );
  });

  it("finds no side for a name with a word of neither", () => {
    const end = fc.constantFrom(" -3.5", " +4 (-110)", " ML", " PK", " +135", " EVEN", " 0");
    const stranger = fc.constantFrom("Zzyzx", "Boston Zzyzx", "Zzyzx Celtics", "Celtic", "Laker", "Bostons");
    fc.assert(fc.property(stranger, end, (name, bet) => readBet(name + bet, celtics).side === ""));
    fc.assert(fc.property(game, end, (teams, bet) => readBet(`${teams.home} Zzyzx${bet}`, teams).side === ""));
  });

  it("finds no side where both have the same name", () => {
    fc.assert(
      fc.property(someText, fc.string(), (text, name) =>
        ["", "draw", "over", "under"].includes(readBet(text, { away: name, home: name }).side),
      ),
    );
  });
});

describe("readGame", () => {
  it("gives every text two sides or none", () => {
    fc.assert(
      fc.property(someText, (text) => {
        const { away, home } = readGame(text);
        expect(away === "").toBe(home === "");
        expect([away, home]).toEqual([away.trim(), home.trim()]);
      }),
    );
  });

  it("reads back every real game", () => {
    const separator = fc.constantFrom(" @ ", "@", " at ", " vs ", " vs. ", " v ", " VS ", " At ");
    fc.assert(
      fc.property(game, separator, ({ away, home }, between) => {
        expect(readGame(`${away}${between}${home}`)).toEqual({ away, home });
      }),
      { numRuns: 1000 },
    );
  });
});

describe("hostile text", () => {
  it.each([
    "\ud800 -3.5",
    "__proto__ -3",
    "constructor ML",
    "\u0000",
    "((((((((((((",
    "@".repeat(200),
    "Celtics ".repeat(25),
    "\u0301".repeat(200),
    "\ufdfa".repeat(200),
    `${"-1".repeat(99)} x`,
  ])("%j has no reading", (text) => expect(readBet(text, celtics)).toEqual(unread));

  it.each([
    " ",
    "+1",
    " +1",
    "-",
    "( ",
    "@ ",
    " o",
    " 1",
    ", ",
    " and",
    "Celtics ",
    "Celtics,",
    "Celtics -1,",
    "over 1 ",
  ])("a long text of %j takes no longer than its length", (piece) => {
    // 200 characters take too little time to measure. Squared, this length would take minutes.
    const text = `${piece.repeat(200_000 / piece.length)}!`;
    const begun = performance.now();
    readBet(text, celtics);
    readGame(text);
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});
