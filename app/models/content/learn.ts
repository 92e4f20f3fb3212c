export const learnKinds = ["glossary", "tip"] as const;
export type LearnKind = (typeof learnKinds)[number];

export const learnLabels = { glossary: "Glossary", tip: "Bankroll Tips" } as const;

/** In characters. */
export const entryLimit = 20_000;

/** In bytes of UTF-8. */
export const listLimit = 240 * 1024;

/** In bytes of a JSON body, with its quotes and escapes. */
export const listBodyLimit = 256 * 1024;

/** In bytes of a form body: percent-encoding turns one byte into up to three. */
export const listFormLimit = 3 * listBodyLimit;

/** Stands alone on a line between two entries. For a rule within an entry, markdown also has `***`. */
const entrySeparator = "---";

const separatorLine = new RegExp(`^[^\\S\\n]*${entrySeparator}[^\\S\\n]*$`, "m");

export function splitEntries(text: string): string[] {
  return text
    .replace(/\r\n?/g, "\n")
    .split(separatorLine)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

export function joinEntries(entries: readonly string[]): string {
  return entries.join(`\n\n${entrySeparator}\n\n`);
}

/** The fragment of a term on the Learn page. The prefix keeps it apart from all other ids of the page. */
export function termId(term: string): string {
  return `term-${abbreviationIn(term) || slugOf(term) || "entry"}`;
}

/** "clv" for "Closing line value (CLV)"; "" without a single short word in parentheses. */
function abbreviationIn(term: string): string {
  const slug = slugOf(/\(([^()]+)\)\s*$/.exec(term)?.[1] ?? "");
  return /^[a-z\d]{1,6}$/.test(slug) ? slug : "";
}

const longestSlug = 60;

function slugOf(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-")
    .slice(0, longestSlug)
    .replace(/^-|-$/g, "");
}
