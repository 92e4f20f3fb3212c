/** The routes of the build, so that tests of all routes include new ones automatically. */
import { readFileSync } from "node:fs";

export interface BuiltRoute {
  id: string;
  /** The path with its parameters as in the file name: "/admin/picks/$id". */
  path: string;
  isApi: boolean;
}

export function builtRoutes(): BuiltRoute[] {
  const build = readFileSync("build/index.js", "utf8");
  const ids = [...build.slice(build.indexOf("routes = {")).matchAll(/^ {4}id: "(routes\/[^"]+)"/gm)].map(
    (match) => match[1] ?? "",
  );
  return ids.map((id) => ({ id, path: pathOf(id), isApi: id.startsWith("routes/api.") }));
}

export function dataOf(path: string, id: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}_data=${encodeURIComponent(id)}`;
}

// Remix's naming rules for flat route files.
function pathOf(id: string): string {
  const parts = id
    .slice("routes/".length)
    .replace(/(^|\.)_index$/, "")
    .replaceAll("[.]", "\0")
    .split(".");
  return `/${parts.join("/").replaceAll("\0", ".")}`;
}
