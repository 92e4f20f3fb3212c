import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { newMark } from "./reader-gaps.server.ts";
import { sheetHref } from "./sheet.ts";
import frameHref from "../styles/frame.css";
import type { Sheet } from "./used-styles.server.ts";
import { namesIn, namesOf, readSheet, usedStyles, withoutUnusedProperties } from "./used-styles.server.ts";

/** Stand in the rendered document where its styles go: those of the frame in the head, those of the page before its content. */
export const [frameMark, pageMark] = [newMark(), newMark()];

// The whole sheet begins with the frame's.
const whole = sheetAt(sheetHref);
const frameRules = sheetAt(frameHref).length;
const names = namesIn(whole);

/** What comes into a document that the server did not render: by the early script, and by the worker that keeps copies. */
const comesLater = [".js", ".as-of"];

interface Styles {
  frame: string;
  page: string;
}

// Pages of one kind mostly have the same names.
const written = new LRUCache<string, Styles>({ max: 200 });

/** The document with those of the styles that it can use. */
export function withStyles(markup: string): string {
  const used = new Set([...namesOf(markup, names), ...comesLater]);
  const key = Array.from(names, (name) => (used.has(name) ? 1 : 0)).join("");
  const styles = written.get(key) ?? stylesOf(used);
  written.set(key, styles);
  return markup.replace(frameMark, () => styles.frame).replace(pageMark, () => styles.page);
}

function stylesOf(used: ReadonlySet<string>): Styles {
  const border = "/**/";
  const [frame = "", page = ""] = withoutUnusedProperties([whole.slice(0, frameRules), whole.slice(frameRules)].map((part) => usedStyles(part, used)).join(border)).split(border);
  return { frame, page };
}

// The build gives the address that a sheet is served under; the file lies below public/.
function sheetAt(href: string): Sheet {
  return readSheet(readFileSync(join("public", href), "utf8").replace(/\/\*[^]*?\*\//g, ""));
}
