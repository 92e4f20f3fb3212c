import { describe, expect, it, test } from "vitest";
import { amountText, stakeText, unitMoneyOf } from "../../../app/models/figures/unit-money.ts";

const money = { unit: 2500, bankroll: 250_000, currency: "$" };

test.each([
  [3125, "$", "$31.25"],
  [103_125, "$", "$1,031.25"],
  [5, "\u20ac", "\u20ac0.05"],
  [2500, "CHF", "CHF 25.00"],
])("%i cents in %s are %s", (cents, currency, text) => expect(amountText(cents, currency)).toBe(text));

test.each([
  [1.25, -110, "1.25u = $31.25 to win $28.41"],
  [2, 150, "2u = $50.00 to win $75.00"],
  [1.5, null, "1.5u = $37.50"],
  [0, -110, "0u = $0.00"],
])("%d units at %s are %s", (units, odds, text) => expect(stakeText(units, odds, money)).toBe(text));

describe("a unit is", () => {
  const stored = { bankroll_cents: 123_456, unit_percent: null, unit_cents: null, currency: "$" };

  it("a percentage of the bankroll, to the cent", () =>
    expect(unitMoneyOf({ ...stored, unit_percent: 1.5 })?.unit).toBe(1852));
  it("an amount, with or without a bankroll", () =>
    expect(unitMoneyOf({ ...stored, bankroll_cents: null, unit_cents: 2000 })).toEqual({
      unit: 2000,
      bankroll: null,
      currency: "$",
    }));
  it("unknown while nobody said it", () => expect(unitMoneyOf(stored)).toBeNull());
});
