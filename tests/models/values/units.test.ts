import { describe, expect, it } from "vitest";
import { currencyOf } from "../../../app/models/values/amounts.ts";
import { readProfits, readStakes } from "../../../app/models/values/units.ts";
import { answered, options, remarksOf, valuesOf, withCommas } from "./column-options.ts";

describe("stakes in units", () => {
  it.each([
    ["1.5u", "1.5"],
    ["2 units", "2"],
    ["1 Unit", "1"],
    ["½", "0.5"],
    ["1½", "1.5"],
    ["1 ½u", "1.5"],
    ["¾ unit", "0.75"],
    [".5", "0.5"],
    ["0", "0"],
    ["3", "3"],
    ["2 Einheiten", "2"],
    ["", ""],
    ["  ", ""],
    ["-1", null],
    ["(1)", null],
    ["u", null],
    ["1.5½", null],
    ["1/2", null],
    ["1-2u", null],
    ["--1", null],
    ["1.5x", null],
    ["max", null],
    ["5%", null],
    ["1u 2u", null],
    [`1${".".repeat(100_000)}u!`, null],
  ])("%.20s", (text, value) => expect(valuesOf(readStakes([text], options))).toEqual([value]));

  it("may have decimal commas", () => {
    expect(valuesOf(readStakes(["1,5", "0,5u", "2"], withCommas))).toEqual(["1.5", "0.5", "2"]);
    expect(readStakes(["1,234u"], withCommas).question?.id).toBe("decimal_sign");
    expect(valuesOf(readStakes(["1,234u", "max"], withCommas))).toEqual([null, null]);
  });
});

describe("results in units", () => {
  it.each([
    ["+1.82u", "1.82"],
    ["-1", "-1"],
    ["−1", "-1"],
    ["(1.00)", "-1"],
    ["(1.00)u", "-1"],
    ["(½u)", "-0.5"],
    ["-½", "-0.5"],
    ["-0.00", "0"],
    ["0.9090909091", "0.909091"],
    ["(-1)", null],
    ["-(1)", null],
    ["1(2)", null],
    ["1.00-", null],
    ["won", null],
  ])("%s", (text, value) => expect(valuesOf(readProfits([text], options))).toEqual([value]));
});

describe("money", () => {
  const at100 = answered({ unit_value: "100" });

  it("asks for the value of a unit", () => {
    const reading = readProfits(["$125.00", "-$50", "", "1u", "x"], options);
    expect(reading.question).toEqual({ id: "unit_value", text: "How much is one unit, in $?", choices: [] });
    expect(valuesOf(reading)).toEqual([null, null, "", "1", null]);
  });

  it.each([
    ["$125.00", "1.25"],
    ["-$50", "-0.5"],
    ["$-50", "-0.5"],
    ["($50.00)", "-0.5"],
    ["$(50.00)", "-0.5"],
    ["+$1,250", "12.5"],
    ["50 USD", "0.5"],
    ["US$ 50", "0.5"],
    ["$100.50", "1.01"],
    ["$50 u", null],
    ["$50 €", null],
    ["$-", null],
  ])("%s", (text, value) => expect(valuesOf(readProfits([text], at100))).toEqual([value]));

  it("says how it was converted", () =>
    expect(remarksOf(readStakes(["$125.00", "-$5"], at100))).toEqual([
      '"$125.00" is 1.25u at $100 a unit.',
      "A stake can't be below 0.",
    ]));

  it("may have decimal commas", () =>
    expect(
      valuesOf(readProfits(["€ 1.234,50", "-50,00 €", "1.000"], answered({ unit_value: "12,50 €" }, withCommas))),
    ).toEqual(["98.76", "-4", null]));

  it.each(["", "0", "-100", "€100", "many", "1,234", "100u"])("asks again after the answer %s", (unit_value) =>
    expect(readStakes(["$50"], answered({ unit_value })).question?.id).toBe("unit_value"),
  );

  it("is not mixed up with units or with another currency", () =>
    expect(remarksOf(readStakes(["$50", "$25", "50", "0", "€50", "2u"], at100))).toEqual([
      '"$50" is 0.5u at $100 a unit.',
      '"$25" is 0.25u at $100 a unit.',
      '"50" may be money or units: other rows have $. Write it with $ or u.',
      null,
      '"€50" is in another currency than the other rows.',
      null,
    ]));

  it("may be named by the header", () => {
    expect(readStakes(["50", "110"], { ...options, currency: "$" }).question?.id).toBe("unit_value");
    expect(valuesOf(readStakes(["50", "1u"], { ...at100, currency: "$" }))).toEqual(["0.5", "1"]);
  });
});

it.each([
  ["usd", "$"],
  [" US$ ", "$"],
  ["€", "€"],
  ["chf", "CHF"],
  ["u", null],
  ["", null],
  ["$$", null],
])("the currency of %j is %j", (text, currency) => expect(currencyOf(text)).toBe(currency));
