/** The routes that the build has, so that a test which goes through all of them knows a new one too. */
import { readFileSync } from "node:fs";

export interface BuiltRoute {
  /** As the framework names it, for `?_data=`. */
  id: string;
  /** With the parameters as they stand in the file's name: "/admin/picks/$id". */
  path: string;
  isApi: boolean;
}

/** All but the root, which is around every page. */
export function builtRoutes(): BuiltRoute[] {
  const build = readFileSync("build/index.js", "utf8");
  const ids = [...build.slice(build.indexOf("routes = {")).matchAll(/^ {4}id: "(routes\/[^"]+)"/gm)].map((match) => match[1] ?? "");
  return ids.map((id) => ({ id, path: pathOf(id), isApi: id.startsWith("routes/api.") }));
}

/** The same address as data of that route alone. */
export function dataOf(path: string, id: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}_data=${encodeURIComponent(id)}`;
}

// The rules of the framework for the names of flat route files.
function pathOf(id: string): string {
  const parts = id.slice("routes/".length).replace(/(^|\.)_index$/, "").replaceAll("[.]", "\0").split(".");
  return `/${parts.join("/").replaceAll("\0", ".")}`;
}
