import { createHash } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { partnerPath } from "../affiliate-paths.ts";
import { DocumentPartsProvider } from "./document.tsx";
import { earlyScript, withLaterBundles } from "./early-script.server.ts";
import type { ShownDocument } from "./kept-documents.server.ts";
import { documentFor } from "./kept-documents.server.ts";
import { affiliatesManagerPath, confirmEmailPath, twoFactorPath, unsubscribePath } from "../paths.ts";
import { nonceLength } from "../random-text.server.ts";
import { forAnyReader, newMark, readerGaps } from "./reader-gaps.server.ts";
import { spriteMark, withSprite } from "./sprite.server.ts";
import { frameMark, pageMark, withStyles } from "./styles.server.ts";

// Each response has a nonce of its own, so this stands in what is kept.
const nonceMark = newMark();
const gaps = new Map([...readerGaps, [nonceMark, nonceLength]]);

/** The control characters that HTML does not allow: a form or a filter that is refused is shown with what was typed. */
const notInHtml = /[^\P{Cc}\t\n\f\r]/gu;

// The Affiliate Manager shows the secret links of all partners.
const secretPaths = [twoFactorPath, partnerPath(""), affiliatesManagerPath, unsubscribePath(""), confirmEmailPath("")];

/**
 * The document of this page with this data. The rendering is a third of what a page costs, and the same data at the same address give the
 * same document, so one that is asked for again is kept for all who are shown the same: a public page's readers, all members with nothing of
 * their own on a page but their name, a list's reader whose browser reloads it. Never what answers a form, which may show what nobody sees
 * twice, and no page that holds a lasting secret: the key of two-factor sign-in, or a link that opens something to whoever has it.
 */
export function documentOf(request: Request, context: EntryContext, nonce: string): ShownDocument {
  const { context: shared, fillings } = forAnyReader(context);
  // A nonce that does not fit comes from no answer of guard.ts: its page must not become that of others.
  const key = nonce.length === nonceLength ? keyOf(request, shared) : null;
  return documentFor(key, () => render(request, shared), gaps, new Map([...fillings, [nonceMark, Buffer.from(nonce)]]));
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
    <DocumentPartsProvider value={{ nonce: nonceMark, frameStyles: frameMark, pageStyles: pageMark, earlyScript, sprite: spriteMark }}>
      <RemixServer context={{ ...context, manifest: manifestOf(context), serverHandoffString: handoffOf(context) }} url={request.url} />
    </DocumentPartsProvider>,
  );
  return `<!DOCTYPE html>${withStyles(withSprite(withLaterBundles(markup.replace(notInHtml, "\uFFFD"))))}`;
}

/** Only the routes that are shown. With all hundred of them, the router would match the address against each once again. */
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
