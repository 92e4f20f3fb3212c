/** The style sheet: inside a page for a browser that does not have it yet, otherwise a link to its file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { keptSheet, sheetIn } from "../session/sheet-cookie.server.ts";
import sheetHref from "../styles/site.css";
import { offlinePath } from "../paths/paths.ts";

const hash = sheetIn(sheetHref);
// The import is the URL of the sheet; the file itself is in public/.
const sheet = readFileSync(join("public", sheetHref), "utf8").trim();
/** What a page contains: all but the rules for paper, the last of the file. They come with the page's link for print. */
export const sheetText = sheet.slice(0, sheet.indexOf("@media print{"));

/** False also for copies that the service worker keeps, and for its offline page: they must not need a file. */
export function hasSheet({ url, headers }: Request): boolean {
  return (
    hash !== null &&
    keptSheet(headers.get("cookie") ?? "") === hash &&
    !headers.has("x-for-copy") &&
    new URL(url).pathname !== offlinePath
  );
}
