import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "../../../app/time/calendar-date.ts";
import { instantsIn } from "../../../app/time/zone-time.ts";
import { formatStart } from "../../../app/time/start-text.ts";
import { readInstant, readStart, unreadTimeText } from "../../../app/models/bets/start-time.ts";

const newYork = "America/New_York";
const everyZone = [...Intl.supportedValuesOf("timeZone"), "UTC"];
const someZone = fc.oneof(
  fc.constantFrom(
    newYork,
    "Asia/Kolkata",
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "America/St_Johns",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
    "America/Adak",
  ),
  fc.constantFrom(...everyZone),
);
const someMinute = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 60_000, max: Date.UTC(2101, 0, 1) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000).toISOString());
// The clocks of each zone change in these weeks, in one year or another.
const nearChanges = fc
  .tuple(
    fc.constantFrom("2026-03-05", "2026-03-27", "2026-04-03", "2026-10-02", "2026-10-23", "2026-10-30"),
    fc.nat(5759),
  )
  .map(([date, minutes]) => new Date(Date.parse(date) + minutes * 60_000).toISOString());
// fc.string's "binary" unit takes seconds to set up; this has lone surrogates, too.
const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0x10ffff)), { maxLength: 200 })
  .map((codes) => String.fromCodePoint(...codes));
const someText = fc.oneof(
  anyText,
  fc
    .array(
      fc.constantFrom(
        ..."7 30 : 19 12 00 0 a p m . AM PM p.m. ET EST UTC + - 5 ( ) Z T 2026-11-21 11/21/2026 , ½ 99".split(" "),
        " ",
      ),
      { maxLength: 9 },
    )
    .map((pieces) => pieces.join("")),
);

describe("readStart", () => {
  it.each([
    ["7:30 PM ET", "2026-11-21T00:30:00.000Z"],
    ["7:30 PM", "2026-11-21T00:30:00.000Z"],
    ["19:30", "2026-11-21T00:30:00.000Z"],
    ["7 PM PT", "2026-11-21T03:00:00.000Z"],
    ["7:30pm", "2026-11-21T00:30:00.000Z"],
    ["7:30 p.m.", "2026-11-21T00:30:00.000Z"],
    ["7:30 P.M. (ET)", "2026-11-21T00:30:00.000Z"],
    ["7:30p", "2026-11-21T00:30:00.000Z"],
    ["7:30 a", "2026-11-20T12:30:00.000Z"],
    ["07:30 am", "2026-11-20T12:30:00.000Z"],
    ["\u00a07:30\u202fPM  et ", "2026-11-21T00:30:00.000Z"],
    ["07:30", "2026-11-20T12:30:00.000Z"],
    ["0:00", "2026-11-20T05:00:00.000Z"],
    ["23:59", "2026-11-21T04:59:00.000Z"],
    ["12 AM", "2026-11-20T05:00:00.000Z"],
    ["12:30 AM", "2026-11-20T05:30:00.000Z"],
    ["12 PM", "2026-11-20T17:00:00.000Z"],
    ["19:30 CT", "2026-11-21T01:30:00.000Z"],
    ["7:30 PM MT", "2026-11-21T02:30:00.000Z"],
    ["19:30 EDT", "2026-11-20T23:30:00.000Z"],
    ["7:30 PM EST", "2026-11-21T00:30:00.000Z"],
    ["19:30 AKST", "2026-11-21T04:30:00.000Z"],
    ["19:30 HST", "2026-11-21T05:30:00.000Z"],
    ["19:30 UTC", "2026-11-20T19:30:00.000Z"],
    ["7:30:00 PM UTC", "2026-11-20T19:30:00.000Z"],
    ["19:30 GMT", "2026-11-20T19:30:00.000Z"],
    ["19:30Z", "2026-11-20T19:30:00.000Z"],
    ["19:30 JST", "2026-11-20T10:30:00.000Z"],
    ["7:30 PM KST", "2026-11-20T10:30:00.000Z"],
    ["20h30", "2026-11-21T01:30:00.000Z"],
    ["noon", "2026-11-20T17:00:00.000Z"],
    ["12 Noon ET", "2026-11-20T17:00:00.000Z"],
    ["midnight", "2026-11-20T05:00:00.000Z"],
    ["20H30 CET", "2026-11-20T19:30:00.000Z"],
    ["19:30 WET", "2026-11-20T19:30:00.000Z"],
    ["19:30 CEST", "2026-11-20T17:30:00.000Z"],
    ["19:30 EET", "2026-11-20T17:30:00.000Z"],
    ["19:30 EEST", "2026-11-20T16:30:00.000Z"],
    ["7:30p MSK", "2026-11-20T16:30:00.000Z"],
    ["19:30 AWST", "2026-11-20T11:30:00.000Z"],
    ["19:30 ACST", "2026-11-20T10:00:00.000Z"],
    ["19:30 AEST", "2026-11-20T09:30:00.000Z"],
    ["19:30 ACDT", "2026-11-20T09:00:00.000Z"],
    ["7:30 PM (AEDT)", "2026-11-20T08:30:00.000Z"],
    ["19:30 NZST", "2026-11-20T07:30:00.000Z"],
    ["19:30 NZDT", "2026-11-20T06:30:00.000Z"],
    ["19:30 UTC+2", "2026-11-20T17:30:00.000Z"],
    ["19:30 (GMT-5)", "2026-11-21T00:30:00.000Z"],
    ["19:30 utc+5:30", "2026-11-20T14:00:00.000Z"],
  ])("%j is %s on a winter day in New York", (time, instant) =>
    expect(readStart("2026-11-20", time, newYork)).toBe(instant),
  );

  it.each([
    ["7:30 PM ET", "2026-07-20T23:30:00.000Z"],
    ["7:30 PM EST", "2026-07-21T00:30:00.000Z"],
    ["7:30 PM", "2026-07-20T17:30:00.000Z"],
    ["7:30 PM PT", "2026-07-21T02:30:00.000Z"],
  ])("%j is %s on a summer day in Berlin", (time, instant) =>
    expect(readStart("2026-07-20", time, "Europe/Berlin")).toBe(instant),
  );

  it.each(
    "|7|7:30|19|nooner|high noon|midnights|TBD|13 PM|7:60 PM|0:30 PM|0 AM|24:00|19:60|7:3 PM|7:300|007:30|7.30 PM|7h30|19:30:60|-7:30|7:30 PM XX|7 ET|7:30PT|7:30 PM ET PT|7:30 PM (ET|7:30 PM ET)|7:30 PM ()|19:30 UTC+15|19:30 UTC+5:60|19:30 UTC+|19:30 EST+1|19:30 +01:00|7:30 PM Eastern|7:30-9:30 PM|٧:٣٠|19:30 constructor".split(
      "|",
    ),
  )("%j can't be read", (time) => expect(readStart("2026-11-20", time, newYork)).toBeNull());

  it.each(["19:30 IST", "19:30 BST", "7:30 PM (BST)", "TBA", "8h30", "20h", "20h3", "25h30", "20h60"])(
    "%j can't be read either",
    (time) => expect(readStart("2026-11-20", time, newYork)).toBeNull(),
  );

  it.each(["", "2026-02-30", "2026-13-01", "soon"])("on the date %j there is no start", (date) =>
    expect(readStart(date, "7:30 PM", newYork)).toBeNull(),
  );

  it.each([
    ["2026-03-08", "2:30 AM", newYork, null],
    ["2026-03-08", "2:30 AM ET", "UTC", null],
    ["2026-03-08", "2:30 AM EST", newYork, "2026-03-08T07:30:00.000Z"],
    ["2026-11-01", "1:30 AM", newYork, "2026-11-01T05:30:00.000Z"],
    ["2026-11-01", "1:30 AM EST", newYork, "2026-11-01T06:30:00.000Z"],
    ["2026-03-29", "02:30", "Europe/Berlin", null],
    ["2026-10-25", "02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
  ])("when the clocks change: %s %s in %s is %j", (date, time, zone, instant) =>
    expect(readStart(date, time, zone)).toBe(instant),
  );

  it("is that date and time in its zone, or null for a time that is skipped", () => {
    const date = fc.oneof(
      fc.nat(36_000).map((days) => addDays("2000-01-01", days)),
      nearChanges.map((instant) => instant.slice(0, 10)),
    );
    fc.assert(
      fc.property(date, fc.nat(23), fc.nat(59), someZone, (day, hour, minute, zone) => {
        const time = `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
        const start = readStart(day, time, zone);
        const [year, month, number] = day.split("-");
        if (start !== null) expect(formatStart(start, zone)).toContain(`${month}/${number}/${year}, ${time} `);
        expect(start === null).toBe(instantsIn(zone, day, hour * 60 + minute).length === 0);
      }),
      { numRuns: 1000 },
    );
  });

  it("reads or refuses any text", () => {
    const isAnswer = (answer: string | null) => answer === null || new Date(answer).toISOString() === answer;
    fc.assert(fc.property(someText, (text) => isAnswer(readStart("2026-11-20", text, newYork))));
    fc.assert(fc.property(someText, (text) => isAnswer(readInstant(text, newYork))));
    fc.assert(fc.property(someText, (text) => isAnswer(readStart(text, "7:30 PM", newYork))));
  });
});

describe("unreadTimeText", () => {
  it.each(["", "TBD", "tba", " TBD "])("has nothing to say of %j", (time) => expect(unreadTimeText(time)).toBe(""));

  it.each(["19:30 BST", "7:30 pm (bst)"])("says of %j that its zone is several", (time) =>
    expect(unreadTimeText(time)).toBe(
      "The start could not be read: BST means several zones. Write the offset, like UTC+1.",
    ),
  );

  it.each(["tonight", "7:30", "TBD PM", "BST", "19:30 XBST"])("says of %j that it could not be read", (time) =>
    expect(unreadTimeText(time)).toBe("The start could not be read."),
  );
});

describe("readInstant", () => {
  it.each([
    ["2026-11-21T00:30:00Z", "2026-11-21T00:30:00.000Z"],
    ["2026-11-21T00:30Z", "2026-11-21T00:30:00.000Z"],
    ["2026-11-21T00:30:15.999Z", "2026-11-21T00:30:15.000Z"],
    ["2026-11-21T00:30+01:00", "2026-11-20T23:30:00.000Z"],
    ["2026-11-20T19:30:00-0500", "2026-11-21T00:30:00.000Z"],
    ["11/20/2026, 7:30 PM ET", "2026-11-21T00:30:00.000Z"],
    ["11/20/2026 7:30 PM", "2026-11-21T00:30:00.000Z"],
    [" 11/20/2026 ,  19:30 ", "2026-11-21T00:30:00.000Z"],
    ["2026-11-20 19:30", "2026-11-21T00:30:00.000Z"],
    ["2026-11-20T19:30", "2026-11-21T00:30:00.000Z"],
    ["2026-11-20T19:30:00", "2026-11-21T00:30:00.000Z"],
    ["11/20/2026 19:30:00", "2026-11-21T00:30:00.000Z"],
    ["2026-11-20 19:30 UTC", "2026-11-20T19:30:00.000Z"],
  ])("%j is %s", (text, instant) => expect(readInstant(text, newYork)).toBe(instant));

  it.each(
    "|2026-11-21|7:30 PM|11/31/2026 7:30 PM|2026-11-31T00:30Z|2026-11-21T24:00Z|2026-11-21T00:60Z|2026-11-21T00:30:60Z|2026-11-21T00:30+15:00|2026-11-21T00:30+01:60|2026-11-2119:30|2026-11-21,,19:30|2026-11-21 7|Nov 21, 2026 7:30 PM|1795221000|2026-11-21T00:30:60".split(
      "|",
    ),
  )("%j can't be read", (text) => expect(readInstant(text, newYork)).toBeNull());

  it("reads back what formatStart writes, to the minute, in every zone", () => {
    fc.assert(
      fc.property(fc.oneof(someMinute, nearChanges), someZone, (instant, zone) => {
        expect(readInstant(formatStart(instant, zone), zone)).toBe(instant);
        expect(readInstant(formatStart(instant, zone), "Asia/Tokyo")).toBe(instant);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(["2026-01-20T12:05:00.000Z", "2026-07-20T23:59:00.000Z"])("reads %s back in each zone", (instant) =>
    expect(everyZone.filter((zone) => readInstant(formatStart(instant, zone), zone) !== instant)).toEqual([]),
  );
});

it.each([
  ["2026-11-21T00:30:00.000Z", newYork, "11/20/2026, 7:30 PM EST"],
  ["2026-07-21T04:05:00.000Z", newYork, "07/21/2026, 12:05 AM EDT"],
  ["2026-11-21T11:30:00.000Z", "Europe/Berlin", "11/21/2026, 12:30 PM GMT+1"],
  ["2026-11-21T11:30:00.000Z", "Asia/Kathmandu", "11/21/2026, 5:15 PM GMT+5:45"],
  ["2026-11-21T11:30:00.000Z", "UTC", "11/21/2026, 11:30 AM UTC"],
])("formatStart writes %s in %s as %s", (instant, zone, text) => expect(formatStart(instant, zone)).toBe(text));
