import { createHash, randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import { partnerPath } from "./affiliate-paths.ts";
import { DocumentPartsProvider } from "./document.tsx";
import { earlyScript, withLaterBundles } from "./early-script.server.ts";
import type { PackedText } from "./packed-text.server.ts";
import { gzipped, packAround } from "./packed-text.server.ts";
import { packedAtOnce } from "./packing.server.ts";
import { twoFactorPath } from "./paths.ts";
import { stylesMark, withStyles } from "./styles.server.ts";

// Each response has a nonce of its own, so this stands in what is kept. Nobody can know it and write it into a page's content.
const nonceMark = randomBytes(16).toString("hex");

const secretPaths = [twoFactorPath, partnerPath("")];

/** A document for one answer, with its nonce, in the forms that it can be sent in. */
export interface ShownDocument {
  html: () => Buffer;
  /** Undefined where it was not packed before. */
  gzip?: () => Buffer;
}

// As it was rendered, and packed once it was asked for a second time: most pages are shown to one person once.
const kept = new LRUCache<string, string | PackedText>({ maxSize: 8_000_000, sizeCalculation: sizeOf });

/**
 * The document of this page with this data. The rendering is a third of what a page costs, and the same data at the same address give the
 * same document, so it is kept for the next one who is shown the same: a public page's readers, a list's reader whose browser reloads it.
 * Never what answers a form, which may show what nobody sees twice, and no page that holds a secret.
 */
export function documentOf(request: Request, context: EntryContext, nonce: string): ShownDocument {
  const key = keyOf(request, context);
  const found = key === null ? undefined : kept.get(key);
  const document = typeof found === "string" && found.length <= packedAtOnce ? packAround(found, nonceMark, nonce.length) : (found ?? render(request, context));
  if (key !== null && document !== found) kept.set(key, document);
  if (typeof document === "string") return { html: () => Buffer.from(document.replaceAll(nonceMark, nonce)) };
  const gzip = () => gzipped(document, nonce);
  return { html: () => gunzipSync(gzip()), gzip };
}

function sizeOf(document: string | PackedText): number {
  return typeof document === "string" ? document.length : document.bytes;
}

/**
 * All that the rendering reads: the address, what the loaders gave or refused, and the day, for the year in the footer. Hashed: it is as
 * long as the page. Null for what is not to be kept.
 */
function keyOf({ method, url }: Request, { serverHandoffString, staticHandlerContext }: EntryContext): string | null {
  if (method !== "GET" || serverHandoffString === undefined || isSecret(staticHandlerContext)) return null;
  const day = new Date().toISOString().slice(0, 10);
  return createHash("sha256").update(`${day}\n${url}\n${serverHandoffString}`).digest("base64");
}

/** By the route: an address can be written in many ways. */
function isSecret({ matches }: EntryContext["staticHandlerContext"]): boolean {
  const path = `/${matches.map(({ route }) => route.path).filter(Boolean).join("/")}`;
  return secretPaths.some((secret) => path.startsWith(secret));
}

function render(request: Request, context: EntryContext): string {
  const markup = renderToString(
    <DocumentPartsProvider value={{ nonce: nonceMark, css: stylesMark, earlyScript }}>
      <RemixServer context={{ ...context, manifest: manifestOf(context), serverHandoffString: handoffOf(context) }} url={request.url} />
    </DocumentPartsProvider>,
  );
  return `<!DOCTYPE html>${withStyles(withLaterBundles(markup))}`;
}

/** Only the routes that are shown: the router would otherwise match the address against all hundred and more once again. */
function manifestOf({ manifest, staticHandlerContext }: EntryContext): EntryContext["manifest"] {
  const shown = new Set(staticHandlerContext.matches.map(({ route }) => route.id));
  return { ...manifest, routes: Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => shown.has(id))) };
}

/** What goes to the browser with the page, without what its part of the framework takes for granted: flags that are off, and nothing. */
function handoffOf({ serverHandoffString }: EntryContext): string | undefined {
  return serverHandoffString
    ?.replace(/^\{"future":\{[^}]*\}/, (future) => future.replace(/,?"\w+":false/g, "").replace("{,", "{"))
    .replace(/,"actionData":null,"errors":null\}\}$/, "}}");
}
