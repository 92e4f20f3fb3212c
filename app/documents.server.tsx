import { createHash, randomBytes } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import { partnerPath } from "./affiliate-paths.ts";
import { DocumentPartsProvider } from "./document.tsx";
import { earlyScript, withLaterBundles } from "./early-script.server.ts";
import { twoFactorPath } from "./paths.ts";
import { stylesMark, withStyles } from "./styles.server.ts";

// Each response has a nonce of its own, so this stands in what is kept. Nobody can know it and write it into a page's content.
const nonceMark = randomBytes(16).toString("hex");

const secretPaths = [twoFactorPath, partnerPath("")];

// Without their style sheet; a page is 10 to 40 thousand characters of up to two bytes.
const kept = new LRUCache<string, string>({ maxSize: 8_000_000, sizeCalculation: (markup) => markup.length });

/**
 * The document of this page with this data. The rendering is a third of what a page costs, and the same data at the same address give the
 * same document, so it is kept for the next one who is shown the same: a public page's readers, a list's reader whose browser reloads it.
 * Never what answers a form, which may show what nobody sees twice, and no page that holds a secret.
 */
export function documentOf(request: Request, context: EntryContext, nonce: string): string {
  const key = keyOf(request, context);
  const markup = (key === null ? undefined : kept.get(key)) ?? render(request, context);
  if (key !== null) kept.set(key, markup);
  return `<!DOCTYPE html>${withStyles(markup).replaceAll(nonceMark, nonce)}`;
}

/**
 * All that the rendering reads: the address, what the loaders gave or refused, and the day, for the year in the footer. Hashed: it is as
 * long as the page. Null for what is not to be kept.
 */
function keyOf({ method, url }: Request, { serverHandoffString }: EntryContext): string | null {
  const { pathname } = new URL(url);
  if (method !== "GET" || serverHandoffString === undefined || secretPaths.some((path) => pathname.startsWith(path))) return null;
  const day = new Date().toISOString().slice(0, 10);
  return createHash("sha256").update(`${day}\n${url}\n${serverHandoffString}`).digest("base64");
}

function render(request: Request, context: EntryContext): string {
  return withLaterBundles(renderToString(
    <DocumentPartsProvider value={{ nonce: nonceMark, css: stylesMark, earlyScript }}>
      <RemixServer context={{ ...context, manifest: manifestOf(context) }} url={request.url} />
    </DocumentPartsProvider>,
  ));
}

/** Only the routes that are shown: the router would otherwise match the address against all hundred and more once again. */
function manifestOf({ manifest, staticHandlerContext }: EntryContext): EntryContext["manifest"] {
  const shown = new Set(staticHandlerContext.matches.map(({ route }) => route.id));
  return { ...manifest, routes: Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => shown.has(id))) };
}
