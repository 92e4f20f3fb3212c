import { expect, test } from "vitest";
import { defaultTextOf } from "../../../app/models/site/default-texts.ts";
import { sectionsOf } from "../../../app/models/content/sections.ts";
import { textForms, textNames, textProblem } from "../../../app/models/site/site-texts.ts";
import { quotesIn, sampleResultsIn, sampleVerdictsIn } from "../../../app/models/site/text-rows.ts";

test("every text that the program comes with is one that could be saved", () => {
  for (const name of textNames)
    for (const billed of [true, false]) {
      const text = defaultTextOf(name, billed);
      expect([name, textProblem(name, text), text.length <= textForms[name].limit]).toEqual([name, null, true]);
      expect(text).not.toContain("{cancelling}");
    }
});

test("rows are read with blanks around their parts and empty lines between them", () => {
  expect(sampleResultsIn("\n NBA|A @ B| WON |B -3|11/19/2026\n\nNFL | C @ D | LOST | C +7 | 11/15/2026\n")).toEqual([
    { sport: "NBA", game: "A @ B", won: true, pick: "B -3", date: "11/19/2026" },
    { sport: "NFL", game: "C @ D", won: false, pick: "C +7", date: "11/15/2026" },
  ]);
  expect(sampleVerdictsIn("Under 223.5 | LOST | -1.25")).toEqual([{ pick: "Under 223.5", won: false, units: -1.25 }]);
  expect(quotesIn("Calm. | Ann B. | Member")).toEqual([{ quote: "Calm.", name: "Ann B.", role: "Member" }]);
});

test.each([
  ["sample-results", "NBA | A @ B | WON | B -3", "Line 1: needs 5 parts"],
  [
    "sample-results",
    "NBA | A @ B | WON | B -3 | 1\nNBA | A @ B | YES | B -3 | 1",
    "Line 2: write WON or LOST, not YES.",
  ],
  ["sample-verdicts", "Over 6 | WON | much", "Line 1: the units must be a number"],
  ["quotes", "Just words", "Line 1: needs 3 parts"],
  ["terms", "", "Write a text."],
  ["name", "Two\nlines", "Must be one line."],
  ["support-email", "not an address", "Enter an email address."],
  ["community-link", "javascript:alert(1)", "https://"],
  ["community-link", "http://chat.example", "https://"],
  ["logo", "<img src=x>", "Must begin with <svg"],
] as const)("%s refuses %j", (name, body, problem) => {
  expect(textProblem(name, body)).toContain(problem);
});

test("what may be empty may be: the program's own name, logo and links, and no quotes", () => {
  for (const name of ["quotes", "name", "logo", "support-email", "community-link"] as const)
    expect(textProblem(name, "")).toBeNull();
});

test("a text is cut at its headings; deeper ones stay inside", () => {
  const block = (depth: number, html: string) => ({ depth, html });
  expect(sectionsOf([block(0, "<p>a</p>"), block(2, "B"), block(3, "C"), block(0, "<p>d</p>"), block(1, "E")])).toEqual(
    [
      { title: "", html: "<p>a</p>" },
      { title: "B", html: "<h3>C</h3><p>d</p>" },
      { title: "E", html: "" },
    ],
  );
});
