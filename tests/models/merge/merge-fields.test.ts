import { expect, it } from "vitest";
import { mergeFields } from "../../../app/models/merge/merge-fields.ts";

const base = { game: "Jets @ Colts", unit_size: 1, verdict: "", units_result: null };

it("takes what is saved where nothing was touched, and keeps what one alone changed", () => {
  const joined = mergeFields({ ...base, game: "Mine" }, base, { ...base, unit_size: 2 });
  expect(joined).toEqual({ changes: { game: "Mine", verdict: "", units_result: null }, kept: ["unit_size"], asked: [] });
});

it("asks about what both changed, but not where they changed it to the same", () => {
  expect(mergeFields({ game: "Mine", unit_size: 2 }, base, { ...base, game: "Theirs", unit_size: 2 })).toEqual({ changes: { game: "Mine", unit_size: 2 }, kept: [], asked: ["game"] });
});

it("mixes no two people's changes of fields that belong together", () => {
  const together = ["verdict", "unit_size", "units_result"];
  const joined = mergeFields({ ...base, verdict: "✅", units_result: 1.5 }, base, { ...base, game: "Theirs", unit_size: 2 }, together);
  expect(joined).toEqual({ changes: { verdict: "✅", units_result: 1.5 }, kept: ["game"], asked: ["unit_size"] });
  expect(mergeFields({ ...base, game: "Mine" }, base, { ...base, verdict: "❌", units_result: -1 }, together)).toMatchObject({ kept: ["verdict", "units_result"], asked: [] });
});

it("asks about all that differs when nobody knows what the form was filled from, and about a field that is newer than that", () => {
  expect(mergeFields({ game: "Mine", unit_size: 1 }, null, { ...base, game: "Theirs" })).toEqual({ changes: { game: "Mine", unit_size: 1 }, kept: [], asked: ["game"] });
  expect(mergeFields({ game: base.game, odds: "-110" }, base, { ...base, odds: "-120" })).toMatchObject({ kept: [], asked: ["odds"] });
});
