/** The glossary and the bankroll tips as lists of markdown texts. Pure. */

export const learnKinds = ["glossary", "tip"] as const;
export type LearnKind = (typeof learnKinds)[number];

export const learnLabels = { glossary: "Glossary", tip: "Bankroll Tips" } as const;

/** The most characters of one entry. */
export const entryLimit = 20_000;

/** The most bytes of a list in UTF-8. */
export const listLimit = 240 * 1024;

/** The most bytes of a JSON body with a list, its quotes and escapes included. */
export const listBodyLimit = 256 * 1024;

/** The most bytes of a form with a list: percent-encoding makes up to three of one. */
export const listFormLimit = 3 * listBodyLimit;

/** Between two entries, alone on a line. In markdown it would draw a rule, which `***` does as well. */
const entrySeparator = "---";

// Indented too: the blanks before it go with the entry's own.
const separatorLine = new RegExp(`^[^\\S\\n]*${entrySeparator}[^\\S\\n]*$`, "m");

/** The entries of a text, in order; empty ones are dropped. */
export function splitEntries(text: string): string[] {
  return text.replace(/\r\n?/g, "\n").split(separatorLine).map((entry) => entry.trim()).filter((entry) => entry !== "");
}

/** One text that `splitEntries` turns into the same entries. */
export function joinEntries(entries: readonly string[]): string {
  return entries.join(`\n\n${entrySeparator}\n\n`);
}

/** Those of the entries that `others` has not, whatever the order; of equal ones, as many as are more. */
export function entriesMissingIn(others: readonly string[], entries: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const entry of others) left.set(entry, (left.get(entry) ?? 0) + 1);
  return entries.filter((entry) => {
    const count = left.get(entry) ?? 0;
    left.set(entry, count - 1);
    return count < 1;
  });
}
