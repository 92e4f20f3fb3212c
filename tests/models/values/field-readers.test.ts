import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ImportField, fieldOfHeader } from "../../../app/models/import/columns.ts";
import { readerOf } from "../../../app/models/values/field-readers.ts";
import { pickFields } from "../../../app/models/picks/pick-input.server.ts";
import { options, valuesOf, withCommas } from "./column-options.ts";

const examples: readonly [ImportField, string[]][] = [
  ["game_date", ["11/28/26", "Nov 28", "46354", ""]],
  ["starts_at", ["11/28/2026 7:30 PM", "2026-11-28T19:30:00Z", ""]],
  ["sport", ["CFB", "nba", "Darts"]],
  ["tag", ["sim certified", "MANUAL EDGE"]],
  ["sim_confidence", ["0.6153846153", "1", "61.5%", ""]],
  ["unit_size", ["1½u", "2 units", ".5"]],
  ["units_result", ["(1.00)", "+0.9090909090909u", ""]],
  ["verdict", ["Won", "✗", "Tie", "Void", "Pending", ""]],
  ["line", ["+4", "−3.5", "PK", ""]],
  ["odds", ["1.91", "10/11", "EVEN", "+150", ""]],
  ["closing_odds", ["-110.0", ""]],
];

describe("the reader of a field", () => {
  it.each(examples)("gives %s as our import takes it", (field, cells) => {
    const values = valuesOf(readerOf(field)?.(cells, options) ?? { cells: [], question: null });
    expect(values).toHaveLength(cells.length);
    const taken = pickFields.partial().strict();
    expect(values.filter((value) => !taken.safeParse({ [field]: value }).success)).toEqual([]);
  });

  it("takes any text: one cell for each, and an empty one for each that is empty", () => {
    const word = fc.constantFrom(
      ..."1 -110 1.91 1,5 1.234,5 ½ u $ ( ) % / . : Z T W Nov 28 11/28 2026 PM -".split(" "),
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 6 }).map((words) => words.join("")),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), fc.constantFrom(options, withCommas), (cells, someOptions) => {
        for (const [field] of examples) {
          const { cells: read } = readerOf(field)?.(cells, someOptions) ?? { cells: [] };
          expect(read).toHaveLength(cells.length);
          const empty = read.filter((_, index) => cells[index]?.trim() === "");
          expect(empty).toEqual(empty.map(() => ({ value: "", note: null })));
        }
      }),
    );
  });

  it.each(["\u0301\u0323", "(", "1", ".", " ", "1,", "a "])("is quick with a long row of %j", (piece) => {
    const text = `x${piece.repeat(50_000)}!`;
    const began = performance.now();
    for (const [field] of examples)
      expect(valuesOf(readerOf(field)?.([text], options) ?? { cells: [], question: null })).toEqual([null]);
    expect(fieldOfHeader(text)).toBeNull();
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it("is not needed for texts", () => {
    expect(["Game", "Pick", "Book", "ID"].map((header) => readerOf(fieldOfHeader(header) ?? "odds"))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
