/** What of a style sheet a document can use: the rest would only keep a slow phone from its first paint. */

interface Selector {
  text: string;
  /** What has to be in the document for it to match, written as in the sheet: "td", ".card", "#nav", "[hidden]", "[data-theme=light]". */
  names: readonly string[];
}

interface Rule {
  selectors: readonly Selector[];
  block: string;
}

/** Rules behind a condition. */
interface Group {
  condition: string;
  parts: Sheet;
}

export type Sheet = readonly (Rule | Group)[];

/** What is for paper alone comes with the whole sheet: it would only be in the way of the first paint. */
const forPaper = "@media print";
const conditions = /^@(?:media|supports|container|layer|starting-style)\b/;

/** A sheet as the build writes it: without comments, without braces in texts, nothing but rules and groups of them. */
export function readSheet(css: string): Sheet {
  const parts: (Rule | Group)[] = [];
  for (let start = 0, opening = css.indexOf("{"); opening !== -1; opening = css.indexOf("{", start)) {
    const end = closingOf(css, opening);
    const [before, block] = [css.slice(start, opening).trim(), css.slice(opening + 1, end)];
    parts.push(conditions.test(before) ? { condition: before, parts: readSheet(block) } : { selectors: selectorsOf(before), block });
    start = end + 1;
  }
  return parts;
}

/** All names that decide what of the sheet is used. */
export function namesIn(sheet: Sheet): Set<string> {
  return new Set(sheet.flatMap((part) => ("parts" in part ? [...namesIn(part.parts)] : part.selectors.flatMap(({ names }) => names))));
}

/** The rules and selectors, in their order, whose names are all among those. */
export function usedStyles(sheet: Sheet, names: ReadonlySet<string>): string {
  return sheet.map((part) => ("parts" in part ? usedGroup(part, names) : usedRule(part, names))).join("");
}

/** Without the custom properties whose value no rule asks for. */
export function withoutUnusedProperties(styles: string): string {
  const asked = new Set(Array.from(styles.matchAll(/var\(\s*(--[\w-]+)/g), ([, name]) => name));
  return styles.replace(/(--[\w-]+)\s*:[^;}]*;?/g, (declaration, name: string) => (asked.has(name) ? declaration : ""));
}

/** Those of the names that the markup has, or may have: a text that looks like it counts. */
export function namesOf(markup: string, names: Iterable<string>): Set<string> {
  const tags = new Set(Array.from(markup.matchAll(/<([a-z][\w-]*)/g), ([, tag]) => tag));
  const classes = new Set(Array.from(markup.matchAll(/ class="([^"]*)"/g), ([, list = ""]) => list.split(" ")).flat());
  const has = (name: string) => {
    if (name.startsWith(".")) return classes.has(name.slice(1));
    if (name.startsWith("#")) return markup.includes(` id="${name.slice(1)}"`);
    if (!name.startsWith("[")) return tags.has(name);
    const [attribute = "", value] = name.slice(1, -1).split("=");
    return markup.includes(` ${attribute}="${value === undefined ? "" : `${value}"`}`);
  };
  return new Set([...names].filter(has));
}

function usedGroup({ condition, parts }: Group, names: ReadonlySet<string>): string {
  return condition === forPaper ? "" : around(condition, usedStyles(parts, names));
}

function usedRule({ selectors, block }: Rule, names: ReadonlySet<string>): string {
  return around(selectors.filter((selector) => selector.names.every((name) => names.has(name))).map(({ text }) => text).join(","), block);
}

function around(before: string, block: string): string {
  return before === "" || block === "" ? "" : `${before}{${block}}`;
}

function closingOf(css: string, opening: number): number {
  let depth = 0;
  for (let at = opening; at < css.length; at += 1) {
    if (css[at] === "{") depth += 1;
    else if (css[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`The style sheet has no } for the { after ${css.slice(Math.max(0, opening - 40), opening)}`);
}

function selectorsOf(list: string): Selector[] {
  // Another rule with an @ has no selectors: it stays whole.
  if (list.startsWith("@")) return [{ text: list, names: [] }];
  const texts = [""];
  let depth = 0;
  for (const sign of list) {
    if (sign === "(") depth += 1;
    if (sign === ")") depth -= 1;
    if (sign === "," && depth === 0) texts.push("");
    else texts.push(texts.pop() + sign);
  }
  return texts.map((text) => ({ text: text.trim(), names: needed(text) }));
}

/** What is in brackets after :not, :is or :has may be missing, or be one of several: it decides nothing. */
function needed(selector: string): string[] {
  const outside = withoutBrackets(selector);
  const found = outside.match(/\[[^\]]*\]|::?[a-z-]+|[.#]?[a-z_][\w-]*/gi) ?? [];
  return found.filter((name) => !name.startsWith(":")).map((name) => name.replaceAll(/["']/g, ""));
}

function withoutBrackets(selector: string): string {
  const shorter = selector.replace(/\([^()]*\)/g, "");
  return shorter === selector ? selector : withoutBrackets(shorter);
}
