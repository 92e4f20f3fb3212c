import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { DocumentPartsProvider } from "./document.tsx";
import { css } from "./styles.server.ts";

/**
 * Renders to one string and sends it as one chunk: streamed, the compressor flushes every few KB, which costs half the throughput
 * and 40 % more bytes. It rules out `defer`.
 */
export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const nonce = request.headers.get("x-csp-nonce") ?? undefined;
  const markup = renderToString(
    <DocumentPartsProvider value={{ nonce, css }}>
      <RemixServer context={context} url={request.url} />
    </DocumentPartsProvider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  const wait = retryAfterOf(context);
  if (wait !== undefined) headers.set("Retry-After", wait);
  return new Response(`<!DOCTYPE html>${markup}`, { status, headers });
}

// The framework drops an action's headers from the document unless every route with a form exports a function that keeps them.
function retryAfterOf({ staticHandlerContext }: EntryContext): string | undefined {
  const sent = Object.values(staticHandlerContext.actionHeaders).map((headers) => headers.get("Retry-After"));
  return sent.find((value) => value !== null) ?? undefined;
}

/** What a loader or action did not expect: logged, never shown. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (request.signal.aborted) return;
  console.error(`${request.method} ${new URL(request.url).pathname} failed:`, error);
}
