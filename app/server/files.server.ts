/** The scripts, the style sheet and the icons of the build, packed once: packed anew for each first visit, they cost many times what its page does. */
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { logError } from "../log.server.ts";
import { encodingFor, smallestBrotli } from "../documents/packing.server.ts";

const [gzipped, brotlied] = [promisify(gzip), promisify(brotliCompress)];
const smallest = { level: constants.Z_BEST_COMPRESSION };
// The build names them by their content, so they never change.
const buildFile = /^\/build(?:\/[\w$-][\w.$-]*)+-[A-Za-z0-9]{8}\.(?:js|css|svg)$/;
const types: Readonly<Record<string, string>> = { js: "application/javascript; charset=UTF-8", css: "text/css; charset=UTF-8", svg: "image/svg+xml" };

const kept = new Map<string, Buffer>();
/** An eighth smaller, and packed fifty times as long. Undefined while one is packed. */
const keptForBrotli = new Map<string, Buffer | undefined>();
let lastPacked = Promise.resolve();

/** Whether this asks for the file at the path in a way that `sendBuildFile` can answer: another encoding, and whether it has changed, are remix-serve's. */
export function asksForBuildFile(path: string, request: IncomingMessage): boolean {
  const { method, headers } = request;
  return method === "GET" && buildFile.test(path) && !headers["if-none-match"] && !headers["if-modified-since"] && encodingFor(request) === "gzip";
}

/** Sends a file that is there: as gzip until it is packed for brotli. Rejects where it can't be read. */
export async function sendBuildFile(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const brotli = encodingFor(request, "br") === "br" ? keptForBrotli.get(path) : undefined;
  const body = brotli ?? kept.get(path) ?? (await gzipped(await readFile(join("public", path)), smallest));
  response.setHeader("Content-Type", types[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream").setHeader("Content-Encoding", brotli ? "br" : "gzip").setHeader("Vary", "Accept-Encoding");
  response.setHeader("Cache-Control", "public, max-age=31536000, immutable").setHeader("Content-Length", body.length).end(body);
  if (!brotli) kept.set(path, body);
  packForBrotli(path);
}

/** Once, and one file after the other. */
function packForBrotli(path: string): void {
  if (keptForBrotli.has(path)) return;
  keptForBrotli.set(path, undefined);
  lastPacked = lastPacked.then(async () => {
    const text = await readFile(join("public", path));
    keptForBrotli.set(path, await brotlied(text, smallestBrotli(text.length)));
  }).catch((error: unknown) => logError("A file could not be packed for brotli", error));
}
