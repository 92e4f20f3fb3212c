/**
 * Takes the routes of the API, of files, of health checks and of the page without scripts out of the list of routes that every page
 * loads: no link or form of a page is followed by the browser's router to one of them, and a phone would parse 9 KB more for nothing.
 * What a route does not have is left out too: the router asks only whether it has it. The server keeps its own list.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = new URL("../public/build/", import.meta.url);
const opening = "window.__remixManifest=";
const names = readdirSync(folder).filter((name) => /^manifest-.*\.js$/.test(name));
if (names.length === 0) throw new Error("There is no list of routes in public/build: the build has changed.");

for (const name of names) {
  const file = new URL(name, folder);
  const text = readFileSync(file, "utf8");
  if (!text.startsWith(opening)) throw new Error(`${name} is not written as expected: the build has changed.`);
  const manifest = JSON.parse(text.slice(opening.length).replace(/;\s*$/, ""));
  const pages = Object.entries<{ path?: string }>(manifest.routes).filter(([, { path = "" }]) => !path.startsWith("api/") && !path.endsWith(".csv") && !["healthz", "readyz", "offline"].includes(path));
  writeFileSync(file, `${opening}${JSON.stringify({ ...manifest, routes: Object.fromEntries(pages) }, (_name, value) => (value === false ? undefined : value))};`);
}
