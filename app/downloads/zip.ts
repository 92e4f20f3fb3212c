/**
 * Writes a zip file while it is sent: the sizes of a file follow its content, in a data descriptor (PKWARE's APPNOTE.TXT,
 * 4.3.9). Without ZIP64, so it throws beyond 4 GB.
 */
import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

export interface ZipEntry {
  name: string;
  parts: Iterable<string> | AsyncIterable<string>;
}

interface Written {
  name: Buffer;
  /** Where it begins in the zip file. */
  offset: number;
  crc: number;
  packedSize: number;
  size: number;
}

const largest = 0xffffffff;
const versionNeeded = 20;
/** Its sizes follow, and its name is UTF-8. */
const flags = 0x0808;
const deflateMethod = 8;
/** The version, on Unix: a file that its owner alone reads and writes. */
const [madeBy, attributes] = [(3 << 8) | versionNeeded, 0o100600 * 2 ** 16];

/** `at` is the time of each file in it, in UTC. */
export async function* zipOf(entries: readonly ZipEntry[], at: Date): AsyncGenerator<Buffer> {
  const all: Written[] = [];
  let offset = 0;
  for (const { name, parts } of entries) {
    const entry = { name: Buffer.from(name), offset, crc: 0, packedSize: 0, size: 0 };
    all.push(entry);
    const header = bytesOf([4, 0x04034b50], ...factsOf(entry, at), [2, 0]);
    yield Buffer.concat([header, entry.name]);
    yield* deflated(parts, entry);
    yield bytesOf([4, 0x08074b50], [4, entry.crc], [4, entry.packedSize], [4, entry.size]);
    offset += header.length + entry.name.length + entry.packedSize + 16;
  }
  const directory = Buffer.concat(all.map((entry) => directoryLine(entry, at)));
  expectRoom(offset + directory.length);
  yield directory;
  yield bytesOf([4, 0x06054b50], [4, 0], [2, all.length], [2, all.length], [4, directory.length], [4, offset], [2, 0]);
}

/** Counts in `entry` what it writes. Whoever stops reading stops the parts, too. */
async function* deflated(parts: ZipEntry["parts"], entry: Written): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const part of parts) {
      const bytes = Buffer.from(part);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  }
  const packed = createDeflateRaw();
  // An error reaches the loop below through `packed`.
  pipeline(Readable.from(counted(), { highWaterMark: 1 }), packed, () => undefined);
  for await (const chunk of packed) {
    const bytes: Buffer = chunk;
    entry.packedSize += bytes.length;
    expectRoom(entry.offset + entry.packedSize);
    expectRoom(entry.size);
    yield bytes;
  }
}

function directoryLine(entry: Written, at: Date): Buffer {
  const line = bytesOf(
    [4, 0x02014b50],
    [2, madeBy],
    ...factsOf(entry, at),
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, attributes],
    [4, entry.offset],
  );
  return Buffer.concat([line, entry.name]);
}

/** What the header before a file and its line in the directory have in common. */
function factsOf({ name, crc, packedSize, size }: Written, at: Date): Field[] {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return [
    [2, versionNeeded],
    [2, flags],
    [2, deflateMethod],
    [2, time],
    [2, date],
    [4, crc],
    [4, packedSize],
    [4, size],
    [2, name.length],
  ];
}

type Field = readonly [bytes: 2 | 4, value: number];

function bytesOf(...fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.map(([length, value]) => {
      const bytes = Buffer.alloc(length);
      bytes.writeUIntLE(value, 0, length);
      return bytes;
    }),
  );
}

function expectRoom(bytes: number): void {
  if (bytes > largest) throw new Error("A zip file holds at most 4 GB.");
}
