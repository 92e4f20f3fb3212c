/**
 * The same for brotli (RFC 7932), which packs our pages a tenth smaller than gzip, at a quality that takes fifty times as long: so only what
 * goes out often is packed for it, once, in a thread of its own.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { BrotliCompress } from "node:zlib";
import { brotliDecompressSync, constants, createBrotliCompress } from "node:zlib";
import type { Fillings, Gapped, PackedText } from "./packed-text.server.ts";
import { between, fillingsOf, inOnePiece, piecesOf } from "./packed-text.server.ts";
import { smallestBrotli } from "./packing.server.ts";

export interface PackedBrotli extends Gapped {
  stretches: readonly Buffer[];
  /** The bytes that follow each gap, and stand as they are too. */
  ends: readonly Buffer[];
  /** What is held in memory. */
  bytes: number;
}

// What is packed next is read in the light of the two bytes before it (7.1), so those are always the same.
const endBytes = 2;

/** Packs the text for brotli; null where it can't be: a gap has hardly anything behind it. */
export async function packForBrotli(packed: PackedText): Promise<PackedBrotli | null> {
  const { marks, gaps } = packed;
  const sample = new Map([...gaps].map(([mark, length]) => [mark, unlikeText(length)]));
  const pieces = piecesOf(packed, sample);
  const ends = pieces.filter(isStretch).slice(1).map((piece) => piece.subarray(0, endBytes));
  if (ends.some(({ length }) => length < endBytes)) return null;
  const moved = pieces.map((piece, index) => {
    if (isStretch(piece, index)) return index === 0 ? piece : piece.subarray(endBytes);
    // Other bytes for each gap: a reference from one to the other would change what later ones mean.
    return Buffer.concat([unlikeText(piece.length), ...ends.slice((index - 1) / 2, (index + 1) / 2)]);
  });
  const packedStretches = (await packedPieces(moved)).filter(isStretch);
  // A few bytes by themselves would each hold a stretch of Node's pool of 64 KB.
  const { buffers, bytes } = inOnePiece([...packedStretches, ...ends]);
  const result = { stretches: buffers.slice(0, packedStretches.length), ends: buffers.slice(packedStretches.length), marks, gaps, bytes };
  // Not every packer might keep to what this relies on.
  return brotliDecompressSync(brotlied(result, sample)).equals(Buffer.concat(pieces)) ? result : null;
}

/** The text in the brotli format, with its gaps filled. Throws where a filling is missing or not as long as its gap. */
export function brotlied(packed: PackedBrotli, fillings: Fillings): Buffer {
  const filled = fillingsOf(packed, fillings);
  return Buffer.concat(between(packed.stretches, filled.map((bytes, index) => asItIs(Buffer.concat([bytes, packed.ends[index] ?? bytes])))));
}

/** A stretch that is not packed (9.2): not the last, of a length in four hexadecimal digits, not packed. */
function asItIs(bytes: Buffer): Buffer {
  const head = Buffer.alloc(3);
  head.writeUIntLE(((bytes.length - 1) << 3) | (1 << 19), 0, 3);
  return Buffer.concat([head, bytes]);
}

/** Stretches and gaps take turns. */
function isStretch(_piece: Buffer, index: number): boolean {
  return index % 2 === 0;
}

/** Nothing in a text is like these bytes, so nothing that is packed refers to what will stand there. */
function unlikeText(length: number): Buffer {
  return Buffer.from(randomBytes(length).map((byte) => byte | 0x80));
}

/** The pieces packed one after the other, each to a whole byte. */
async function packedPieces(pieces: readonly Buffer[]): Promise<Buffer[]> {
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const packer = createBrotliCompress(smallestBrotli(size));
  const packed: Buffer[] = [];
  const chunks: Buffer[] = [];
  packer.on("data", (chunk: Buffer) => chunks.push(chunk));
  for (const piece of pieces) {
    packer.write(piece);
    await flushed(packer);
    packed.push(Buffer.concat(chunks.splice(0)));
  }
  packer.end();
  await once(packer, "end");
  return [...packed.slice(0, -1), Buffer.concat([packed.at(-1) ?? Buffer.alloc(0), ...chunks])];
}

function flushed(packer: BrotliCompress): Promise<void> {
  return new Promise((resolve, reject) => {
    packer.once("error", reject);
    packer.flush(constants.BROTLI_OPERATION_FLUSH, () => {
      packer.off("error", reject);
      resolve();
    });
  });
}
