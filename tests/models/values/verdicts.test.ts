import { describe, expect, it } from "vitest";
import { allOutcomes, outcomes, verdictText } from "../../../app/models/bets/outcome.ts";
import { readVerdicts } from "../../../app/models/values/verdicts.ts";
import { options, remarksOf, valuesOf } from "./column-options.ts";

const read = (...cells: string[]) => valuesOf(readVerdicts(cells, options));

it.each([
  ["✅", ["W", "w", "Win", "WON", " won ", "Winner", "✅", "✔", "✔️", "✓", "gewonnen", "✅ Win"]],
  ["❌", ["L", "Loss", "Lost", "❌", "✗", "✘", "✖️", "verloren", "❌ LOSS"]],
  ["➖", ["P", "Push", "Tie", "➖", "Pushed", "➖ push"]],
  ["🚫", ["Void", "No action", "no  Action", "Cancelled", "canceled", "🚫", "Voided", "🚫 Void"]],
  ["", ["", " ", "Pending", "open", "Unsettled", "offen"]],
])("%j", (mark, texts) => expect(read(...texts)).toEqual(texts.map(() => mark)));

it("reads what our own pages write", () =>
  expect(read(...allOutcomes.map(verdictText))).toEqual(allOutcomes.map((outcome) => outcomes[outcome].mark)));

it.each([
  "Half won",
  "Half win",
  "Cashout",
  "Draw",
  "Refunded",
  "x",
  "-",
  "T",
  "W L",
  "✅ Loss",
  "✅ Half won",
  "✅✅",
  "W 24-20",
  "+0.91",
  "true",
])("does not know %s", (text) =>
  expect(remarksOf(readVerdicts([text], options))).toEqual([
    `"${text}" is not known as a verdict. Write win, loss, push, void or open.`,
  ]),
);

describe("a column of 1 and 0", () => {
  it("has wins and losses", () => expect(read("1", "0", "", " 1 ")).toEqual(["✅", "❌", "", "✅"]));
  it("may not have anything else", () => expect(read("1", "0", "Push")).toEqual([null, null, "➖"]));
  it("is not known with a third number", () => expect(read("1", "0", "-1")).toEqual([null, null, null]));
  it("is not known when all are 0", () => expect(read("0", "", "0")).toEqual([null, "", null]));
});
