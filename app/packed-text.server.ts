/**
 * Packs a text once that goes out many times, each time with other bytes in its gaps. Between two stretches of packed text the format
 * allows bytes as they are (RFC 1951, 3.2.4), so what is filled in there needs no packing.
 */
import { constants, crc32, deflateRawSync } from "node:zlib";

export interface PackedText {
  /** The packed stretches between the gaps, each ending on a whole byte. */
  stretches: readonly Buffer[];
  /** How many bytes each of them unpacks to. */
  lengths: readonly number[];
  /** What the checksum of the text is beside the checksum of what fills its gaps. */
  checksum: number;
  gapLength: number;
  /** What is held in memory. */
  bytes: number;
}

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const end = Buffer.from([3, 0]);
const windowBytes = 32 * 1024;
const zeros = Buffer.alloc(windowBytes);

/** Packs the text. Where `mark` stands in it is a gap for `gapLength` bytes, at most 255. */
export function packAround(text: string, mark: string, gapLength: number): PackedText {
  const parts = text.split(mark).map((part) => Buffer.from(part));
  // With zeros in its gaps, which text hardly has: so nothing that is packed refers to what will stand there.
  const canRefer = !text.includes("\0");
  const whole = Buffer.concat(between(parts, Buffer.alloc(gapLength)));
  let at = 0;
  const packed = parts.map((part) => {
    const before = whole.subarray(Math.max(0, at - windowBytes), at);
    at += part.length + gapLength;
    return deflateRawSync(part, { level: 9, memLevel: 9, finishFlush: constants.Z_SYNC_FLUSH, ...(canRefer && before.length > 0 && { dictionary: before }) });
  });
  const { stretches, bytes } = inOnePiece(packed);
  return { stretches, bytes, lengths: parts.map(({ length }) => length), checksum: crc32(whole) ^ overZeros(0, whole.length), gapLength };
}

/** The text in the gzip format (RFC 1952), with these ASCII bytes in each gap. Throws where they are not as many as the gap has room for. */
export function gzipped({ stretches, lengths, checksum, gapLength }: PackedText, filling: string): Buffer {
  const bytes = Buffer.from(filling, "latin1");
  if (bytes.length !== gapLength) throw new Error("What fills a gap must be as long as the gap.");
  const [stored, trailer] = [Buffer.from([0, gapLength, 0, ~gapLength, 0xff, ...bytes]), Buffer.alloc(8)];
  const fillings = lengths.reduce((sum, length, index) => overZeros(index === 0 ? sum : crc32(bytes, sum), length), 0);
  // The checksum of two texts laid over each other (exclusive or) follows from theirs and that of nothing but zeros, as long as they are.
  trailer.writeInt32LE(checksum ^ fillings, 0);
  trailer.writeUInt32LE(lengths.reduce((sum, length) => sum + gapLength + length, -gapLength), 4);
  return Buffer.concat([header, ...between(stretches, stored), end, trailer]);
}

/** The packer's buffers are of 16 KB and more, however little is in them. */
function inOnePiece(buffers: readonly Buffer[]): { stretches: Buffer[]; bytes: number } {
  const whole = Buffer.from(new Uint8Array(Buffer.concat(buffers)).buffer);
  let at = 0;
  return { stretches: buffers.map(({ length }) => whole.subarray(at, (at += length))), bytes: whole.length };
}

function between(parts: readonly Buffer[], gap: Buffer): Buffer[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [gap, part]));
}

/** A checksum carried on over so many zeros. */
function overZeros(sum: number, length: number): number {
  return length <= zeros.length ? crc32(zeros.subarray(0, length), sum) : overZeros(crc32(zeros, sum), length - zeros.length);
}
