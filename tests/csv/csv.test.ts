import { expect, it } from "vitest";
import { csvOf } from "../../app/csv/csv.ts";

it("writes the column names first and ends each line with CRLF", () =>
  expect(
    csvOf(
      ["a", "b"],
      [
        ["x", 1],
        ["y", -2.5],
      ],
    ),
  ).toBe("a,b\r\nx,1\r\ny,-2.5\r\n"));

it.each([
  ["plain", "plain"],
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  [" blank", '" blank"'],
  ["", ""],
  ["Bob;=1+1", "Bob;'=1+1"],
  ["Bob; -1", "Bob;' -1"],
  [" =1", "' =1"],
  ["＝1+1", "'＝1+1"],
  ["＠SUM", "'＠SUM"],
  ["\n=1", "\"'\n'=1\""],
  ["a\n=1+1\nb", '"a\n\'=1+1\nb"'],
  ["a\r\n -1", '"a\r\n\' -1"'],
  ["a\n\nb", '"a\n\nb"'],
  ["a-b;c", "a-b;c"],
  // With semicolons as separators, two quotes at the start of a column are an empty text.
  ['Bob;"=1+1;x', '"Bob;\'""=1+1;x"'],
  ['Bob; "" ＝1', '"Bob;\' """" ＝1"'],
  ['Bob;"x"', '"Bob;""x"""'],
  ['a\n"=1+1;x', '"a\n\'""=1+1;x"'],
  ['"=1', '"""=1"'],
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", '"\'\t=1"'],
  ["\tname", '"\'\tname"'],
  ["a\tb", '"a\tb"'],
  ["\nname", '"\'\nname"'],
  ["\rname", '"\'\rname"'],
  ["Bob;\tname", '"Bob;\'\tname"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
])("writes the text %j as %j, which no spreadsheet runs as a formula", (text, cell) =>
  expect(csvOf(["t"], [[text]])).toBe(`t\r\n${cell}\r\n`),
);
