import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseOdds } from "../../../app/models/bets/bet.ts";
import { profitOf } from "../../../app/models/bets/units.ts";
import { waiting } from "../../../app/models/values/column.ts";
import { readPrices } from "../../../app/models/values/prices.ts";
import { answered, options, remarksOf, valuesOf, withCommas } from "./column-options.ts";

const read = (text: string) => valuesOf(readPrices([text], options))[0];

describe("an American price", () => {
  it.each([
    ["-110", "-110"],
    ["−110", "-110"],
    ["–110", "-110"],
    ["+135", "135"],
    ["135", "135"],
    ["+100", "100"],
    ["-100", "-100"],
    ["-110.0", "-110"],
    ["150.00", "150"],
    ["+1,200", "1200"],
    ["EV", "100"],
    ["Even", "100"],
    ["(-110)", "-110"],
    ["@ -110", "-110"],
    ["-100000", "-100000"],
    ["", ""],
    ["-99", null],
    ["+1.5", null],
    ["-110.5", null],
    ["-1.91", null],
    ["-100001", null],
    ["100001", null],
    ["-110 / -110", null],
    ["-110u", null],
    ["PK", null],
  ])("%s", (text, value) => expect(read(text)).toBe(value));
});

describe("a decimal price", () => {
  it.each([
    ["1.91", "-110"],
    ["2.10", "110"],
    ["2", "100"],
    ["2.00", "100"],
    ["1.5", "-200"],
    ["1.01", "-10000"],
    ["21", "2000"],
    ["2.005", "101"],
    ["1.995", "-101"],
    ["1.999", "-100"],
    ["110.5", "10950"],
    ["@1.91", "-110"],
    ["1.009", null],
    ["1", null],
    ["0.91", null],
    ["0", null],
    ["1001.5", null],
    ["52.4%", null],
    ["1.91x", null],
  ])("%s", (text, value) => expect(read(text)).toBe(value));

  it("may have a decimal comma", () => {
    expect(valuesOf(readPrices(["1,91", "2,10", "1.91"], withCommas))).toEqual(["-110", "110", null]);
    expect(readPrices(["1,909", "-110", "5/2", "150"], withCommas)).toMatchObject({
      question: { id: "decimal_sign" },
      cells: [waiting, { value: "-110" }, { value: "250" }, waiting],
    });
    expect(valuesOf(readPrices(["1,909"], answered({ decimal_sign: "," }, withCommas)))).toEqual(["-110"]);
  });

  it("wins as much as its American price, but for the rounding", () =>
    fc.assert(
      fc.property(fc.integer({ min: 101, max: 100_000 }), (hundredths) => {
        const odds = parseOdds(read((hundredths / 100).toFixed(2)) ?? "");
        fc.pre(hundredths < 10_000 || hundredths % 100 !== 0);
        const profit = hundredths / 100 - 1;
        // A step of the American price is at most 1 % of the profit.
        expect(Math.abs(profitOf(1000, odds ?? 0) / 1000 - profit)).toBeLessThanOrEqual(profit / 100 + 0.001);
      }),
    ));
});

describe("a fractional price", () => {
  it.each([
    ["10/11", "-110"],
    ["5/2", "250"],
    ["1/1", "100"],
    ["4 / 6", "-150"],
    ["1/1000", "-100000"],
    ["1000/1", "100000"],
    ["1/1001", null],
    ["1/0", null],
    ["0/1", null],
    ["5-2", null],
    ["1/2/3", null],
    ["-5/2", null],
  ])("%s", (text, value) => expect(read(text)).toBe(value));
});

it("says how it was converted", () =>
  expect(remarksOf(readPrices(["1.91", "10/11", "-110", "1/1001", "x"], options))).toEqual([
    '"1.91" is -110.',
    '"10/11" is -110.',
    null,
    '"1/1001" is -100100: a price is within ±100000.',
    '"x" is not a price like -110, 1.91 or 10/11.',
  ]));

describe("a number that may be American or decimal", () => {
  it("is American in a column without decimal prices", () =>
    expect(valuesOf(readPrices(["150", "-110", "101"], options))).toEqual(["150", "-110", "101"]));

  it("is asked about in a column that has decimal prices", () => {
    const reading = readPrices(["150", "1.91", "-110"], options);
    expect(reading.question).toMatchObject({
      id: "price_kind",
      text: 'Which kind of price is "150"?',
      choices: [{ value: "american" }, { value: "decimal" }],
    });
    expect(valuesOf(reading)).toEqual([null, "-110", "-110"]);
    expect(valuesOf(readPrices(["150", "1.91"], answered({ price_kind: "american" })))).toEqual(["150", "-110"]);
    expect(valuesOf(readPrices(["150", "1.91"], answered({ price_kind: "decimal" })))).toEqual(["14900", "-110"]);
  });

  it("is certain below 100 and above 1001", () =>
    expect(readPrices(["1.91", "21", "1500"], options)).toMatchObject({
      question: null,
      cells: [{ value: "-110" }, { value: "2000" }, { value: "1500" }],
    }));
});
