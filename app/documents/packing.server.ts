/** Packs what is sent, in a way that whoever asked can read. */
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import type { BrotliOptions } from "node:zlib";
import { brotliCompress, constants, gzip, gzipSync } from "node:zlib";
import Negotiator from "negotiator";
import type { ShownDocument } from "./kept-documents.server.ts";

export interface Packed {
  body: Buffer;
  /** Null for what is sent as it is. */
  encoding: "gzip" | "br" | null;
}

const [gzipped, brotlied] = [promisify(gzip), promisify(brotliCompress)];
// At this quality it takes as long as gzip, and packs a page a little less well. More costs more than it saves.
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
// Shorter ones gain nothing.
const packedFrom = 1024;
/** Up to here the packing is shorter than the way to another thread and back; what is longer would hold others up. */
export const packedAtOnce = 128 * 1024;

/** How to pack so many bytes for brotli once, for long. The window is as wide as our largest script: the usual one takes sixteen times the memory. */
export function smallestBrotli(bytes: number): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_LGWIN]: 18, [constants.BROTLI_PARAM_SIZE_HINT]: bytes } };
}

/** Whether what has these headers is worth packing. */
export function isText(headers: Headers): boolean {
  return /^text\/|json|javascript|xml/.test(headers.get("Content-Type") ?? "");
}

/** Packs a text as whoever asks likes it best; leaves it as it is where that gains nothing, or is not understood. */
export async function packText(body: Buffer, request: IncomingMessage): Promise<Packed> {
  const encoding = body.length < packedFrom ? null : encodingFor(request);
  if (encoding === "br") return { body: await brotlied(body, brotliQuality), encoding };
  if (encoding === "gzip") return { body: body.length <= packedAtOnce ? gzipSync(body) : await gzipped(body), encoding };
  return { body, encoding };
}

/** A document can be packed already. */
export async function packDocument(document: ShownDocument, request: IncomingMessage): Promise<Packed> {
  const encoding = encodingFor(request, document.brotli ? "br" : "gzip");
  if (encoding === "br" && document.brotli) return { body: document.brotli(), encoding };
  if (encoding === "gzip" && document.gzip) return { body: document.gzip(), encoding };
  return packText(document.html(), request);
}

/** What the reader likes best, and of what they like as much our own choice. */
export function encodingFor(request: IncomingMessage, choice: "gzip" | "br" = "gzip"): Packed["encoding"] {
  const encoding = new Negotiator(request).encoding(["gzip", "br", "identity"], { preferred: [choice, "gzip", "br"] });
  return encoding === "gzip" || encoding === "br" ? encoding : null;
}
