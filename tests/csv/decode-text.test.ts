import { expect, it } from "vitest";
import { decodeText } from "../../app/csv/decode-text.ts";

const text = `Date,Game\n28.11.2026,Montréal – Köln\n${"x,y\n".repeat(60)}`;
const bytesOf = (encoding: BufferEncoding, mark: readonly number[] = []) =>
  Buffer.concat([Buffer.from(mark), Buffer.from(text, encoding)]);

it.each([
  ["UTF-8", bytesOf("utf8")],
  ["UTF-8 with its mark", bytesOf("utf8", [0xef, 0xbb, 0xbf])],
  ["UTF-16, as Excel saves Unicode text", bytesOf("utf16le", [0xff, 0xfe])],
  ["UTF-16 the other way round", bytesOf("utf16le", [0xff, 0xfe]).swap16()],
  ["UTF-16 without a mark", bytesOf("utf16le")],
  ["UTF-16 the other way round without a mark", bytesOf("utf16le").swap16()],
])("reads %s", (_encoding, bytes) => expect(decodeText(bytes)).toBe(text));

it("reads what is no UTF-8 as Windows-1252", () =>
  expect(decodeText(Buffer.from([0x4d, 0xf6, 0x20, 0x96, 0x20, 0x80]))).toBe("Mö – €"));

it("reads an empty file", () => expect(decodeText(new Uint8Array())).toBe(""));
