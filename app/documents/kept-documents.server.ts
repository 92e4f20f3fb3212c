/** Rendered documents, kept for the next one who is shown the same: as text, packed for gzip, and for brotli. */
import { LRUCache } from "lru-cache";
import { logError } from "../log.server.ts";
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
  /** Null of what was asked for once. */
  document: string | PackedText | null;
  brotli: PackedBrotli | null;
  asked: number;
}

// Kept and packed for gzip when it is asked for a second time, since most pages are shown to one person once; for brotli when it is asked for often.
const brotliEvery = 8;
/** What an entry takes beside the document, about. */
const entryBytes = 256;
/** For brotli one is packed at a time, and the packer rests so many times as long: whoever asks for many pages often takes a tenth of a processor. */
const restsFor = 9;

const kept = new LRUCache<string, Kept>({ maxSize: 8_000_000, sizeCalculation: sizeOf });
let packsAgainAt = 0;

/** The kept document of that key, or else a new one, which is kept when the key was asked for before. With null for a key it never is. */
export function documentFor(key: string | null, render: () => string, gaps: Gaps, fillings: Fillings): ShownDocument {
  if (key === null) return shown(render(), fillings);
  const found = kept.get(key) ?? { document: null, brotli: null, asked: 0 };
  const [brotli, asked] = [found.brotli, found.asked + 1];
  const document = packed(found.document ?? render(), asked, gaps);
  kept.set(key, { document: asked === 1 ? null : document, brotli, asked });
  if (typeof document === "string") return shown(document, fillings);
  if (brotli === null && asked % brotliEvery === 0) packWhenRested(key, document);
  const forms = { html: () => Buffer.concat(piecesOf(document, fillings)), gzip: () => gzipped(document, fillings) };
  return brotli === null ? forms : { ...forms, brotli: () => brotlied(brotli, fillings) };
}

function shown(text: string, fillings: Fillings): ShownDocument {
  return { html: () => Buffer.from([...fillings].reduce((done, [mark, bytes]) => done.replaceAll(mark, () => bytes.toString()), text)) };
}

function packed(document: string | PackedText, asked: number, gaps: Gaps): string | PackedText {
  return typeof document === "string" && asked > 1 && document.length <= packedAtOnce ? packAround(document, gaps) : document;
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

function sizeOf({ document, brotli }: Kept): number {
  return entryBytes + (typeof document === "string" ? document.length : (document?.bytes ?? 0)) + (brotli?.bytes ?? 0);
}
