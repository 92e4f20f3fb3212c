import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { sheetHref } from "./sheet.ts";
import { namesIn, namesOf, readSheet, usedStyles, withoutUnusedProperties } from "./used-styles.server.ts";

/** Stands in the rendered document where its style sheet goes. */
export const stylesMark = "/*styles*/";

// The build gives the address that the sheet is served under; the file lies below public/.
const sheet = readSheet(readFileSync(join("public", sheetHref), "utf8").replace(/\/\*[^]*?\*\//g, ""));
const names = namesIn(sheet);

/** What comes into a document that the server did not render: by the early script, and by the worker that keeps copies. */
const comesLater = [".js", ".as-of"];

// Pages of one kind mostly have the same names.
const written = new LRUCache<string, string>({ max: 200 });

/** The document with those of the styles that it can use. */
export function withStyles(markup: string): string {
  const used = new Set([...namesOf(markup, names), ...comesLater]);
  const key = Array.from(names, (name) => (used.has(name) ? 1 : 0)).join("");
  const styles = written.get(key) ?? withoutUnusedProperties(usedStyles(sheet, used));
  written.set(key, styles);
  return markup.replace(stylesMark, () => styles);
}
