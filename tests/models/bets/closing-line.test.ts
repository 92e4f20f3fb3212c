import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  type ClosedBet,
  closingFlagText,
  closingMarkOf,
  closingValueOf,
  closingValueText,
} from "../../../app/models/bets/closing-line.ts";

const unknown: ClosedBet = { market: "", side: "", line: null, odds: null, closing_line: "", closing_odds: null };

function spread(side: "home" | "away", line: number | null, closing_line: string): ClosedBet {
  return { ...unknown, market: "spread", side, line, odds: -110, closing_line };
}

function total(side: "over" | "under", line: number | null, closing_line: string): ClosedBet {
  return { ...unknown, market: "total", side, line, odds: -110, closing_line };
}

function moneyline(odds: number | null, closing_odds: number | null, closing_line = ""): ClosedBet {
  return { ...unknown, market: "moneyline", side: "home", odds, closing_odds, closing_line };
}

function textOf(bet: ClosedBet): string | null {
  const value = closingValueOf(bet);
  return value === null ? null : closingValueText(value);
}

describe("the closing line value", () => {
  it.each([
    [spread("home", -3.5, "-4.5"), "+1 point", "✅"],
    [spread("away", 4.5, "+2"), "+2.5 points", "✅"],
    [spread("home", -4.5, "-4"), "-0.5 points", "❌"],
    [spread("home", 0, "-1"), "+1 point", "✅"],
    [spread("away", -1, "PK"), "-1 point", "❌"],
    [spread("home", -0.25, "-0.5"), "+0.25 points", "✅"],
    [spread("home", -8, "-8"), "0 points", ""],
    [total("over", 220.5, "222"), "+1.5 points", "✅"],
    [total("under", 220.5, "222"), "-1.5 points", "❌"],
    [total("under", 47, "45"), "+2 points", "✅"],
    [total("over", 47, "47"), "0 points", ""],
    [moneyline(-125, -150), "+8.00 %", "✅"],
    [moneyline(150, 130), "+8.70 %", "✅"],
    [moneyline(-150, -125), "-7.41 %", "❌"],
    [moneyline(100, -100), "0.00 %", ""],
    [moneyline(-10_000, -10_001), "0.00 %", "✅"],
  ])("of %j is %s", (bet, text, mark) => expect([textOf(bet), closingMarkOf(bet)]).toEqual([text, mark]));

  it("of a moneyline uses the closing price, else a closing line that is one", () => {
    expect(textOf(moneyline(-125, -150, "-300"))).toBe("+8.00 %");
    for (const text of ["-150", "−150", "(-150)", "ML -150", " -150 "])
      expect(textOf(moneyline(-125, null, text)), text).toBe("+8.00 %");
    expect(textOf(moneyline(-110, null, "EVEN"))).toBe("-4.55 %");
    expect(textOf({ ...moneyline(260, null, "Draw +250"), side: "draw" })).toBe("+2.86 %");
  });

  it.each([
    unknown,
    { ...spread("home", -3.5, "-4.5"), market: "other" },
    { ...spread("home", -3.5, "-4.5"), market: "" },
    spread("home", null, "-4.5"),
    spread("home", -3.5, ""),
    { ...spread("home", -3.5, ""), closing_odds: -120 },
    { ...total("over", 220.5, "221"), side: "" },
    total("over", null, "221"),
    moneyline(null, -150),
    moneyline(-125, null),
    moneyline(-125, null, "-4.5"),
  ] satisfies ClosedBet[])("of %j is unknown", (bet) =>
    expect([closingValueOf(bet), closingMarkOf(bet)]).toEqual([null, null]),
  );
});

describe("a closing line's text", () => {
  const closingOf = (market: "spread" | "total", closing_line: string): number | null => {
    const value = closingValueOf(
      market === "spread" ? spread("home", 0, closing_line) : total("over", 0, closing_line),
    );
    if (value === null || "percent" in value) return null;
    return market === "spread" ? 0 - value.points : value.points;
  };

  test.each([
    ["-4.5", -4.5],
    ["+2", 2],
    ["−4.5", -4.5],
    ["–4", -4],
    ["- 4", null],
    ["-4½", -4.5],
    [" -4.5 ", -4.5],
    ["-4.5 (-110)", -4.5],
    ["-4.5 -110", -4.5],
    ["-4.5 @ -110", -4.5],
    ["+4 (EVEN)", 4],
    ["PK", 0],
    ["pk (-105)", 0],
    ["Pick'em", 0],
    ["0", 0],
    ["4.5", null],
    ["-4.3", null],
    ["-4,5", null],
    ["-110", null],
    ["-4.5 / -5", null],
    ["-4.5 or -5", null],
    ["-4.5 1H", null],
    ["220.5", null],
    ["none", null],
    ["", null],
  ])("of a spread: %j is %j", (text, line) => expect(closingOf("spread", text)).toBe(line));

  test.each([
    ["220.5", 220.5],
    ["8", 8],
    ["O 220.5", 220.5],
    ["o220.5", 220.5],
    ["Over 220.5", 220.5],
    ["U 220.5", 220.5],
    ["220.5 (-110)", 220.5],
    ["Over 220.5 -105", 220.5],
    ["-220.5", null],
    ["+220.5", null],
    ["220.3", null],
    ["501", null],
    ["Celtics Over 112.5", null],
    ["220.5 1H", null],
    ["O 220.5 / U 221", null],
    ["about 220", null],
    ["", null],
  ])("of a total: %j is %j", (text, line) => expect(closingOf("total", text)).toBe(line));
});

const quarters = fc.integer({ min: -399, max: 399 }).map((count) => count / 4);
const sums = fc.integer({ min: 1, max: 2000 }).map((count) => count / 4);
const price = fc.oneof(fc.integer({ min: -100_000, max: -100 }), fc.integer({ min: 100, max: 100_000 }));

const signed = (line: number) => (line > 0 ? `+${line}` : String(line));
const other = (line: number) => 0 - line;

it("of the two sides of a game is the opposite", () => {
  fc.assert(
    fc.property(quarters, quarters, (line, closing) => {
      const away = spread("away", other(line), signed(other(closing)));
      expect(closingValueOf(spread("home", line, signed(closing)))).toEqual({ points: line - closing });
      expect(closingValueOf(away)).toEqual({ points: closing - line });
    }),
  );
});

it("of an over is the opposite of that of an under", () => {
  fc.assert(
    fc.property(sums, sums, (line, closing) => {
      expect(closingValueOf(total("over", line, String(closing)))).toEqual({ points: closing - line });
      expect(closingValueOf(total("under", line, `U ${closing}`))).toEqual({ points: line - closing });
    }),
  );
});

it("of a moneyline is above 0 exactly when the closing price pays less", () => {
  const won = (odds: number) => (odds > 0 ? odds / 100 : -100 / odds);
  fc.assert(
    fc.property(price, price, (odds, closing) => {
      const better = won(odds) > won(closing);
      const mark = won(odds) === won(closing) ? "" : better ? "✅" : "❌";
      expect(closingMarkOf(moneyline(odds, closing))).toBe(mark);
    }),
  );
});

it("never fails on a text", () => {
  const market = fc.constantFrom("spread", "total", "moneyline", "other", "");
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), market, (closing_line, of) => {
      expect(() => closingMarkOf({ ...moneyline(-110, null, closing_line), market: of, line: 0 })).not.toThrow();
    }),
  );
});

describe("the flag of a settled pick", () => {
  const spread = { market: "spread", side: "home", line: -3.5, odds: -110, closing_odds: null } as const;

  it.each([
    [{ closing_line: "-4.5", beat_clv: "✅" }, "✅ Beat the close"],
    [{ closing_line: "-3", beat_clv: "❌" }, "❌ Missed the close"],
    [{ closing_line: "-3.5", beat_clv: "" }, "Matched the close"],
    [{ closing_line: "", beat_clv: "" }, "CLV not recorded"],
    [{ closing_line: "", beat_clv: "✅" }, "✅ Beat the close"],
    [{ closing_line: "-3.5", beat_clv: "", line: null }, ""],
    [{ closing_line: "", beat_clv: "", closing_odds: -110, market: "moneyline" }, "Matched the close"],
  ] as const)("of %j", (fields, text) => expect(closingFlagText({ ...spread, ...fields })).toBe(text));
});
