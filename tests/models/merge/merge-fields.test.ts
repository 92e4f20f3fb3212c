import { expect, it } from "vitest";
import { mergeFields } from "../../../app/models/merge/merge-fields.ts";

const base = { game: "Jets @ Colts", unit_size: 1, verdict: "", units_result: null };

it("keeps the changes of both when they changed different fields", () => {
  const joined = mergeFields({ ...base, game: "Mine" }, base, { ...base, unit_size: 2 });
  expect(joined).toEqual({
    changes: { game: "Mine", verdict: "", units_result: null },
    kept: ["unit_size"],
    conflicts: [],
  });
});

it("asks about fields that both changed, unless they are equal now", () => {
  expect(mergeFields({ game: "Mine", unit_size: 2 }, base, { ...base, game: "Theirs", unit_size: 2 })).toEqual({
    changes: { game: "Mine", unit_size: 2 },
    kept: [],
    conflicts: ["game"],
  });
});

it("asks when two users changed fields that belong together", () => {
  const together = ["verdict", "unit_size", "units_result"];
  const joined = mergeFields(
    { ...base, verdict: "✅", units_result: 1.5 },
    base,
    { ...base, game: "Theirs", unit_size: 2 },
    together,
  );
  expect(joined).toEqual({ changes: { verdict: "✅", units_result: 1.5 }, kept: ["game"], conflicts: ["unit_size"] });
  expect(
    mergeFields({ ...base, game: "Mine" }, base, { ...base, verdict: "❌", units_result: -1 }, together),
  ).toMatchObject({ kept: ["verdict", "units_result"], conflicts: [] });
});

it("asks about all differences when the base is unknown, and about a field that the base lacks", () => {
  expect(mergeFields({ game: "Mine", unit_size: 1 }, null, { ...base, game: "Theirs" })).toEqual({
    changes: { game: "Mine", unit_size: 1 },
    kept: [],
    conflicts: ["game"],
  });
  expect(mergeFields({ game: base.game, odds: "-110" }, base, { ...base, odds: "-120" })).toMatchObject({
    kept: [],
    conflicts: ["odds"],
  });
});
