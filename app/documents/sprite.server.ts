import { readFileSync } from "node:fs";
import { join } from "node:path";
import iconsHref from "../icons.svg";

/** Stands in the rendered document where its symbols go. No text of a person's can hold it: in those, brackets are escaped. */
export const spriteMark = "<!--symbols-->";

// The build gives the address that the file is served under; it lies below public/.
const symbols = new Map(Array.from(readFileSync(join("public", iconsHref), "utf8").matchAll(/<symbol id="([^"]+)".*<\/symbol>/g), ([symbol, name = ""]) => [name, symbol]));

/** The document with the symbols that its icons refer to, each once: a file of their own would come after the text. */
export function withSprite(markup: string): string {
  const used = new Set(Array.from(markup.matchAll(/<use href="#([^"]+)"/g), ([, name = ""]) => name));
  return markup.replace(spriteMark, () => [...used].map((name) => symbols.get(name) ?? "").join(""));
}
