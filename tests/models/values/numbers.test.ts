import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numberOf, readLines } from "../../../app/models/values/numbers.ts";
import { answered, options, remarksOf, valuesOf, withCommas } from "./column-options.ts";

describe("numberOf", () => {
  it.each([
    ["1,234.50", 1234.5, null],
    ["1.234,50", null, 1234.5],
    ["1 234,50", null, 1234.5],
    ["1\u202f234,50", null, 1234.5],
    ["1'234.50", 1234.5, null],
    ["1’234.50", 1234.5, null],
    ["1,234", 1234, 1.234],
    ["1.234", 1.234, 1234],
    ["1,234,567", 1234567, null],
    ["−1.5", -1.5, null],
    ["+.5", 0.5, null],
    ["0,615", null, 0.615],
    ["-0", 0, 0],
    ["12", 12, 12],
    ["1,23,456", null, null],
    ["1,234 567", null, null],
    ["1e3", null, null],
    ["0x10", null, null],
    ["", null, null],
    [".", null, null],
    ["-", null, null],
    ["1 2", null, null],
    ["1234567890123456", null, null],
  ])("%s", (text, withPoint, withComma) =>
    expect([numberOf(text, "."), numberOf(text, ",")]).toEqual([withPoint, withComma]),
  );

  it("reads what other programs write", () =>
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (cents) => {
        const amount = cents / 100;
        const english = amount.toLocaleString("en-US", { minimumFractionDigits: 2 });
        const german = amount.toLocaleString("de-DE", { minimumFractionDigits: 2 });
        expect([numberOf(english, "."), numberOf(german, ",")]).toEqual([amount, amount]);
      }),
    ));
});

describe("a column of numbers", () => {
  it.each([
    ["decimal points", ["1.5", "1,234.5", "", "2"], ["1.5", "1234.5", "", "2"]],
    ["decimal commas", ["1,5", "1.234", "", "2"], ["1.5", "1234", "", "2"]],
    ["the more frequent sign", ["1.5", "2.5", "3,5"], ["1.5", "2.5", null]],
    ["words", ["1.5", "two"], ["1.5", null]],
  ])("has %s", (_what, cells, values) => {
    expect(valuesOf(readLines(cells, options))).toEqual(values);
    expect(valuesOf(readLines(cells, withCommas))).toEqual(values);
  });

  it("asks what 1,234 is when a comma may be decimal", () => {
    const reading = readLines(["1,234", "7", ""], withCommas);
    expect(reading.question).toMatchObject({ id: "decimal_sign", choices: [{ value: "." }, { value: "," }] });
    expect(valuesOf(reading)).toEqual([null, null, ""]);
    expect(valuesOf(readLines(["1,234"], answered({ decimal_sign: "," }, withCommas)))).toEqual(["1.234"]);
    expect(valuesOf(readLines(["1,234"], answered({ decimal_sign: "." }, withCommas)))).toEqual(["1234"]);
    expect(readLines(["1,234"], answered({ decimal_sign: "toString" }, withCommas)).question).not.toBeNull();
  });

  it("has thousands where a comma separates the columns", () =>
    expect(readLines(["1,234"], options)).toEqual({ cells: [{ value: "1234", note: null }], question: null }));

  it("asks when as many rows have a point as a comma", () => {
    expect(readLines(["1.5", "1,5"], options).question?.id).toBe("decimal_sign");
    expect(remarksOf(readLines(["1.5", "1,5"], answered({ decimal_sign: "," })))).toEqual([
      '"1.5" is not a number with a decimal comma.',
      null,
    ]);
  });
});

it("a line may be a pick'em", () =>
  expect(valuesOf(readLines(["-3.5", "−6", "PK", "Pick'em", "+4", "even"], options))).toEqual([
    "-3.5",
    "-6",
    "PK",
    "PK",
    "4",
    null,
  ]));
