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

describe("numbers that are high for units and name nothing", () => {
  const stakes = ["50", "75.00", "1u"];

  it("are asked about", () => {
    expect(readStakes(stakes, options).question).toMatchObject({ id: "amounts", text: "Is 50 units or money?" });
    expect(readProfits(["-1", "45.45"], options).question?.text).toBe("Is 45.45 units or money?");
    expect(valuesOf(readStakes(stakes, options))).toEqual([null, null, null]);
  });

  it("are units where the person or the header says so", () => {
    expect(valuesOf(readStakes(stakes, answered({ amounts: "unit" })))).toEqual(["50", "75", "1"]);
    expect(valuesOf(readStakes(stakes, { ...options, counts: "unit" }))).toEqual(["50", "75", "1"]);
  });

  it("are money by the value of a unit", () => {
    expect(readStakes(stakes, answered({ amounts: "money" })).question).toMatchObject({ id: "unit_value" });
    const at50 = answered({ amounts: "money", unit_value: "$50" });
    expect(valuesOf(readStakes(stakes, at50))).toEqual(["1", "1.5", "1"]);
    expect(remarksOf(readStakes(["75"], at50))).toEqual(['"75" is 1.5u at 50 a unit.']);
    expect(valuesOf(readProfits(["112.5", "-2u"], at50))).toEqual(["2.25", "-2"]);
  });

  it("are not looked for among usual stakes", () =>
    expect(valuesOf(readStakes(["20", "1"], answered({ amounts: "money" })))).toEqual(["20", "1"]));
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
    expect(readStakes(["50", "110"], { ...options, counts: "$" }).question?.id).toBe("unit_value");
    expect(valuesOf(readStakes(["50", "1u"], { ...at100, counts: "$" }))).toEqual(["0.5", "1"]);
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
