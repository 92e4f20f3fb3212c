import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { addDays, formatCalendarDate, parseCalendarDate } from "../../app/time/calendar-date.ts";
import { dateIn, instantIn } from "../../app/time/zone-time.ts";

const newYork = "America/New_York";
const someDay = fc
  .date({ min: new Date("1000-01-01T00:00:00Z"), max: new Date("9998-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("parseCalendarDate", () => {
  it.each([
    ["11/21/2026", "2026-11-21"],
    ["1/2/2026", "2026-01-02"],
    ["01/2/2026", "2026-01-02"],
    ["2026-11-21", "2026-11-21"],
    ["  12/31/2026\n", "2026-12-31"],
    ["02/29/2028", "2028-02-29"],
    ["02/29/2000", "2000-02-29"],
    ["1/1/1000", "1000-01-01"],
    ["9999-12-31", "9999-12-31"],
  ])("reads %j as %s", (text, date) => expect(parseCalendarDate(text)).toBe(date));

  it.each([
    "",
    " ",
    "today",
    "02/29/2026",
    "02/29/1900",
    "02/30/2028",
    "04/31/2026",
    "13/01/2026",
    "21/11/2026",
    "00/10/2026",
    "10/00/2026",
    "2026-02-29",
    "2026-13-01",
    "2026-1-2",
    "2026/11/21",
    "11-21-2026",
    "11.21.2026",
    "11/21/26",
    "11/21/02026",
    "1/1/0000",
    "1/1/0999",
    "0099-01-01",
    "-2026-01-01",
    "+2026-01-01",
    "2026-11-21T00:00:00Z",
    "11/21/2026 7:30 PM",
    "11/21/2026,",
    "111/1/2026",
    "１１/21/2026",
    "11/21/2026 - 11/22/2026",
    "Nov 21, 2026",
    "1e3-01-01",
    "11/ 21/2026",
  ])("refuses %j", (text) => expect(parseCalendarDate(text)).toBeNull());

  it("reads back what formatCalendarDate writes, for every day", () => {
    fc.assert(
      fc.property(
        someDay,
        (date) => parseCalendarDate(formatCalendarDate(date)) === date && parseCalendarDate(date) === date,
      ),
    );
  });
});

it("formatCalendarDate writes an empty date as an empty text", () => expect(formatCalendarDate("")).toBe(""));

describe("addDays", () => {
  it.each([
    ["2026-11-21", -6, "2026-11-15"],
    ["2026-11-21", -29, "2026-10-23"],
    ["2026-12-31", 1, "2027-01-01"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2027-02-28", 1, "2027-03-01"],
    ["2026-03-07", 1, "2026-03-08"],
    ["2026-03-08", 1, "2026-03-09"],
    ["2026-10-31", 1, "2026-11-01"],
    ["2026-11-01", 1, "2026-11-02"],
    ["2026-11-21", 0, "2026-11-21"],
  ])("from %s, %i days later is %s, also over clock changes", (from, days, to) => expect(addDays(from, days)).toBe(to));

  it("is reversible", () => {
    fc.assert(
      fc.property(
        someDay,
        fc.integer({ min: -300, max: 300 }),
        (date, days) => date < "1001" || date > "9997" || addDays(addDays(date, days), -days) === date,
      ),
    );
  });
});

describe("dateIn", () => {
  it.each([
    ["2026-11-21T04:59:59.999Z", newYork, "2026-11-20"],
    ["2026-11-21T05:00:00.000Z", newYork, "2026-11-21"],
    ["2026-07-21T03:59:59.999Z", newYork, "2026-07-20"],
    ["2026-07-21T04:00:00.000Z", newYork, "2026-07-21"],
    ["2026-11-21T14:59:59.999Z", "Asia/Tokyo", "2026-11-21"],
    ["2026-11-21T15:00:00.000Z", "Asia/Tokyo", "2026-11-22"],
    ["2026-11-21T09:59:59.999Z", "Pacific/Kiritimati", "2026-11-21"],
    ["2026-11-21T10:00:00.000Z", "Pacific/Kiritimati", "2026-11-22"],
    ["2026-11-21T18:29:59.999Z", "Asia/Kolkata", "2026-11-21"],
    ["2026-11-21T18:30:00.000Z", "Asia/Kolkata", "2026-11-22"],
    ["2026-11-21T00:00:00.000Z", "UTC", "2026-11-21"],
    ["2026-11-20T23:59:59.999Z", "UTC", "2026-11-20"],
  ])("at %s the date in %s is %s", (instant, zone, date) => expect(dateIn(zone, new Date(instant))).toBe(date));
});

describe("dateIn with other locale data", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("returns the same date", () => {
    const { DateTimeFormat } = Intl;
    // Like a browser whose en-CA dates have the format of en-US.
    const otherFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
      new DateTimeFormat(locale === "en-CA" ? "en-US" : locale, options);
    vi.stubGlobal("Intl", {
      ...Intl,
      DateTimeFormat: function format(locale: string, options: Intl.DateTimeFormatOptions) {
        return otherFormat(locale, options);
      },
    });
    expect(dateIn("Pacific/Auckland", new Date("2026-11-21T12:00:00Z"))).toBe("2026-11-22");
  });
});

describe("instantIn", () => {
  it.each([
    ["on a winter day", newYork, "2026-11-21", 8 * 60, "2026-11-21T13:00:00.000Z"],
    ["on a summer day", newYork, "2026-07-21", 8 * 60, "2026-07-21T12:00:00.000Z"],
    ["before the clocks go forward", newYork, "2026-03-08", 90, "2026-03-08T06:30:00.000Z"],
    ["after the clocks went forward", newYork, "2026-03-08", 3 * 60, "2026-03-08T07:00:00.000Z"],
    ["at the end of that day", newYork, "2026-03-08", 23 * 60 + 59, "2026-03-09T03:59:00.000Z"],
    ["before the clocks go back", newYork, "2026-11-01", 30, "2026-11-01T04:30:00.000Z"],
    ["after the clocks went back", newYork, "2026-11-01", 2 * 60, "2026-11-01T07:00:00.000Z"],
    ["at the end of that day", newYork, "2026-11-01", 23 * 60 + 59, "2026-11-02T04:59:00.000Z"],
    ["east of Greenwich", "Asia/Tokyo", "2026-11-21", 0, "2026-11-20T15:00:00.000Z"],
    ["at half an hour's offset", "Asia/Kolkata", "2026-11-21", 0, "2026-11-20T18:30:00.000Z"],
    [
      "when the clocks go forward at midnight, west of Greenwich",
      "America/Santiago",
      "2026-09-06",
      0,
      "2026-09-06T04:00:00.000Z",
    ],
    [
      "when the clocks go forward at midnight, east of Greenwich",
      "Africa/Cairo",
      "2026-04-24",
      0,
      "2026-04-23T22:00:00.000Z",
    ],
    ["when the clocks skip that time", newYork, "2026-03-08", 150, "2026-03-08T07:30:00.000Z"],
    ["at the edge of the date line", "Pacific/Kiritimati", "2026-11-21", 0, "2026-11-20T10:00:00.000Z"],
  ])("%s: %s %s, %i minutes after midnight is %s", (_when, zone, date, minutes, instant) =>
    expect(instantIn(zone, date, minutes).toISOString()).toBe(instant),
  );

  it("returns one of the two instants of an hour that happens twice", () => {
    expect(["2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"]).toContain(
      instantIn(newYork, "2026-11-01", 90).toISOString(),
    );
  });

  it("keeps the day when the hour is skipped", () => {
    expect(dateIn(newYork, instantIn(newYork, "2026-03-08", 150))).toBe("2026-03-08");
  });

  it("returns an instant with the same date in the zone, for noon of any day", () => {
    const zone = fc.constantFrom(
      newYork,
      "Asia/Tokyo",
      "Pacific/Kiritimati",
      "Europe/London",
      "Australia/Lord_Howe",
      "UTC",
    );
    const day = fc.integer({ min: 0, max: 2000 }).map((days) => addDays("2024-01-01", days));
    fc.assert(fc.property(zone, day, (where, date) => dateIn(where, instantIn(where, date, 12 * 60)) === date));
  });
});
