import { createHash } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import { frame } from "../doors/page.server.ts";
import { DocumentPartsProvider } from "./document.tsx";
import { isPageHandle } from "./page-handle.ts";
import { fillMarks, forAnyReader, nonceMark, sharedData, withRootData } from "./personal-parts.server.ts";
import { symbolsOf } from "./sprite.server.ts";
import { stylesOf } from "./styles.server.ts";

/** The control characters that HTML does not allow: a form or a filter that is refused is shown with what was typed. */
const notInHtml = /[^\P{Cc}\t\n\f\r]/gu;

/** Rendered documents with their marks, by a hash of all that the rendering read: other data are another document, so nothing is invalidated. */
const kept = new LRUCache<string, string>({ maxSize: 16_000_000, sizeCalculation: ({ length }) => 2 * length });

/** The document of this page for whoever asks, with the nonce of its answer. One that many are shown alike is rendered once for all of them. */
export async function documentOf(request: Request, context: EntryContext, nonce: string): Promise<string> {
  if (!isKept(request, context)) return render(request, await withFrame(request, context), nonce);
  const key = createHash("sha256").update(JSON.stringify([request.url, new Date().getUTCFullYear(), sharedData(context)])).digest("base64");
  const html = kept.get(key) ?? render(request, forAnyReader(context), nonceMark);
  kept.set(key, html);
  return fillMarks(html, context, nonce);
}

/** Never what answers a form, which may show what nobody sees twice. */
function isKept({ method }: Request, { staticHandlerContext: { errors, matches } }: EntryContext): boolean {
  return method === "GET" && errors === null && matches.some(({ route: { handle } }) => isPageHandle(handle) && handle.cached === true);
}

/** A refused form is answered by the root's error page, for which the framework asks no loader: the frame around it would be a visitor's. */
async function withFrame(request: Request, context: EntryContext): Promise<EntryContext> {
  if (request.method === "GET" || context.staticHandlerContext.loaderData.root) return context;
  const answer = await frame({ request, params: {}, context: {} }).catch(() => null);
  return answer ? withRootData(context, await answer.json()) : context;
}

function render(request: Request, context: EntryContext, nonce: string): string {
  const markup = renderToString(
    <DocumentPartsProvider value={{ nonce, stylesOf, icons: new Set(), symbolsOf }}>
      <RemixServer context={context} url={request.url} />
    </DocumentPartsProvider>,
  );
  return `<!DOCTYPE html>${markup.replace(notInHtml, "\uFFFD")}`;
}
