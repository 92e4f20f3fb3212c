/** What an address stands for, before any handler sees it. Part of guard.ts. */
import { readdirSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join, posix, relative } from "node:path";

export const workerPath = "/sw.js";

const publicFiles = new Set(filesBelow("public").map((name) => `/${name}`));
const publicFolders = new Set([...publicFiles].map((name) => posix.dirname(name).toLowerCase()));

/**
 * The address as the log may have it: without its query, with ":id" for a number and ":token" for whatever else is no plain word, since the
 * addresses of affiliates' pages and of links in mails are secrets. A static file's is its path.
 */
export function routeOf(url: string): string {
  const path = pathOf(url);
  return publicFiles.has(path) ? path : path.replace(/[^/]+/g, masked);
}

export function isApi(url: string): boolean {
  // As the router reads it: upper or lower.
  return /^\/api(?:\/|$)/i.test(pathnameOf(url));
}

/** A file, and no page at the address of one. */
export function isStatic({ method, url = "/" }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && publicFiles.has(pathOf(url));
}

/** As it was sent, without the query. */
export function pathOf(url: string): string {
  const [path = ""] = url.split("?");
  return path;
}

/**
 * A path that decodes to printable text, and is no folder of the static files, however it is written: the static server would redirect there,
 * in its own words. The framework's router takes a time for a long run of slashes that grows with its square, and reads a backslash as one of
 * them: no address has two in a row, as the router reads it.
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

/** As the framework reads it: without what is left out of an address, such as /x/.. or #x. */
function pathnameOf(url: string): string {
  return URL.parse(`http://any.host${url}`)?.pathname ?? url;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
