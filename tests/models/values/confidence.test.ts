import { describe, expect, it } from "vitest";
import { readConfidences } from "../../../app/models/values/confidence.ts";
import { answered, options, remarksOf, valuesOf, withCommas } from "./column-options.ts";

describe("a column of confidences", () => {
  it.each([
    ["fractions", ["0.615", ".57", "1", "0", ""], ["61.5", "57", "100", "0", ""]],
    ["fractions with many decimals", ["0.615384615", "0.29"], ["61.538462", "29"]],
    ["percentages", ["61.5", "57", "100"], ["61.5", "57", "100"]],
    ["percent signs", ["61.5%", "61.5 %", "1%", "0.5%"], ["61.5", "61.5", "1", "0.5"]],
    ["percent signs and fractions", ["61.5%", "0.57"], ["61.5", "57"]],
    ["a number that may be either among percentages", ["61.5", "0.57"], ["61.5", null]],
    ["zeros only", ["0", "0"], ["0", "0"]],
    ["numbers that are no confidence", ["61.5", "101", "-5", "250%"], ["61.5", null, null, null]],
    ["words", ["61.5", "high", "★★★", "7/10", "%"], ["61.5", null, null, null, null]],
  ])("may have %s", (_what, cells, values) => expect(valuesOf(readConfidences(cells, options))).toEqual(values));

  it("may have decimal commas", () => {
    expect(valuesOf(readConfidences(["61,5 %", "57%"], withCommas))).toEqual(["61.5", "57"]);
    expect(valuesOf(readConfidences(["0,615", "0,57"], withCommas))).toEqual(["61.5", "57"]);
    expect(readConfidences(["61,538"], withCommas).question?.id).toBe("decimal_sign");
  });

  it("says what a fraction is in percent", () =>
    expect(remarksOf(readConfidences(["0.615", "61.5%"], options))).toEqual(['"0.615" is 61.5%.', null]));

  it("asks what 1 is when there is nothing else", () => {
    const reading = readConfidences(["1", "0", "60%"], options);
    expect(reading.question?.id).toBe("confidence_scale");
    expect(valuesOf(reading)).toEqual([null, "0", "60"]);
    expect(valuesOf(readConfidences(["1"], answered({ confidence_scale: "fraction" })))).toEqual(["100"]);
    expect(valuesOf(readConfidences(["1"], answered({ confidence_scale: "percent" })))).toEqual(["1"]);
  });
});
