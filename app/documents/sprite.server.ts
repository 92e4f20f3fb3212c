import { readFileSync } from "node:fs";
import { join } from "node:path";
import iconsHref from "../icons.svg";

// One on a line. The build gives the address that the file is served under; it lies below public/.
const symbols = new Map(Array.from(readFileSync(join("public", iconsHref), "utf8").matchAll(/<symbol id="([^"]+)".*<\/symbol>/g), ([symbol, name = ""]) => [name, symbol]));

/** The symbols of those icons. */
export function symbolsOf(icons: ReadonlySet<string>): string {
  return Array.from(icons, (name) => symbols.get(name) ?? "").join("");
}
