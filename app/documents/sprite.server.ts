import { readFileSync } from "node:fs";
import { join } from "node:path";
import iconsHref from "../icons.svg";

// The file has one symbol per line. The import is its URL; the file itself is in public/.
const symbols = new Map(
  Array.from(
    readFileSync(join("public", iconsHref), "utf8").matchAll(/<symbol id="([^"]+)".*<\/symbol>/g),
    ([symbol, name = ""]) => [name, symbol],
  ),
);

export function symbolsOf(icons: ReadonlySet<string>): string {
  return Array.from(icons, (name) => symbols.get(name) ?? "").join("");
}
