import { describe, expect, it } from "vitest";
import { filledFromText, readingFields, writtenFields } from "../../../app/models/picks/written-pick.server.ts";

const required = { sport: "NBA", tag: "SIM CERTIFIED", unit_size: "1" };
const parsed = (given: object) => writtenFields.partial().safeParse(given).data ?? null;

describe("the fields of a pick take what people write", () => {
  it.each([
    ["unit_size", ["1.5u", "1½", "1,5", "1.5 units", 1.5], 1.5],
    ["odds", ["1.91", "10/11", "-110.0", "−110", "@ -110", 1.91], -110],
    ["closing_odds", ["2.50", "3/2", "+150"], 150],
    ["sim_confidence", ["61.5", "61.5%", "61,5 %"], 61.5],
    ["units_result", ["+1.82u", "1,82", "1.82 units"], 1.82],
    ["verdict", ["W", "won", "✅"], "✅"],
    ["sport", ["CFB", "college football", "ncaaf", "NCAA Football"], "NCAAF"],
    ["tag", ["sim certified", "Sim-Certified"], "SIM CERTIFIED"],
  ] as const)("%s", (field, texts, value) => {
    for (const text of texts) expect([text, parsed({ [field]: text })]).toEqual([text, { [field]: value }]);
  });

  it.each([
    ["unit_size", ["$50", "1,500", "two", "-1u", "1.555u"]],
    ["odds", ["50", "2", "1,500", "-99", "1.001"]],
    ["sim_confidence", ["101 %", "high"]],
    ["units_result", ["$50"]],
    ["verdict", ["1", "0", "half win", "winner"]],
    ["sport", ["Football", "NCAA", "Hockey", "Sudoku"]],
    ["tag", ["Sure thing"]],
  ] as const)("%s only where it can mean one thing", (field, texts) => {
    for (const text of texts) expect([text, parsed({ [field]: text })]).toEqual([text, null]);
  });

  it("a reading also knows a form without a sport or a stake so far", () => {
    expect(readingFields.parse({ sport: "", unit_size: "" })).toEqual({ sport: "", unit_size: undefined });
    expect(readingFields.parse({ sport: "NBA" }).sport).toBe("NBA");
    expect(readingFields.parse({})).toEqual({});
  });
});

describe("a pick's own text", () => {
  const fill = (given: object) => {
    const read = filledFromText(writtenFields).safeParse({ ...required, ...given });
    const { unit_size, book, playable_to } = read.data ?? {};
    return read.success ? { unit_size, book, playable_to } : Object.keys(read.error.flatten().fieldErrors);
  };

  it("fills a stake, a book and a limit that were left empty", () => {
    const pick = "2u Celtics -3.5 (-110) DK, playable to -4.5";
    const all = { unit_size: 2, book: "DraftKings", playable_to: "-4.5" };
    expect(fill({ pick, unit_size: "" })).toEqual(all);
    expect(fill({ pick, unit_size: undefined, book: " ", playable_to: null })).toEqual(all);
  });

  it("never replaces what was typed", () => {
    const pick = "2u Celtics -3.5 DK to -4.5";
    const typed = { unit_size: "1", book: "Local", playable_to: "-4" };
    expect(fill({ pick, ...typed })).toEqual({ ...typed, unit_size: 1 });
    expect(fill({ pick, unit_size: "0" })).toMatchObject({ unit_size: 0 });
  });

  it.each(["Celtics -3.5", "Over 8.5u", "2u", "1u or 2u Celtics -3.5"])("that says no stake: %s", (pick) =>
    expect(fill({ pick, unit_size: "" })).toEqual(["unit_size"]),
  );
});
