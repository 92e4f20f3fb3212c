import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvOf } from "../../app/csv/csv.ts";
import { maxImportRows, readImport } from "../../app/csv/table-text.ts";

const fields = [
  "game",
  "pick",
  "sport",
  "tag",
  "game_date",
  "unit_size",
  "sim_confidence",
  "odds",
  "line",
  "starts_at",
];
const read = (text: string) => readImport(text, fields);

describe("a table", () => {
  it.each([
    ["CSV", "game,pick\nA @ B,B -3\n"],
    ["CRLF", "game,pick\r\nA @ B,B -3\r\n"],
    ["with a byte order mark", "\uFEFFgame,pick\nA @ B,B -3"],
    ["of a spreadsheet", "game\tpick\nA @ B\tB -3\n"],
    ["with semicolons", "game;pick\nA @ B;B -3"],
    ["quoted", '"game","pick"\n"A @ B","B -3"'],
    ["with capitals and blanks", " Game , PICK \nA @ B,B -3"],
    ["with empty lines", "game,pick\n\nA @ B,B -3\n,\n\n"],
  ])("%s", (_kind, text) => expect(read(text)).toMatchObject({ rows: [{ cells: { game: "A @ B", pick: "B -3" } }] }));

  it("has its columns in any order, by the names of fields or of the form", () =>
    expect(read("Sim confidence %,Price,Start,Unit size,game_date\n57.6,-110,,1,11/20/2026")).toEqual({
      rows: [
        {
          line: 2,
          cells: { sim_confidence: "57.6", odds: "-110", starts_at: "", unit_size: "1", game_date: "11/20/2026" },
        },
      ],
    }));

  it("keeps what is in quotes, and counts its lines", () =>
    expect(read('game,pick\n"A, ""the"" A\n@ B",x\nC,y')).toEqual({
      rows: [
        { line: 3, cells: { game: 'A, "the" A\n@ B', pick: "x" } },
        { line: 4, cells: { game: "C", pick: "y" } },
      ],
    }));

  it("may begin with empty lines, and have empty rows below", () =>
    expect(read(`\n\ngame\tpick\nA\tB\n${"\t\n".repeat(2000)}`)).toEqual({
      rows: [{ line: 4, cells: { game: "A", pick: "B" } }],
    }));

  it("leaves the columns that a short line lacks", () =>
    expect(read("game,pick,odds\nA @ B,B -3")).toEqual({
      rows: [{ line: 2, cells: { game: "A @ B", pick: "B -3" } }],
    }));

  it("takes back the apostrophe of our own files", () =>
    expect(read("pick,line\nB -3,'-3.5\n")).toEqual({ rows: [{ line: 2, cells: { pick: "B -3", line: "-3.5" } }] }));

  it("reads back what our own files say", () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1, maxLength: 20 }), (rows) => {
        const isKept = (cell: string) =>
          cell.trim() === cell && !/^['=＝]|;'|[\r\uFFFD\t]|\n'/.test(cell) && cell !== "";
        const kept = rows.filter((row) => row.every(isKept));
        fc.pre(kept.length > 0);
        const found = read(csvOf(["game", "pick"], kept));
        expect(found).toEqual({
          rows: kept.map(([game, pick], index) => ({ line: index + 2, cells: { game, pick } })),
        });
      }),
    ));
});

it("JSON is a list of picks, with fields of any kind", () => {
  expect(read('[{"game": "A @ B", "odds": -110, "line": null}]')).toEqual({
    rows: [{ line: null, cells: { game: "A @ B", odds: -110, line: null } }],
  });
  for (const text of ["{}", "[1]", "[[]]", "[null]", '{"rows": []}'])
    expect(read(text)).toEqual({ problem: "JSON must be a list of picks, like [{…}, {…}]." });
  expect(read("[{")).toEqual({ problem: "This is neither a table nor valid JSON." });
});

describe("says what is wrong with", () => {
  it.each([
    ["nothing", " \n ", "Paste a table first."],
    ["a header alone", "game,pick\n", "There are no rows below the header."],
    ["an empty list", "[]", "There are no rows below the header."],
    [
      "a missing header",
      "A @ B,B -3\nC,D",
      "The first line must name the columns, like: game, pick, sport, tag, unit_size.",
    ],
    [
      "prose",
      "Dear all,\nhere are the picks",
      "The first line must name the columns, like: game, pick, sport, tag, unit_size.",
    ],
    ["an unknown column", "game,Confidense\nA,1", 'Line 1, column 2: there is no field "Confidense".'],
    ["a header twice", "game,pick,Game\nA,B,C", 'Line 1, column 3: "Game" is there twice.'],
    ["a cell too many", "game,pick\nA,B\nA,B,C", "Line 3: 3 columns, but the header has 2."],
    ["a formula", 'game,pick\nA,B\nA,"=HYPERLINK(""x"")"', "Line 3, column 2: a formula. Paste values instead."],
    ["a quote that stays open", 'game,pick\nA,"B', "Line 2, column 2: a quote is opened and never closed."],
    [
      "another encoding",
      "game,pick\nMontr\uFFFDal,B",
      "The text is not UTF-8. Save the file as UTF-8, then try again.",
    ],
    ["too much text", `game\n${"x".repeat(1024 * 1024)}`, "At most 1 MB."],
    ["too many rows", `game\n${"x\n".repeat(maxImportRows + 1)}`, "At most 500 rows at once."],
    ["a hundred thousand rows", `game\n${"x\n".repeat(100_000)}`, "At most 500 rows at once."],
    ["too much JSON", JSON.stringify(Array(501).fill({})), "At most 500 rows at once."],
  ])("%s", (_what, text, problem) => expect(read(text)).toEqual({ problem }));

  it("a quote in the middle of a cell", () =>
    expect(read('game,pick\nA,B "x" C')).toMatchObject({ problem: expect.stringMatching(/^Line 2.*quote/) }));

  it("any text, without ever throwing", () =>
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(["rows", "problem"]).toContain(Object.keys(read(text))[0]);
      }),
    ));

  it("takes five hundred rows", () =>
    expect(read(`game\n${"x\n".repeat(maxImportRows)}`)).toMatchObject({ rows: { length: maxImportRows } }));
});
