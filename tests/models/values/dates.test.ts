import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readInstant } from "../../../app/models/bets/start-time.ts";
import { waiting } from "../../../app/models/values/column.ts";
import { readDates, readStarts } from "../../../app/models/values/dates.ts";
import { addDays, daysBetween, formatCalendarDate } from "../../../app/time/calendar-date.ts";
import { answered, options, remarksOf, valuesOf } from "./column-options.ts";

const read = (...cells: string[]) => valuesOf(readDates(cells, options));

describe("a date", () => {
  it.each([
    "2026-11-28",
    "2026/11/28",
    "20261128",
    "11/28/26",
    "11/28/2026",
    "28/11/2026",
    "11-28-2026",
    "28.11.2026",
    "28.11.26",
    "28. 11. 2026",
    "28.11.",
    "11/28",
    "Nov 28",
    "Nov. 28",
    "November 28th",
    "28 Nov 2026",
    "28-Nov-26",
    "28-Nov",
    "Nov 28, 2026",
    "Nov 28, '26",
    "Saturday, November 28, 2026",
    "Sat 11/28/2026",
    "Sa., 28.11.2026",
    "28. November 2026",
    "46354",
    "nov 28 2026",
  ])("%s", (text) => expect(read(text, "")).toEqual(["2026-11-28", ""]));

  it.each([
    ["1 Mai 2026", "2026-05-01"],
    ["3. Okt. 2026", "2026-10-03"],
    ["24. Dezember 2026", "2026-12-24"],
    ["1 März 2026", "2026-03-01"],
    ["5.1.2026", "2026-01-05"],
    ["Feb 29, 2028", "2028-02-29"],
    ["1/31/68", "2068-01-31"],
    ["1/31/69", "1969-01-31"],
    ["36526", "2000-01-01"],
  ])("%s", (text, date) => expect(read(text)).toEqual([date]));

  it.each([
    "2/30/2026",
    "13/13/2026",
    "11.28.2026",
    "Feb 29, 2026",
    "November 31",
    "Friday, November 28, 2026",
    "Fri 11/28/2026",
    "Nov 2026",
    "Nov-28",
    "Novem 28",
    "28.11",
    "26-11-28",
    "11-28",
    "1.5",
    "463",
    "99999",
    "11/28/2026 soon",
    "11/28/2026/1",
    "11/28/2026 - 11/29/2026",
    "today",
    "Sat",
    "TBD",
    `11/28/2026${" x".repeat(1000)}`,
  ])("%.40s can't be read", (text) => expect(read(text)).toEqual([null]));

  it("says how a number was converted", () =>
    expect(remarksOf(readDates(["46354.8125", "46354"], options))).toEqual([
      "46354 is 2026-11-28.",
      "46354 is 2026-11-28.",
    ]));

  it("reads every day as spreadsheets count them", () =>
    fc.assert(
      fc.property(fc.integer({ min: 36_526, max: 73_049 }), (serial) => {
        expect(daysBetween("1899-12-30", read(String(serial))[0] ?? "")).toBe(serial);
      }),
    ));
});

describe("a date without a year", () => {
  it.each([
    ["2026-11-20", "11/28", "2026-11-28"],
    ["2026-12-30", "Jan 2", "2027-01-02"],
    ["2027-01-02", "30.12.", "2026-12-30"],
    ["2026-01-15", "Feb 29", "2024-02-29"],
    ["2099-01-15", "Feb 29", "2096-02-29"],
  ])("on %s, %s is %s", (today, text, date) =>
    expect(readDates([text], { ...options, today })).toEqual({
      cells: [{ value: date, note: "The year is not in the file: the nearest one is taken." }],
      question: null,
    }),
  );
});

describe("the order of month and day", () => {
  it("is that of the rows that can be only one", () => {
    expect(read("1/2/2026", "1/13/2026", "3/3/2026")).toEqual(["2026-01-02", "2026-01-13", "2026-03-03"]);
    expect(read("1/2/2026", "13/1/2026", "3/3/2026")).toEqual(["2026-02-01", "2026-01-13", "2026-03-03"]);
    expect(read("1/2/2026", "Fri 1/2/2026")).toEqual(["2026-01-02", "2026-01-02"]);
  });

  it("is asked when no row decides", () => {
    const reading = readDates(["", "1/2/2026", "3/3/2026", "2026-01-02", "5.1.2026"], options);
    expect(reading.question).toMatchObject({
      id: "date_order",
      text: 'What comes first in "1/2/2026"?',
      choices: [{ value: "monthFirst" }, { value: "dayFirst" }],
    });
    expect(reading.cells[1]).toBe(waiting);
    expect(valuesOf(reading)).toEqual(["", null, "2026-03-03", "2026-01-02", "2026-01-05"]);
    expect(valuesOf(readDates(["1/2/2026"], answered({ date_order: "dayFirst" })))).toEqual(["2026-02-01"]);
    expect(valuesOf(readDates(["1/2/2026"], answered({ date_order: "monthFirst" })))).toEqual(["2026-01-02"]);
  });

  it("makes the rarer rows a problem", () =>
    expect(remarksOf(readDates(["1/13/2026", "1/14/2026", "13/1/2026"], options))).toEqual([
      null,
      null,
      '"13/1/2026" is not a date with the month first, as the column has them.',
    ]));

  it("is asked when as many rows have one order as the other", () => {
    expect(readDates(["1/13/2026", "13/1/2026"], options).question?.id).toBe("date_order");
    expect(valuesOf(readDates(["1/13/2026", "13/1/2026"], answered({ date_order: "dayFirst" })))).toEqual([
      null,
      "2026-01-13",
    ]);
  });

  it("is found in a file of our own as soon as one day is above 12", () =>
    fc.assert(
      fc.property(fc.array(fc.nat(20_000), { minLength: 1, maxLength: 20 }), (days) => {
        const dates = ["2026-11-28", ...days.map((day) => addDays("2000-01-01", day))];
        expect(read(...dates.map(formatCalendarDate))).toEqual(dates);
      }),
    ));
});

describe("a date with a time", () => {
  it.each([
    ["11/28/2026 7:30 PM", { time: "7:30 PM" }],
    ["11/28/2026, 7:30 PM ET", { time: "7:30 PM ET" }],
    ["Nov 28, 7:30 PM", { time: "7:30 PM" }],
    ["Nov 28 10 PM", { time: "10 PM" }],
    ["Nov 28 19:30", { time: "19:30" }],
    ["28 Nov 19:30", { time: "19:30" }],
    ["28.11. 19:30", { time: "19:30" }],
    ["28.11.2026 19:30:00", { time: "19:30:00" }],
    ["11/28 10:30", { time: "10:30" }],
    ["Sat, Nov 28, 2026 at 7pm", { time: "7pm" }],
    ["2026-11-28T19:30", { time: "19:30" }],
    ["46354.8125", { time: "19:30" }],
    ["46354,8125", { time: "19:30" }],
    ["2026-11-28T19:30:00Z", { starts_at: "2026-11-28T19:30:00.000Z" }],
    ["2026-11-29T00:30:00Z", { starts_at: "2026-11-29T00:30:00.000Z" }],
    ["2026-11-28 19:30:00-05:00", { starts_at: "2026-11-29T00:30:00.000Z" }],
  ])("%s", (text, also) =>
    expect(readDates([text], options)).toMatchObject({ question: null, cells: [{ value: "2026-11-28", also }] }),
  );

  it("leaves out a time of the morning or the evening", () =>
    expect(readDates(["11/28/2026 7:30"], options).cells).toEqual([
      { value: "2026-11-28", note: "The time 7:30 may be in the morning or in the evening, so it is left out." },
    ]));

  it("has no time when all times are 0:00", () => {
    expect(
      readDates(["11/28/2026 0:00", "11/29/2026 12:00:00 AM", "11/30/2026", "12/1/2026 12 a.m."], options).cells,
    ).toEqual(["2026-11-28", "2026-11-29", "2026-11-30", "2026-12-01"].map((value) => ({ value, note: null })));
    expect(readDates(["11/28/2026 0:00", "11/29/2026 7:30 PM"], options)).toMatchObject({
      cells: [{ also: { time: "0:00" } }, { also: { time: "7:30 PM" } }],
    });
  });

  it("is asked about when all times are 0:00 with an offset: 0:00 UTC is 7 PM in New York", () => {
    const cells = ["2026-11-28T00:00:00Z", "2026-11-29T00:00:00.000Z", ""];
    expect(readDates(cells, options).question?.id).toBe("midnight");
    expect(valuesOf(readDates(cells, answered({ midnight: "date" })))).toEqual(["2026-11-28", "2026-11-29", ""]);
    expect(readDates(cells, answered({ midnight: "start" })).cells[0]).toEqual({
      value: "2026-11-27",
      note: null,
      also: { starts_at: "2026-11-28T00:00:00.000Z" },
    });
  });
});

describe("a column of starts", () => {
  it("has instants, or dates with a time", () => {
    const starts = valuesOf(
      readStarts(["2026-11-28T19:30:00Z", "11/28/2026 7:30 PM", "11/28/2026", "11/28/2026 7:30", "soon", ""], options),
    );
    expect(starts).toEqual(["2026-11-28T19:30:00.000Z", "2026-11-28, 7:30 PM", null, null, null, ""]);
    expect(readInstant(starts[1] ?? "", options.zone)).toBe("2026-11-29T00:30:00.000Z");
  });

  it("may be times alone, where another column has the date", () => {
    const { cells } = readStarts(["19:30", "7:30 PM ET", "noon", ""], options);
    expect(cells).toMatchObject([
      { also: { time: "19:30" } },
      { also: { time: "7:30 PM ET" } },
      { also: { time: "noon" } },
      {},
    ]);
    expect(valuesOf({ cells, question: null })).toEqual(["", "", "", ""]);
  });

  it("asks for the order", () => {
    expect(readStarts(["1/2/2026 7:30 PM"], options)).toMatchObject({
      question: { id: "date_order" },
      cells: [waiting],
    });
    expect(valuesOf(readStarts(["1/2/2026 7:30 PM"], answered({ date_order: "dayFirst" })))).toEqual([
      "2026-02-01, 7:30 PM",
    ]);
  });
});
