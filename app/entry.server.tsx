import type { EntryContext } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import { closeAtExit, listenToCommits } from "./db.server.ts";
import { compress } from "./documents/compression.server.ts";
import { documentOf } from "./documents/documents.server.tsx";
import { requestedHints } from "./http/hints.server.ts";
import { logError } from "./log.server.ts";
import { saveNewHead } from "./models/ledger/chain/save-head.server.ts";
import { refreshSite } from "./models/site/current-site.server.ts";
import { startJobs } from "./server/jobs.server.ts";
import { startCountingRequests } from "./server/request-counts.server.ts";

declare global {
  var stopJobs: (() => void) | undefined;
}

listenToCommits([{ failure: "The head of the record could not be saved beside the database", run: saveNewHead }]);

// Done once per process: in development every rebuild loads this file again.
if (!globalThis.stopJobs) process.once("exit", closeAtExit);
globalThis.stopJobs?.();
const stops = [startJobs(), startCountingRequests()];
globalThis.stopJobs = () => stops.forEach((stop) => stop());
await refreshSite().catch((error: unknown) =>
  logError("The texts of the site could not be read. The next try follows.", error),
);

/** Documents are not streamed: flushing costs half the throughput and 40 % more bytes. This rules out `defer`. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const html = await documentOf(request, context, request.headers.get("x-csp-nonce") ?? "");
  const { body, encoding } = compress(html, request.headers.get("accept-encoding"));
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(body.length));
  headers.set("Vary", "Accept-Encoding");
  headers.set("Accept-CH", requestedHints);
  if (encoding !== null) headers.set("Content-Encoding", encoding);
  for (const name of ["Retry-After", "Refresh", "Clear-Site-Data", "Allow", "X-Reader"]) {
    const value = sentHeader(context, name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(body, { status, headers });
}

// Remix drops these headers unless every route exports a `headers` function.
function sentHeader({ staticHandlerContext }: EntryContext, name: string): string | null {
  const sent = [
    ...Object.values(staticHandlerContext.actionHeaders),
    ...Object.values(staticHandlerContext.loaderHeaders),
  ];
  return sent.map((headers) => headers.get(name)).find((value) => value !== null) ?? null;
}

export function handleError(error: unknown, { request }: { request: Request }) {
  // Skips Remix's own responses, such as a 404: anyone can request those and fill the log.
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  logError("The page failed", error, request);
}
