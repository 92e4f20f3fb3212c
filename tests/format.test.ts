import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countText,
  percentText,
  formatNumber,
  formatPercent,
  formatResult,
  initialOf,
  formatDollars,
} from "../app/format.ts";
import { formatInstant } from "../app/time/instant-text.ts";
import { formatLongDate, formatMonth, monthNames } from "../app/time/months.ts";
import { formatMoney, formatShare } from "../app/money.ts";

it.each([
  [1.36, "+1.36 U"],
  [-1.25, "-1.25 U"],
  [0, "0.00 U"],
  [-0, "0.00 U"],
  [null, "0.00 U"],
  [-0.001, "0.00 U"],
  [0.004, "0.00 U"],
  [0.005, "+0.01 U"],
  [-0.01, "-0.01 U"],
  [1000, "+1000.00 U"],
  [0.1 + 0.2, "+0.30 U"],
])("shows the result %d as %s", (units, text) => expect(formatResult(units)).toBe(text));

it.each([
  [65.9090909, "65.91%"],
  [0, "0.00%"],
  [-0.001, "0.00%"],
  [100, "100.00%"],
  [-3.5, "-3.50%"],
])("shows the share %d as %s", (figure, text) => expect(percentText(figure)).toBe(text));

it.each([
  [0, "0"],
  [44, "44"],
  [999, "999"],
  [2015, "2,015"],
  [1234567, "1,234,567"],
])("shows the count %d as %s", (count, text) => expect(countText(count)).toBe(text));

it.each([
  [64.2, "64.2", "64.2%"],
  [0, "0", "0.0%"],
  [57, "57", "57.0%"],
  [57.65, "57.65", "57.7%"],
  [1234.5, "1234.5", "1234.5%"],
  [0.000001, "0.000001", "0.0%"],
  [null, "", "–"],
])("shows %d as entered, and a percentage with one decimal", (value, number, percent) => {
  expect([formatNumber(value), formatPercent(value)]).toEqual([number, percent]);
});

it("rounds like Intl.NumberFormat", () => {
  const options = { maximumFractionDigits: 2, minimumFractionDigits: 2, useGrouping: false } as const;
  const [signed, plain, six] = [
    { ...options, signDisplay: "exceptZero" as const },
    options,
    { maximumFractionDigits: 6, useGrouping: false },
  ].map((formatOptions) => new Intl.NumberFormat("en-US", formatOptions));
  const sizes = fc.oneof(
    fc.double({ min: 1e-5, max: 1e9, noNaN: true }),
    fc.integer({ min: 0, max: 1e9 }).map((thousandths) => thousandths / 1000),
  );
  fc.assert(
    fc.property(sizes, fc.constantFrom(1, -1), (size, sign) => {
      const figure = size * sign;
      const withoutMinus = (text = "") => (Number.parseFloat(text) === 0 ? text.replace("-", "") : text);
      expect([formatResult(figure), percentText(figure), formatNumber(figure)]).toEqual([
        `${signed?.format(figure)} U`,
        withoutMinus(`${plain?.format(figure)}%`),
        withoutMinus(six?.format(figure)),
      ]);
    }),
  );
});

it("formats every number as it was entered", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -100_000_000, max: 100_000_000 }),
      (value) => Number(formatNumber(value / 1e5)) === value / 1e5,
    ),
  );
});

it.each([
  [0, "$0.00", "0.00"],
  [5, "$0.05", "0.05"],
  [98, "$0.98", "0.98"],
  [980, "$9.80", "9.80"],
  [149_450, "$1494.50", "1494.50"],
  [-5, "-$0.05", "-0.05"],
  [-980, "-$9.80", "-9.80"],
  [Number.MAX_SAFE_INTEGER, "$90071992547409.91", "90071992547409.91"],
])("shows %d cents as %s", (cents, money, dollars) => {
  expect([formatMoney(cents), formatDollars(cents)]).toEqual([money, dollars]);
});

it.each([
  [null, "–"],
  [0, "0.0"],
  [28.75, "28.8"],
  [1.45, "1.5"],
  [7.4766, "7.5"],
  [100, "100.0"],
  [200, "200.0"],
])("shows a share of %d percent as %s", (percent, text) => expect(formatShare(percent)).toBe(text));

describe("an instant", () => {
  it.each([
    ["2026-11-21T14:05:00.000Z", "America/New_York", "November 21, 2026, 9:05 AM EST"],
    ["2026-07-04T16:00:00.000Z", "America/New_York", "July 4, 2026, 12:00 PM EDT"],
    ["2026-11-21T05:00:00.000Z", "America/New_York", "November 21, 2026, 12:00 AM EST"],
    ["2026-11-21T04:59:59.999Z", "America/New_York", "November 20, 2026, 11:59 PM EST"],
    ["2026-11-01T05:30:00.000Z", "America/New_York", "November 1, 2026, 1:30 AM EDT"],
    ["2026-11-01T06:30:00.000Z", "America/New_York", "November 1, 2026, 1:30 AM EST"],
    ["2026-12-31T23:30:00.000Z", "Asia/Tokyo", "January 1, 2027, 8:30 AM GMT+9"],
    ["2026-11-21T14:05:00.000Z", "UTC", "November 21, 2026, 2:05 PM UTC"],
  ])("%s in %s is %s", (iso, zone, text) => expect(formatInstant(iso, zone)).toBe(text));

  it("has no zone name in the browser's own time zone", () => {
    expect(formatInstant("2026-11-21T14:05:00.000Z")).toMatch(/^November 2[12], 2026, \d{1,2}:\d5 [AP]M$/);
  });
});

it.each([
  ["2026-01", "Jan 2026"],
  ["2026-09", "Sep 2026"],
  ["2026-12", "Dec 2026"],
])("writes the month %s as %s", (month, text) => expect(formatMonth(month)).toBe(text));

it.each([
  ["ana Díaz", "A"],
  ["Émile", "É"],
  ["😀 Kim", "😀"],
  ["", "?"],
])("the initial of %j is %s", (name, initial) => expect(initialOf(name)).toBe(initial));

it("names the months like Intl, and writes a day in full", () => {
  const names = monthNames.map((_name, month) =>
    new Date(Date.UTC(2026, month, 1)).toLocaleString("en-US", { month: "long", timeZone: "UTC" }),
  );
  expect(monthNames).toEqual(names);
  expect(formatLongDate("2026-08-01")).toBe("Saturday, August 1, 2026");
});
