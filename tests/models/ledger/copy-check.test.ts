import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../../app/models/ledger/canonical.ts";
import { type CopiedEntry, checkCopy } from "../../../app/models/ledger/check/copy-check.ts";
import { LedgerBuilder, content, lostByRule, nextDay, noon } from "../../support/ledger.ts";

/** Entry 3 of five: a loss by 112 to 104. */
const copied = ((): CopiedEntry => {
  const { served } = new LedgerBuilder().publish(noon).settle(nextDay, lostByRule).publish(nextDay).publish(nextDay);
  const { hash = "", reveal: _, ...body } = served[2] ?? {};
  const previousHash = served[1]?.hash ?? "";
  return { seq: 3, text: canonicalJson(body), previousHash, hash, content: content(), last: 5 };
})();
const effort =
  "To hide it, every later entry would have to be rebuilt, and copies that people saved would no longer match.";
const faked = (from: string, to: string) => checkCopy(copied, copied.text.replace(from, to)).text;

describe("a copy that somebody changes", () => {
  it("is intact unchanged, also with other blanks", () => {
    const intact = { isIntact: true, text: "Intact: this is entry 3 as it was written." };
    expect(checkCopy(copied, copied.text)).toEqual(intact);
    expect(checkCopy(copied, JSON.stringify(JSON.parse(copied.text), null, 2))).toEqual(intact);
  });

  it.each([
    ["a loss made a win", '"loss"', '"win"', "112 to 104 grades as a loss"],
    ["other units", '"-1"', '"-0.5"', "the sealed price and stake give other units"],
    ["a score", '"112"', '"99"', "99 to 104 grades as a win"],
    ["a key too many", '"by"', '"note":"x","by"', "it is no longer an entry: "],
    ["another place", '"seq":3', '"seq":4', "entry 3 is missing"],
  ])("%s", (_, from, to, reason) => {
    const text = faked(from, to);
    expect(text).toMatch(/^Entry 3 was changed: /);
    expect([text.includes(reason), text.endsWith(effort)]).toEqual([true, true]);
  });

  it("a change that fits the rules is told by its hash alone", () =>
    expect(faked('"104"', '"103"')).toBe(`Entry 3 was changed. ${effort}`));

  it("the last entry has none after it", () =>
    expect(checkCopy({ ...copied, last: 3 }, copied.text.replace('"104"', '"103"')).text).toContain(
      "To hide it, its hash would have to be computed again, and copies that people saved would no longer match.",
    ));

  it.each(["", "{", "null", "[]", '"text"', "12", "[".repeat(5000)])("is not an entry in JSON: %j", (copy) =>
    expect(checkCopy(copied, copy)).toEqual({ isIntact: false, text: "This isn't an entry in JSON." }),
  );
});
