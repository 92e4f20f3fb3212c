import { setImmediate as turn } from "node:timers/promises";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import { startBackups } from "./server/backups.server.ts";
import { closeDatabase } from "./db.server.ts";
import { startDelivery } from "./mails/delivery.server.ts";
import { documentOf } from "./documents/documents.server.tsx";
import { framed } from "./documents/framed.server.ts";
import { askedHints } from "./doors/hints.server.ts";
import { logError } from "./log.server.ts";
import { startRereading } from "./server/rereading.server.ts";
import { startSweeping } from "./server/sweeping.server.ts";

declare global {
  var stopErrands: (() => void) | undefined;
}

// Once a process: in development every rebuild loads this file anew.
if (!globalThis.stopErrands) process.once("exit", closeDatabase);
globalThis.stopErrands?.();
const errands = [startDelivery(), startSweeping(), startRereading(), startBackups()];
globalThis.stopErrands = () => errands.forEach((stop) => stop());

/**
 * The document is one chunk: streamed, the compressor flushes every few KB, which costs half the throughput and 40 % more bytes. It rules
 * out `defer`. Whoever answers hands in where to put it, and packs it; remix-serve's own chain takes it as the answer's body.
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext, { takeDocument }: AppLoadContext) {
  // The loaders may have kept everybody waiting, and so may the rendering.
  await turn();
  const document = documentOf(request, await framed(request, context), request.headers.get("x-csp-nonce") ?? "");
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Accept-CH", askedHints);
  for (const name of ["Retry-After", "Refresh", "Clear-Site-Data", "Allow", "X-Reader"]) {
    const value = sentHeader(context, name);
    if (value !== null) headers.set(name, value);
  }
  takeDocument?.(document);
  return new Response(takeDocument ? null : document.html().toString(), { status, headers });
}

// The framework drops these headers from the document unless every route exports a function that keeps them.
function sentHeader({ staticHandlerContext }: EntryContext, name: string): string | null {
  const sent = [...Object.values(staticHandlerContext.actionHeaders), ...Object.values(staticHandlerContext.loaderHeaders)];
  return sent.map((headers) => headers.get(name)).find((value) => value !== null) ?? null;
}

/** What a loader or action did not expect: logged, never shown. */
export function handleError(error: unknown, { request }: { request: Request }) {
  // An answer of the framework's, such as a 404: anybody can ask for those, and fill the log.
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  logError("The page failed", error, request);
}
