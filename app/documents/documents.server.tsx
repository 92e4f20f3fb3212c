import { createHash } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import { frame } from "../doors/page.server.ts";
import { DocumentPartsProvider } from "./document.tsx";
import { isPageHandle } from "./page-handle.ts";
import {
  fillPlaceholders,
  withPlaceholders,
  noncePlaceholder,
  sharedData,
  withRootData,
} from "./personal-parts.server.ts";
import { symbolsOf } from "./sprite.server.ts";
import { stylesOf } from "./styles.server.ts";

/** Control characters that HTML forbids: a refused form shows again what was typed. */
const notInHtml = /[^\P{Cc}\t\n\f\r]/gu;

/** Documents with placeholders, by a hash of everything that rendering reads, so nothing needs invalidation. */
const cache = new LRUCache<string, string>({ maxSize: 16_000_000, sizeCalculation: ({ length }) => 2 * length });

/** The HTML document with the response's nonce. A page shared by many users is rendered once. */
export async function documentOf(request: Request, context: EntryContext, nonce: string): Promise<string> {
  if (!isCacheable(request, context)) return render(request, await withFrame(request, context), nonce);
  const key = createHash("sha256")
    .update(JSON.stringify([request.url, new Date().getUTCFullYear(), sharedData(context)]))
    .digest("base64");
  const html = cache.get(key) ?? render(request, withPlaceholders(context), noncePlaceholder);
  cache.set(key, html);
  return fillPlaceholders(html, context, nonce);
}

/** Never the response to a form: it may show one-time content. */
function isCacheable({ method }: Request, { staticHandlerContext: { errors, matches } }: EntryContext): boolean {
  return (
    method === "GET" &&
    errors === null &&
    matches.some(({ route: { handle } }) => isPageHandle(handle) && handle.cached === true)
  );
}

/** For a refused form Remix renders the root's error page without running loaders; its frame would look signed out. */
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

function render(request: Request, { serverHandoffString = "", ...rest }: EntryContext, nonce: string): string {
  const handoff = serverHandoffString.replace(flags, (sent) => sent.replace(/,"\w+":false/g, ""));
  const context = { ...rest, serverHandoffString: handoff };
  const markup = renderToString(
    <DocumentPartsProvider value={{ nonce, stylesOf, earlyScript, icons: new Set(), symbolsOf }}>
      <RemixServer context={context} url={request.url} />
    </DocumentPartsProvider>,
  );
  return `<!DOCTYPE html>${markup.replace(notInHtml, "\uFFFD")}`;
}
