/**
 * Packs a text once that goes out many times, each time with other bytes in its gaps. Between two stretches of packed text the format
 * allows bytes as they are (RFC 1951, 3.2.4), so what is filled in there needs no packing.
 */
import { constants, crc32, deflateRawSync, gunzipSync } from "node:zlib";

/** How many bytes each gap has room for, at most 255, by the mark that stands for it in the text: hexadecimal digits. */
export type Gaps = ReadonlyMap<string, number>;
/** What a gap is filled with, by its mark, as many bytes as it has room for. */
export type Fillings = ReadonlyMap<string, Buffer>;

export interface Gapped {
  /** The marks of the gaps, in their order: one between two stretches. */
  marks: readonly string[];
  gaps: Gaps;
}

export interface PackedText extends Gapped {
  /** The packed stretches between the gaps, each ending on a whole byte. */
  stretches: readonly Buffer[];
  /** How many bytes each of them unpacks to. */
  lengths: readonly number[];
  /** The part of the text's checksum that is the same whatever fills its gaps: each answer adds that of its own fillings. */
  checksum: number;
  /** What is held in memory. */
  bytes: number;
}

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const end = Buffer.from([3, 0]);
const windowBytes = 32 * 1024;
const zeros = Buffer.alloc(windowBytes);
const nothing = Buffer.alloc(0);

/** Packs what stands between the gaps, whose marks the text holds wherever they are. A gap that follows another, or begins the text, has an empty stretch before it. */
export function packAround(text: string, gaps: Gaps): PackedText {
  const pieces = text.split(new RegExp(`(${[...gaps.keys()].join("|")})`));
  const [parts, marks] = [pieces.filter((_piece, index) => index % 2 === 0).map((part) => Buffer.from(part)), pieces.filter((_piece, index) => index % 2 === 1)];
  // With zeros in its gaps, which text hardly has: so nothing that is packed refers to what will stand there.
  const [canRefer, empty] = [!text.includes("\0"), roomsOf({ marks, gaps }).map((room) => Buffer.alloc(room))];
  const whole = Buffer.concat(between(parts, empty));
  let at = 0;
  const packed = parts.map((part, index) => {
    const before = whole.subarray(Math.max(0, at - windowBytes), at);
    at += part.length + (empty[index]?.length ?? 0);
    return deflateRawSync(part, { level: 9, memLevel: 9, finishFlush: constants.Z_SYNC_FLUSH, ...(canRefer && before.length > 0 && { dictionary: before }) });
  });
  const { buffers: stretches, bytes } = inOnePiece(packed);
  return { stretches, bytes, marks, gaps, lengths: parts.map(({ length }) => length), checksum: crc32(whole) ^ overZeros(0, whole.length) };
}

/** The text in the gzip format (RFC 1952), with its gaps filled. Throws where a filling is missing or not as long as its gap. */
export function gzipped(packed: PackedText, fillings: Fillings): Buffer {
  const { stretches, lengths, checksum } = packed;
  const filled = fillingsOf(packed, fillings);
  const trailer = Buffer.alloc(8);
  const sumOfFilled = lengths.reduce((sum, length, index) => overZeros(crc32(filled[index - 1] ?? nothing, sum), length), 0);
  // The checksum of two texts laid over each other (exclusive or) follows from theirs and that of nothing but zeros, as long as they are.
  trailer.writeInt32LE(checksum ^ sumOfFilled, 0);
  trailer.writeUInt32LE(lengths.reduce((sum, length, index) => sum + length + (filled[index]?.length ?? 0), 0), 4);
  const stored = filled.map((bytes) => Buffer.from([0, bytes.length, 0, ~bytes.length, 0xff, ...bytes]));
  return Buffer.concat([header, ...between(stretches, stored), end, trailer]);
}

/** The text itself, in pieces: what stands between the gaps and, between two of those, what fills a gap. */
export function piecesOf(packed: PackedText, fillings: Fillings): Buffer[] {
  const text = gunzipSync(gzipped(packed, fillings));
  const rooms = roomsOf(packed);
  let at = 0;
  return packed.lengths.flatMap((length, index) => [length, rooms[index] ?? []].flat()).map((length) => text.subarray(at, (at += length)));
}

/** What fills the gaps, in their order. */
export function fillingsOf({ marks, gaps }: Gapped, fillings: Fillings): Buffer[] {
  return marks.map((mark) => {
    const bytes = fillings.get(mark);
    if (!bytes || bytes.length !== gaps.get(mark)) throw new Error("What fills a gap must be as long as the gap.");
    return bytes;
  });
}

function roomsOf({ marks, gaps }: Gapped): number[] {
  return marks.map((mark) => gaps.get(mark) ?? 0);
}

/** Their bytes copied to one place: a packer's buffers are of 16 KB and more, however little is in them. */
export function inOnePiece(buffers: readonly Buffer[]): { buffers: Buffer[]; bytes: number } {
  const whole = Buffer.from(new Uint8Array(Buffer.concat(buffers)).buffer);
  let at = 0;
  return { buffers: buffers.map(({ length }) => whole.subarray(at, (at += length))), bytes: whole.length };
}

/** The parts, and between two of them a gap's bytes. */
export function between(parts: readonly Buffer[], gaps: readonly Buffer[]): Buffer[] {
  return parts.flatMap((part, index) => [part, gaps[index] ?? []].flat());
}

/** A checksum carried on over so many zeros. */
function overZeros(sum: number, length: number): number {
  return length <= zeros.length ? crc32(zeros.subarray(0, length), sum) : overZeros(crc32(zeros, sum), length - zeros.length);
}
