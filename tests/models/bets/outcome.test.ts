import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Outcome,
  allOutcomes,
  outcomeOf,
  outcomes,
  settledOutcomes,
  verdictMarks,
  verdictText,
} from "../../../app/models/bets/outcome.ts";
import { readVerdict, withoutVariationSelector } from "../../../app/models/bets/verdict-text.ts";

const words: readonly (readonly [string, Outcome])[] = [
  ["", "open"],
  ["✅", "win"],
  ["win", "win"],
  ["won", "win"],
  ["w", "win"],
  ["❌", "loss"],
  ["loss", "loss"],
  ["lost", "loss"],
  ["l", "loss"],
  ["➖", "push"],
  ["push", "push"],
  ["p", "push"],
  ["tie", "push"],
  ["🚫", "void"],
  ["void", "void"],
  ["no action", "void"],
  ["cancelled", "void"],
  ["canceled", "void"],
];
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const randomCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((capitals) => Array.from(text, (letter, index) => (capitals[index] ? letter.toUpperCase() : letter)).join(""));

describe("a verdict", () => {
  it.each(words)("%j is read as %s, in any case and with blanks around it", (word, outcome) => {
    const typed = [word, word.toUpperCase(), capitalised(word), ` ${word} `, `\t${word.toUpperCase()}\n`];
    expect(new Set(typed.map(readVerdict))).toEqual(new Set([outcome]));
  });

  it.each([
    "winner",
    "wi",
    "w l",
    "ww",
    "no",
    "noaction",
    "no  action",
    "draw",
    "half win",
    "open",
    "pending",
    "-",
    "–",
    "0",
    "1",
    "true",
    "✅✅",
    "✅ ❌",
    "✔",
    "✖",
    "✗",
    "🚫 void",
    "toString",
    "__proto__",
  ])("%j is read as none", (text) => expect(readVerdict(text)).toBeNull());

  it("is read without the variation selector that some keyboards add to a mark", () => {
    expect(["✅\uFE0F", "❌\uFE0F", "➖\uFE0F", "🚫\uFE0F ", "\uFE0F"].map(readVerdict)).toEqual([
      "win",
      "loss",
      "push",
      "void",
      "open",
    ]);
    expect(["✅\uFE0F", "\uFE0F", "no"].map(withoutVariationSelector)).toEqual(["✅", "", "no"]);
  });

  it("is the same however its word is written", () => {
    const written = fc
      .constantFrom(...words)
      .chain(([word, outcome]) =>
        fc.tuple(
          randomCase(word),
          fc.constantFrom("", " ", "  ", "\t"),
          fc.constantFrom("", " ", "\n"),
          fc.constant(outcome),
        ),
      );
    fc.assert(fc.property(written, ([word, left, right, outcome]) => readVerdict(left + word + right) === outcome));
  });

  it("is none for every text that is neither a mark nor a word", () => {
    const known = new Set(words.map(([word]) => word));
    fc.assert(
      fc.property(
        fc
          .string({ unit: "grapheme" })
          .filter((text) => !known.has(text.replaceAll("\uFE0F", "").trim().toLowerCase())),
        (text) => readVerdict(text) === null,
      ),
    );
  });

  it("that is stored is read back as the outcome it was stored for", () => {
    for (const outcome of allOutcomes) {
      const { mark } = outcomes[outcome];
      expect([readVerdict(mark), outcomeOf(mark)]).toEqual([outcome, outcome]);
    }
  });
});

describe("an outcome", () => {
  it("has the mark, the label and the accounting of the table", () => {
    expect(
      allOutcomes.map((outcome) => {
        const { mark, countsAsBet, returnsStake } = outcomes[outcome];
        return [outcome, mark, verdictText(outcome), countsAsBet, returnsStake];
      }),
    ).toEqual([
      ["open", "", "Open", false, false],
      ["win", "✅", "✅ Win", true, false],
      ["loss", "❌", "❌ Loss", true, false],
      ["push", "➖", "➖ Push", true, true],
      ["void", "🚫", "🚫 Void", false, true],
    ]);
  });

  it("is one of five, each with a mark of its own; all but open are settled", () => {
    expect(Object.keys(outcomes)).toEqual([...allOutcomes]);
    expect(allOutcomes.filter((outcome) => outcome !== "open")).toEqual([...settledOutcomes]);
    expect(allOutcomes.map((outcome) => outcomes[outcome].mark)).toEqual([...verdictMarks]);
    expect(new Set(verdictMarks).size).toBe(verdictMarks.length);
  });
});
