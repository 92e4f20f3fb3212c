import { describe, expect, it } from "vitest";
import { mergeEntryLists } from "../../../app/models/merge/merge-lists.ts";

const list = (text: string) => [...text];

describe("two people's changes of a list", () => {
  it.each([
    ["changes of different entries", "abcde", "aBcde", "abcDe", { entries: "aBcDe", kept: true, asked: false }],
    ["changes of neighbors", "abc", "aBc", "abC", { entries: "aBC", kept: true, asked: false }],
    ["an addition and a change", "abc", "aBc", "abcd", { entries: "aBcd", kept: true, asked: false }],
    ["an addition before what the other changed", "abc", "aBc", "axbc", { entries: "axBc", kept: true, asked: false }],
    ["two additions in one place", "abc", "abcm", "abct", { entries: "abctm", kept: true, asked: false }],
    ["the same addition", "abc", "abcx", "abcx", { entries: "abcx", kept: false, asked: false }],
    ["a removal and an addition", "abc", "ac", "abcd", { entries: "acd", kept: true, asked: false }],
    ["the same change", "abc", "aXc", "aXc", { entries: "aXc", kept: false, asked: false }],
    ["a change of the same entry", "abc", "aMc", "aTc", { entries: "aMc", kept: false, asked: true }],
    ["a change of the same entry beside others", "abcdef", "aMcdef", "aTcdEf", { entries: "aMcdEf", kept: true, asked: true }],
    ["an addition inside what the other replaced", "abcd", "aXYd", "abtcd", { entries: "aXYd", kept: false, asked: true }],
    ["an emptied list and one that is longer", "ab", "", "abc", { entries: "c", kept: true, asked: false }],
    ["an addition to an empty list by both", "", "m", "t", { entries: "tm", kept: true, asked: false }],
  ] as const)("%s", (_what, base, mine, saved, { entries, ...rest }) => {
    expect(mergeEntryLists(list(base), list(mine), list(saved))).toEqual({ entries: list(entries), ...rest });
  });

  it("with one of them idle it is the other's list, whatever that is", () => {
    const texts = Array.from({ length: 4 ** 4 }, (_, index) => list(index.toString(4).padStart(4, "0")));
    for (const changed of texts) {
      const base = list("01231");
      expect(mergeEntryLists(base, changed, base)).toEqual({ entries: changed, kept: false, asked: false });
      expect(mergeEntryLists(base, base, changed)).toEqual({ entries: changed, kept: true, asked: false });
    }
  });

  it("lists of tens of thousands of entries are joined too", () => {
    const base = Array.from({ length: 40_000 }, (_, index) => String(index));
    const joined = mergeEntryLists(base, ["mine", ...base], [...base, "theirs"]);
    expect([joined.entries.length, joined.entries[0], joined.entries.at(-1), joined.asked]).toEqual([40_002, "mine", "theirs", false]);
    expect(mergeEntryLists(base, base.toReversed(), base.slice(0, -1))).toMatchObject({ asked: true });
  });
});
