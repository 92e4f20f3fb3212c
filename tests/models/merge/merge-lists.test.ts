import { describe, expect, it } from "vitest";
import { mergeEntryLists } from "../../../app/models/merge/merge-lists.ts";

const list = (text: string) => [...text];

describe("merging two changes of a list", () => {
  it.each([
    ["changes of different entries", "abcde", "aBcde", "abcDe", { entries: "aBcDe", kept: true, conflict: false }],
    ["changes of neighbors", "abc", "aBc", "abC", { entries: "aBC", kept: true, conflict: false }],
    ["an addition and a change", "abc", "aBc", "abcd", { entries: "aBcd", kept: true, conflict: false }],
    [
      "an addition before what the other changed",
      "abc",
      "aBc",
      "axbc",
      { entries: "axBc", kept: true, conflict: false },
    ],
    ["two additions in one place", "abc", "abcm", "abct", { entries: "abctm", kept: true, conflict: false }],
    ["the same addition", "abc", "abcx", "abcx", { entries: "abcx", kept: false, conflict: false }],
    ["a removal and an addition", "abc", "ac", "abcd", { entries: "acd", kept: true, conflict: false }],
    ["the same change", "abc", "aXc", "aXc", { entries: "aXc", kept: false, conflict: false }],
    ["a change of the same entry", "abc", "aMc", "aTc", { entries: "aMc", kept: false, conflict: true }],
    [
      "a change of the same entry beside others",
      "abcdef",
      "aMcdef",
      "aTcdEf",
      { entries: "aMcdEf", kept: true, conflict: true },
    ],
    [
      "an addition inside what the other replaced",
      "abcd",
      "aXYd",
      "abtcd",
      { entries: "aXYd", kept: false, conflict: true },
    ],
    ["an emptied list and a longer one", "ab", "", "abc", { entries: "c", kept: true, conflict: false }],
    ["an addition to an empty list by both", "", "m", "t", { entries: "tm", kept: true, conflict: false }],
  ] as const)("%s", (_what, base, mine, saved, { entries, ...rest }) => {
    expect(mergeEntryLists(list(base), list(mine), list(saved))).toEqual({ entries: list(entries), ...rest });
  });

  it("returns the changed list when only one was changed", () => {
    const texts = Array.from({ length: 4 ** 4 }, (_, index) => list(index.toString(4).padStart(4, "0")));
    for (const changed of texts) {
      const base = list("01231");
      expect(mergeEntryLists(base, changed, base)).toEqual({ entries: changed, kept: false, conflict: false });
      expect(mergeEntryLists(base, base, changed)).toEqual({ entries: changed, kept: true, conflict: false });
    }
  });

  it("works for lists of tens of thousands of entries", () => {
    const base = Array.from({ length: 40_000 }, (_, index) => String(index));
    const joined = mergeEntryLists(base, ["mine", ...base], [...base, "theirs"]);
    expect([joined.entries.length, joined.entries[0], joined.entries.at(-1), joined.conflict]).toEqual([
      40_002,
      "mine",
      "theirs",
      false,
    ]);
    expect(mergeEntryLists(base, base.toReversed(), base.slice(0, -1))).toMatchObject({ conflict: true });
  });
});
