import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breakEvenPercent, profitOf, unitsResultOf } from "../../../app/models/bets/units.ts";

const stake = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100);
const odds = fc.oneof(fc.integer({ min: -100_000, max: -100 }), fc.integer({ min: 100, max: 100_000 }));
const outcome = fc.constantFrom("open", "win", "loss", "push", "void");

describe("profitOf", () => {
  it.each([
    [-110, 1, 0.91],
    [150, 1, 1.5],
    [-135, 2, 1.48],
    [-200, 1.5, 0.75],
    [-105, 0.5, 0.48],
    [-110, 1.5, 1.36],
    [135, 1, 1.35],
    [100, 1, 1],
    [-100, 1, 1],
    [100_000, 0.01, 10],
    [-100_000, 1, 0],
    [-100_000, 5, 0.01],
    [150, 0, 0],
    [150, 0.01, 0.02],
    [-200, 0.01, 0.01],
    [-200, 0.03, 0.02],
    [-200, 1.01, 0.51],
    [115, 0.1, 0.12],
    [-400, 1.14, 0.29],
    [145, 0.3, 0.44],
    [105, 4.1, 4.31],
    [250, 4.35, 10.88],
    [-110, 8.2, 7.45],
  ])("at %i, %d units win %d", (price, units, profit) => expect(profitOf(units, price)).toBe(profit));

  it("is at least 0, in whole cents and within half a cent of the exact profit", () => {
    fc.assert(
      fc.property(stake, odds, (units, price) => {
        const profit = profitOf(units, price);
        const exact = price > 0 ? (units * price) / 100 : (units * 100) / -price;
        expect(profit).toBeGreaterThanOrEqual(0);
        expect(String(profit)).toMatch(/^\d+(\.\d{1,2})?$/);
        expect(Math.abs(profit - exact)).toBeLessThan(0.005 + 1e-9 * (1 + exact));
      }),
    );
  });

  it("rounds every half up, whatever its binary value", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (count) => {
        // An odd number of cents at -200 wins half of it.
        const cents = 2 * count + 1;
        expect(profitOf(cents / 100, -200)).toBe((cents + 1) / 2 / 100);
      }),
    );
  });

  it("grows with the stake and with the price", () => {
    fc.assert(
      fc.property(stake, stake, odds, (one, other, price) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        expect(profitOf(low, price)).toBeLessThanOrEqual(profitOf(high, price));
      }),
    );
    fc.assert(
      fc.property(stake, odds, odds, (units, one, other) => {
        expect(profitOf(units, Math.min(one, other))).toBeLessThanOrEqual(profitOf(units, Math.max(one, other)));
      }),
    );
  });
});

describe("unitsResultOf", () => {
  it.each([
    ["win", 1, -110, 0.91],
    ["win", 1, null, null],
    ["loss", 1, -110, -1],
    ["loss", 1.25, 150, -1.25],
    ["loss", 1, null, null],
    ["loss", 0, -110, 0],
    ["push", 1, -110, 0],
    ["push", 1, null, 0],
    ["void", 1, -110, 0],
    ["void", 1, null, 0],
    ["open", 1, -110, null],
    ["open", 1, null, null],
  ] as const)("a %s of %d units at %j is %j", (result, units, price, expected) =>
    expect(unitsResultOf(result, units, price)).toBe(expected),
  );

  it("is null, or at most 2 decimals and never -0", () => {
    fc.assert(
      fc.property(outcome, stake, fc.option(odds), (result, units, price) => {
        const won = unitsResultOf(result, units, price);
        expect(Object.is(won, -0)).toBe(false);
        expect(String(won)).toMatch(/^(null|-?\d+(\.\d{1,2})?)$/);
      }),
    );
  });

  it("never throws", () => {
    fc.assert(
      fc.property(outcome, fc.double(), fc.option(fc.double()), (result, units, price) => {
        unitsResultOf(result, units, price);
      }),
    );
  });
});

it.each([
  [-110, 52.38],
  [-118, 54.13],
  [100, 50],
  [-100, 50],
  [150, 40],
  [-200, 66.67],
  [100_000, 0.1],
])("at %d a bet breaks even at %d %", (odds, percent) => expect(breakEvenPercent(odds)).toBeCloseTo(percent, 2));
