import { expect, it } from "vitest";
import { barsPath } from "../../../app/components/drawings/trend-bars.ts";

const isAbove = (value: number) => value > 0;

it("each value has a bar from zero up, and 0 has none", () =>
  expect(barsPath([0, 5, 10], isAbove)).toBe("M80 40V20h56V40zM160 40V0h56V40z"));

it("values below zero hang from the line of zero", () => {
  expect(barsPath([10, -10], isAbove)).toBe("M0 20V0h84V20z");
  expect(barsPath([10, -10], (value) => value < 0)).toBe("M120 20V40h84V20z");
});

it("nothing but zeros is no drawing", () => expect(barsPath([0, 0], isAbove)).toBe(""));
