import { createHash } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import { frame } from "../http/page.server.ts";
import { DocumentPartsProvider } from "./document.tsx";
import { isPageHandle } from "./page-handle.ts";
import {
  fillPlaceholders,
  hasMember,
  hasPerson,
  noncePlaceholder,
  sheetPlaceholder,
  withPlaceholders,
  sharedData,
  withRootData,
} from "./personal-parts.server.ts";
import { symbolsOf } from "./sprite.server.ts";
import { hasSheet, sheetText } from "./sheet.server.ts";

/** Control characters that HTML forbids: a refused form shows again what was typed. */
const notInHtml = /[^\P{Cc}\t\n\f\r]/gu;

/** Documents with placeholders, by a hash of everything that rendering reads, so nothing needs invalidation. */
const newCache = (bytes: number) =>
  new LRUCache<string, string>({ maxSize: bytes, sizeCalculation: ({ length }) => 2 * length });
const caches = { members: newCache(12_000_000), visitors: newCache(4_000_000) };

/** The HTML document with the response's nonce. A page shared by many users is rendered once. */
export async function documentOf(request: Request, context: EntryContext, nonce: string): Promise<string> {
  const address = cachedAddress(request, context);
  const isInside = !hasSheet(request);
  if (address === null)
    return render(request.url, await withFrame(request, context), nonce, isInside ? sheetText : null);
  const key = createHash("sha256")
    .update(JSON.stringify([address, isInside, new Date().getUTCFullYear(), sharedData(context)]))
    .digest("base64");
  const cache = caches[hasMember(context) ? "members" : "visitors"];
  const html =
    cache.get(key) ?? render(address, withPlaceholders(context), noncePlaceholder, isInside ? sheetPlaceholder : null);
  cache.set(key, html);
  return fillPlaceholders(html, context, nonce, sheetText);
}

/** Null where it is not cached: never the response to a form, which may show one-time content, nor a page with somebody's money. */
function cachedAddress({ method, url }: Request, { staticHandlerContext }: EntryContext): string | null {
  const { errors, matches, loaderData } = staticHandlerContext;
  const leaf = matches.at(-1)?.route;
  const cached = isPageHandle(leaf?.handle) ? leaf.handle.cached : undefined;
  if (method !== "GET" || errors !== null || cached === undefined || showsMoney(loaderData.root)) return null;
  return cached === "by address" ? url : new URL(querySearch(loaderData[leaf?.id ?? ""]), withoutQuery(url)).href;
}

function showsMoney(root: unknown): boolean {
  return hasPerson(root) && root.person.money !== undefined;
}

/** A page that takes no query gets none. */
function querySearch(data: unknown): string {
  return typeof data === "object" && data !== null && "search" in data && typeof data.search === "string"
    ? data.search
    : "";
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** Remix renders the root's error page for a refused form without running loaders; its frame would look signed out. */
async function withFrame(request: Request, context: EntryContext): Promise<EntryContext> {
  if (request.method === "GET" || context.staticHandlerContext.loaderData.root) return context;
  const response = await frame({ request, params: {}, context: {} }).catch(() => null);
  return response ? withRootData(context, await response.json()) : context;
}

// Sets class "js", so that no-script elements are never painted, and submits a filter form when a field changes. After
// hydration React intercepts that submit like any other.
const earlyScript =
  'document.documentElement.className="js";' +
  'document.addEventListener("change",e=>{let f=e.target.form;f&&"sendsItself"in f.dataset&&f.requestSubmit()})';

/** The framework's flags at the beginning of what it hands to the browser. One that is off need not be sent. */
const flags = /^\{"future":\{[^}]*\}/;

function render(
  url: string,
  { serverHandoffString = "", ...rest }: EntryContext,
  nonce: string,
  sheetInside: string | null,
): string {
  const handoff = serverHandoffString.replace(flags, (sent) => sent.replace(/,"\w+":false/g, ""));
  const context = { ...rest, serverHandoffString: handoff };
  const markup = renderToString(
    <DocumentPartsProvider value={{ nonce, sheetInside, earlyScript, icons: new Set(), symbolsOf }}>
      <RemixServer context={context} url={url} />
    </DocumentPartsProvider>,
  );
  return `<!DOCTYPE html>${markup.replace(notInHtml, "\uFFFD")}`;
}
