import fc from "fast-check";
import { expect, it } from "vitest";
import { decimalText, readDecimal } from "../../../app/models/ledger/decimal.ts";

it.each([
  [1.5, "1.5"],
  [-3.5, "-3.5"],
  [0, "0"],
  [-0, "0"],
  [61.5, "61.5"],
  [100, "100"],
  [-0.45, "-0.45"],
  [1e21, "1000000000000000000000"],
  [1.5e-7, "0.00000015"],
  [-2e-7, "-0.0000002"],
])("%d is %s", (value, text) => expect([decimalText(value), readDecimal(text)]).toEqual([text, value + 0]));

it.each(["", "-0", "1.0", "01", "+1", ".5", "1.", "1e3", " 1", "0.10", "NaN", "Infinity", "1".repeat(400)])(
  "%j is no decimal",
  (text) => expect(readDecimal(text)).toBeNull(),
);

it.each([NaN, Infinity, -Infinity])("%d has no text", (value) => expect(() => decimalText(value)).toThrow(RangeError));

it("every number reads back as itself, without an exponent", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = decimalText(value);
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(readDecimal(text)).toBe(value + 0);
    }),
  );
});
