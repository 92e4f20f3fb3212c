import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { gzipped, packAround } from "../app/packed-text.server.ts";

const mark = "0123456789abcdef";
const unpacked = (packed: Buffer) => gunzipSync(packed).toString();

test("a text comes out whole, with what was filled in at each gap, wherever they are", () => {
  const piece = fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.constantFrom("", "\0\0\0", '<script nonce="', "🏀", "x".repeat(70_000)), fc.nat(255).map((length) => "repeats itself, ".repeat(length)));
  const filling = fc.string({ unit: fc.constantFrom(..."abcXYZ019+/=<"), minLength: 1, maxLength: 255 });
  fc.assert(fc.property(fc.array(piece, { minLength: 1, maxLength: 7 }), filling, (pieces, bytes) => {
    // As UTF-8 gives it: half a character becomes the sign for none.
    const text = Buffer.from(pieces.join(mark)).toString();
    expect(unpacked(gzipped(packAround(text, mark, bytes.length), bytes))).toBe(text.replaceAll(mark, () => bytes));
  }), { numRuns: 300 });
});

test("what was packed once is filled anew each time", () => {
  const packed = packAround(`a${mark}b${mark}`, mark, 3);
  expect(["one", "two", "zzz"].map((filling) => unpacked(gzipped(packed, filling)))).toEqual(["aonebone", "atwobtwo", "azzzbzzz"]);
});

test("a gap costs some thirty bytes, and a repetition across it hardly any", () => {
  const [sentence, packedLength] = [Array.from({ length: 300 }, (_empty, index) => `${index * 7919} `).join(""), (text: string) => gzipped(packAround(text, mark, 24), "n".repeat(24)).length];
  expect(packedLength(`${sentence}${mark}${sentence}`) - packedLength(sentence)).toBeLessThan(80);
});

test.each(["", "ab", "abcd", "é1"])("%j does not fill a gap of three", (filling) => expect(() => gzipped(packAround(`a${mark}`, mark, 3), filling)).toThrow("as long as the gap"));
