import { readdirSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join, posix, relative } from "node:path";

export const workerPath = "/sw.js";

const publicFiles = new Set(filesBelow("public").map((name) => `/${name}`));
const publicFolders = new Set([...publicFiles].map((name) => posix.dirname(name).toLowerCase()));

/** The path for the log. Masks numbers and unusual segments: affiliate pages and mail links have secrets in them. */
export function routeOf(url: string): string {
  const path = pathOf(url);
  return publicFiles.has(path) ? path : path.replace(/[^/]+/g, masked);
}

export function isApi(url: string): boolean {
  // The router ignores case, too.
  return /^\/api(?:\/|$)/i.test(pathnameOf(url));
}

export function isStatic({ method, url = "/" }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && publicFiles.has(pathOf(url));
}

export function pathOf(url: string): string {
  const [path = ""] = url.split("?");
  return path;
}

/**
 * False for paths to reject: undecodable ones, control characters, and folders of static files, where the static server
 * would redirect. Also double slashes: the router's time for a run of slashes is quadratic, and it reads a backslash as
 * a slash.
 */
export function isReadable(url: string): boolean {
  const path = pathOf(url);
  if (!path.startsWith("/") || pathnameOf(url).includes("//") || /%(?:0|1|7f)/i.test(path)) return false;
  try {
    const folder = posix.normalize(decodeURIComponent(path)).replace(/\/$/, "").toLowerCase();
    return folder === "" ? path === "/" : !publicFolders.has(folder);
  } catch {
    return false;
  }
}

function masked(segment: string): string {
  if (/^\d+(?:\.csv)?$/.test(segment)) return segment.replace(/^\d+/, ":id");
  return /^[a-z-]{1,24}(?:\.(?:csv|json))?$/.test(segment) ? segment : ":token";
}

/** Resolved like the framework does: /x/.. and #x are removed. */
function pathnameOf(url: string): string {
  return URL.parse(`http://any.host${url}`)?.pathname ?? url;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
