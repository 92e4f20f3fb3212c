import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BookPrices } from "../../../app/feeds/provider.ts";
import { closingValueOf } from "../../../app/models/bets/closing-line.ts";
import { closingPriceOf } from "../../../app/models/feed/closing-price.ts";

const now = new Date("2026-11-21T00:25:00.000Z");
const updated_at = "2026-11-21T00:20:00.000Z";

function spread(home: number, price = -110, otherPrice = -110): BookPrices {
  const quotes = [
    { side: "home" as const, line: home, price },
    { side: "away" as const, line: 0 - home, price: otherPrice },
  ];
  return { market: "spread", updated_at, quotes };
}

function total(line: number, over = -110, under = -110): BookPrices {
  const quotes = [
    { side: "over" as const, line, price: over },
    { side: "under" as const, line, price: under },
  ];
  return { market: "total", updated_at, quotes };
}

function moneyline(home: number, away: number): BookPrices {
  const quotes = [
    { side: "home" as const, line: null, price: home },
    { side: "away" as const, line: null, price: away },
  ];
  return { market: "moneyline", updated_at, quotes };
}

const home = { market: "spread", side: "home", line: -3.5, odds: -110 } as const;
const close = (bet: Parameters<typeof closingPriceOf>[0], ...books: BookPrices[]) => closingPriceOf(bet, books, now);

describe("the closing price of a bet", () => {
  it("is the median of the lines, and of the prices at that line, for the side taken", () => {
    const books = [spread(-4.5, -105, -115), spread(-5), spread(-4.5, -108, -112), spread(-3.5), spread(-4.5)];
    expect(close(home, ...books)).toEqual({ closing_line: "-4.5", closing_odds: -108 });
    expect(close({ ...home, side: "away", line: 3.5 }, ...books)).toEqual({ closing_line: "+4.5", closing_odds: -112 });
    expect(close({ ...home, market: "total", side: "under" }, total(220.5), total(221), total(220.5))).toEqual({
      closing_line: "220.5",
      closing_odds: -110,
    });
    const prices = [moneyline(-150, 130), moneyline(-140, 120), moneyline(-145, 125)];
    expect(close({ ...home, market: "moneyline", line: null }, ...prices)).toEqual({
      closing_line: "",
      closing_odds: -145,
    });
  });

  it("of two in the middle is the one that gives us less", () => {
    expect(close(home, spread(-3.5), spread(-4.5))?.closing_line).toBe("-3.5");
    expect(close({ ...home, market: "total", side: "over" }, total(220.5), total(222.5))?.closing_line).toBe("220.5");
    expect(close({ ...home, market: "total", side: "under" }, total(220.5), total(222.5))?.closing_line).toBe("222.5");
    const bet = { ...home, market: "moneyline", line: null } as const;
    expect(close(bet, moneyline(-150, 130), moneyline(100, -120))?.closing_odds).toBe(100);
  });

  it.each([
    ["has one side alone", { ...spread(-4.5), quotes: spread(-4.5).quotes.slice(0, 1) }],
    ["has a side twice", { ...spread(-4.5), quotes: [spread(-4.5).quotes, spread(-4.5).quotes].flat() }],
    [
      "has lines that are not opposite",
      { ...spread(-4.5), quotes: spread(-4.5).quotes.map((q) => ({ ...q, line: -4.5 })) },
    ],
    ["has a price that no book has", spread(-4.5, -50, -110)],
    ["has a line that no book has", spread(-4.3)],
    ["has prices that do not add up", spread(-4.5, 150, 150)],
    [
      "has half of the prices",
      {
        ...spread(-4.5),
        quotes: [{ side: "home" as const, line: -4.5, price: null }, ...spread(-4.5).quotes.slice(1)],
      },
    ],
    ["was not updated for an hour", { ...spread(-4.5), updated_at: "2026-11-20T23:20:00.000Z" }],
    ["has another market", total(4.5)],
  ])("does not count a book that %s", (_why, book) => {
    expect(close(home, book)).toBeNull();
    expect(close(home, book, spread(-3))).toEqual({ closing_line: "-3", closing_odds: -110 });
  });

  it("is a line without a price where the feed knows no prices", () => {
    const quotes = spread(-4.5).quotes.map((quote) => ({ ...quote, price: null }));
    expect(close(home, { ...spread(-4.5), quotes })).toEqual({ closing_line: "-4.5", closing_odds: null });
  });

  it("is unknown for bets that no rule reads", () => {
    expect(close({ ...home, market: "other" }, spread(-4.5))).toBeNull();
    expect(close({ ...home, market: "", side: "" }, spread(-4.5))).toBeNull();
  });

  it("is one that a book had, with at least half of the books as good for us or better", () => {
    const halves = fc.integer({ min: -20, max: 20 }).map((points) => points / 2);
    fc.assert(
      fc.property(fc.array(halves, { minLength: 1, maxLength: 9 }), (lines) => {
        const value = (closing_line: string) => {
          const clv = closingValueOf({ ...home, closing_line, closing_odds: null });
          return clv && "points" in clv ? clv.points : NaN;
        };
        const closing = value(close(home, ...lines.map((line) => spread(line)))?.closing_line ?? "");
        const each = lines.map((line) => home.line - line);
        expect(each).toContain(closing);
        expect(each.filter((points) => points >= closing).length * 2).toBeGreaterThanOrEqual(lines.length);
      }),
    );
  });
});
