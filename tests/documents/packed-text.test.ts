import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { brotlied, packForBrotli } from "../../app/documents/packed-brotli.server.ts";
import type { Fillings, Gaps } from "../../app/documents/packed-text.server.ts";
import { gzipped, packAround } from "../../app/documents/packed-text.server.ts";

const [mark, other] = ["0123456789abcdef", "fedcba9876543210"];
const gapsOf = (fillings: Fillings): Gaps => new Map([...fillings].map(([key, bytes]) => [key, bytes.length]));
const fillingsOf = (filling: string, second = "and another"): Fillings => new Map([[mark, Buffer.from(filling)], [other, Buffer.from(second)]]);
const filled = (text: string, fillings: Fillings) => [...fillings].reduce((done, [key, bytes]) => done.replaceAll(key, () => bytes.toString()), text);

const piece = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }), fc.constantFrom("", "\0\0\0", '<script nonce="', "🏀", "x".repeat(70_000), mark, other), fc.nat(255).map((length) => "repeats itself, ".repeat(length)),
);
// As UTF-8 gives it: half a character becomes the sign for none.
const texts = fc.array(piece, { minLength: 1, maxLength: 9 }).map((pieces) => Buffer.from(pieces.join(mark)).toString());
const filling = fc.string({ unit: fc.constantFrom(..."abcXYZ019+/=<é"), minLength: 1, maxLength: 120 });

describe("gzip", () => {
  test("a text comes out whole, with what was filled in at each gap, wherever they are", () => {
    fc.assert(fc.property(texts, filling, filling, (text, first, second) => {
      const fillings = fillingsOf(first, second);
      expect(gunzipSync(gzipped(packAround(text, gapsOf(fillings)), fillings)).toString()).toBe(filled(text, fillings));
    }), { numRuns: 300 });
  });

  test("what was packed once is filled anew each time", () => {
    const packed = packAround(`a${mark}b${mark}`, gapsOf(fillingsOf("xyz")));
    expect(["one", "two", "zzz"].map((text) => gunzipSync(gzipped(packed, fillingsOf(text))).toString())).toEqual(["aonebone", "atwobtwo", "azzzbzzz"]);
  });

  test("a gap costs some thirty bytes, and a repetition across it hardly any", () => {
    const fillings = fillingsOf("n".repeat(24));
    const [sentence, packedLength] = [Array.from({ length: 300 }, (_empty, index) => `${index * 7919} `).join(""), (text: string) => gzipped(packAround(text, gapsOf(fillings)), fillings).length];
    expect(packedLength(`${sentence}${mark}${sentence}`) - packedLength(sentence)).toBeLessThan(80);
  });

  test.each(["", "ab", "abcd", "éé"])("%j does not fill a gap of three", (text) => expect(() => gzipped(packAround(`a${mark}`, gapsOf(fillingsOf("xyz"))), fillingsOf(text))).toThrow("as long as the gap"));
  test("nothing does not fill a gap", () => expect(() => gzipped(packAround(`a${mark}`, gapsOf(fillingsOf("xyz"))), new Map())).toThrow("as long as the gap"));
});

describe("brotli", () => {
  test("a text comes out whole, with what was filled in at each gap, unless a gap has hardly anything behind it", async () => {
    await fc.assert(fc.asyncProperty(texts, filling, filling, async (text, first, second) => {
      const [packedWith, fillings] = [fillingsOf(first, second), fillingsOf([...first].reverse().join(""), second)];
      const packed = await packForBrotli(packAround(text, gapsOf(packedWith)));
      const [, ...behind] = text.split(new RegExp(`${mark}|${other}`));
      expect(packed === null).toBe(behind.some((part) => Buffer.from(part).length < 2));
      if (packed) expect(brotliDecompressSync(brotlied(packed, fillings)).toString()).toBe(filled(text, fillings));
    }), { numRuns: 60 });
  });

  test("what is packed holds no more memory than it says, for either", async () => {
    const packed = packAround(`a first part, ${mark}a second one, ${mark}a third one`, gapsOf(fillingsOf("xyz")));
    const brotli = await packForBrotli(packed);
    expect(heldBy(packed.stretches)).toBe(packed.bytes);
    expect(brotli && heldBy([...brotli.stretches, ...brotli.ends])).toBe(brotli?.bytes);
  });

  test("a page is smaller than for gzip, gaps or not", async () => {
    const [fillings, page] = [fillingsOf("n".repeat(24)), Array.from({ length: 400 }, (_empty, index) => `<p class="pick">Game ${index * 7919}</p>${index % 90 === 0 ? mark : ""}`).join("")];
    const packed = packAround(page, gapsOf(fillings));
    const brotli = await packForBrotli(packed);
    expect(brotli && brotlied(brotli, fillings).length).toBeLessThan(gzipped(packed, fillings).length * 0.9);
  });
});

/** All bytes that these keep from being freed: a small buffer can be a part of a large one. */
function heldBy(buffers: readonly Buffer[]): number {
  return [...new Set(buffers.map(({ buffer }) => buffer))].reduce((sum, { byteLength }) => sum + byteLength, 0);
}
