import { describe, expect, it } from "vitest";
import { readRawTable, tableOf } from "../../app/csv/raw-table.ts";

const names = ["Date", "Matchup", "Selection", "Odds"];
const limits = { rows: 10, bytes: 2 ** 20 };
const read = (text: string) => readRawTable(text, limits, (header) => names.includes(header.trim()));

describe("a table of another program", () => {
  it("keeps its columns' names, and which separator it has", () =>
    expect(read("Date;Matchup;Odds\n28.11.;A @ B;1,91")).toEqual({
      separator: ";",
      header: ["Date", "Matchup", "Odds"],
      rows: [{ line: 2, cells: ["28.11.", "A @ B", "1,91"] }],
      leftOut: [],
    }));

  it("may have title lines above its header, and totals below", () =>
    expect(read("Our picks of 2025\n\nDate,Selection\n11/28,Lakers ML\nTotal,+12.5\nTotals:,\n")).toEqual({
      separator: ",",
      header: ["Date", "Selection"],
      rows: [{ line: 4, cells: ["11/28", "Lakers ML"] }],
      leftOut: [
        { line: 1, text: "Our picks of 2025" },
        { line: 5, text: "Total +12.5" },
        { line: 6, text: "Totals:" },
      ],
    }));

  it("whose first cells are totals keeps them", () =>
    expect(read("Selection,Date\nTotal over 220.5,11/28\nOver 8.5,11/28")).toMatchObject({
      rows: [{}, {}],
      leftOut: [],
    }));

  it("loses its empty columns, not one that has cells without a name", () =>
    expect(read("Date,,Selection,\n11/28,,Lakers ML,ok\n11/29,,Over 8,\n")).toMatchObject({
      header: ["Date", "Selection", ""],
      rows: [{ cells: ["11/28", "Lakers ML", "ok"] }, { cells: ["11/29", "Over 8", ""] }],
    }));

  it("has bare quotes between tabs, and line breaks in quotes", () =>
    expect(read('Date\tSelection\n11/28\tOver 8.5 "F5"\n11/29\t"Lakers\nML"\n11/30\t"F5" over\n')).toMatchObject({
      rows: [
        { line: 2, cells: ["11/28", 'Over 8.5 "F5"'] },
        { line: 4, cells: ["11/29", "Lakers\nML"] },
        { line: 5, cells: ["11/30", '"F5" over'] },
      ],
    }));

  it("whose header nobody knows begins at the first line with two cells", () =>
    expect(read("Pronostics\nJour,Pari\n28/11,Over 8")).toMatchObject({
      header: ["Jour", "Pari"],
      leftOut: [{ line: 1, text: "Pronostics" }],
    }));
});

it("a list of objects has all keys as columns, and no cell where a key is missing", () =>
  expect(tableOf([{ a: 1 }, { b: null, a: "x" }])).toEqual({
    separator: null,
    header: ["a", "b"],
    rows: [
      { line: null, cells: [1, undefined] },
      { line: null, cells: ["x", null] },
    ],
    leftOut: [],
  }));

it("says how many rows it takes", () =>
  expect(read(`Date,Odds\n${"11/28,-110\n".repeat(11)}`)).toEqual({ problem: "At most 10 rows at once." }));

describe("lines of a chat, without a header", () => {
  const lines = (text: string) => readRawTable(text, limits, (header) => names.includes(header), undefined, "Pick");

  it("are a table with one column", () =>
    expect(lines("2u Celtics -3.5 (-110) DK\nLakers ML, 1u\n\nOver 220.5")).toEqual({
      separator: null,
      header: ["Pick"],
      rows: [
        { line: 1, cells: ["2u Celtics -3.5 (-110) DK"] },
        { line: 2, cells: ["Lakers ML, 1u"] },
        { line: 4, cells: ["Over 220.5"] },
      ],
      leftOut: [],
    }));

  it.each(["Dear all", "Dear all,\nhere are the picks of 2026", "Celtics\nLakers"])("are no prose: %j", (text) =>
    expect(lines(text)).toHaveProperty("problem"),
  );

  it("are not taken where a table has a header", () =>
    expect(lines("Date,Odds\n11/28,-110")).toMatchObject({ header: ["Date", "Odds"] }));
});
