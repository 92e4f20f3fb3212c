/** Rendered documents, kept for the next one who is shown the same: as text, packed for gzip, and for brotli. */
import { LRUCache } from "lru-cache";
import { logError } from "./log.server.ts";
import type { PackedBrotli } from "./packed-brotli.server.ts";
import { brotlied, packForBrotli } from "./packed-brotli.server.ts";
import type { Fillings, Gaps, PackedText } from "./packed-text.server.ts";
import { gzipped, packAround, piecesOf } from "./packed-text.server.ts";
import { packedAtOnce } from "./packing.server.ts";

/** A document for one answer, its gaps filled, in the forms that it can be sent in. */
export interface ShownDocument {
  html: () => Buffer;
  /** Undefined where it was not packed before. */
  gzip?: () => Buffer;
  brotli?: () => Buffer;
}

interface Kept {
  document: string | PackedText;
  brotli: PackedBrotli | null;
  asked: number;
}

// Packed for gzip when it is asked for a second time, since most pages are shown to one person once; for brotli when it is asked for often.
const brotliEvery = 8;
/** For brotli one is packed at a time, and the packer rests so many times as long: whoever asks for many pages often takes a tenth of a processor. */
const restsFor = 9;

const kept = new LRUCache<string, Kept>({ maxSize: 8_000_000, sizeCalculation: sizeOf });
let packsAgainAt = 0;

/** The kept document of that key, or else a new one, kept from now on unless its key is null. */
export function documentFor(key: string | null, render: () => string, gaps: Gaps, fillings: Fillings): ShownDocument {
  const found = key === null ? undefined : kept.get(key);
  const next = found ? askedAgain(found, gaps) : { document: render(), brotli: null, asked: 1 };
  if (key !== null) kept.set(key, next);
  const { document, brotli } = next;
  if (typeof document === "string") return { html: () => filled(document, fillings) };
  if (key !== null && brotli === null && next.asked % brotliEvery === 0) packWhenRested(key, document);
  const packed = { html: () => Buffer.concat(piecesOf(document, fillings)), gzip: () => gzipped(document, fillings) };
  return brotli === null ? packed : { ...packed, brotli: () => brotlied(brotli, fillings) };
}

function askedAgain({ document, brotli, asked }: Kept, gaps: Gaps): Kept {
  const isToPack = typeof document === "string" && document.length <= packedAtOnce;
  return { document: isToPack ? packAround(document, gaps) : document, brotli, asked: asked + 1 };
}

function packWhenRested(key: string, document: PackedText): void {
  const began = performance.now();
  if (began < packsAgainAt) return;
  packsAgainAt = Infinity;
  const rest = () => void (packsAgainAt = performance.now() + restsFor * (performance.now() - began));
  packForBrotli(document).then((brotli) => {
    const now = kept.peek(key);
    if (now) kept.set(key, { ...now, brotli });
  }).catch((error: unknown) => logError("A page could not be packed for brotli", error)).finally(rest);
}

function filled(text: string, fillings: Fillings): Buffer {
  return Buffer.from([...fillings].reduce((done, [mark, bytes]) => done.replaceAll(mark, () => bytes.toString()), text));
}

function sizeOf({ document, brotli }: Kept): number {
  return (typeof document === "string" ? document.length : document.bytes) + (brotli?.bytes ?? 0);
}
