import { unzipSync } from "fflate";
import { crc32 } from "node:zlib";

/** The texts in a zip file by name, as a program that is not ours reads it. Throws when a checksum is wrong. */
export function unzipped(zip: Buffer): Record<string, string> {
  const files = Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes)] as const);
  for (const [name, bytes] of files) {
    // Its line in the directory: the name comes 46 bytes after the signature, the checksum 16.
    const line = zip.lastIndexOf(name) - 46;
    if (zip.readUInt32LE(line) !== 0x02014b50) throw new Error(`${name} has no line in the directory`);
    if (zip.readUInt32LE(line + 16) !== crc32(bytes)) throw new Error(`${name} has another checksum`);
  }
  return Object.fromEntries(files.map(([name, bytes]) => [name, bytes.toString("utf8")]));
}

/** All parts of a file that is written bit by bit. */
export async function joined(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
