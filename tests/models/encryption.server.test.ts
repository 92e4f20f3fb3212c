import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decrypt, encrypt } from "../../app/models/encryption.server.ts";

const [first, second, third] = ["a".repeat(40), "b".repeat(40), "c".repeat(40)];

describe("an encrypted text", () => {
  it("can be decrypted for its own subject only", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), fc.string(), (text, subject, other) => {
        const sealed = encrypt(text, subject, [first]);
        expect(decrypt(sealed, subject, [first])).toEqual({ text, outdated: false });
        if (Buffer.from(other).toString() !== Buffer.from(subject).toString())
          expect(decrypt(sealed, other, [first])).toBeNull();
      }),
    );
  });

  it("is different each time, and does not contain the plain text", () => {
    const made = Array.from({ length: 20 }, () => encrypt("GEZDGNBVGY3TQOJQ", "x", [first]));
    expect(new Set(made).size).toBe(20);
    expect(made.some((sealed) => Buffer.from(sealed.slice(3), "base64url").includes("GEZD"))).toBe(false);
  });

  it("can be decrypted with an older secret of the list, and is then marked as outdated", () => {
    const sealed = encrypt("text", "x", [second]);
    expect(decrypt(sealed, "x", [first, second])).toEqual({ text: "text", outdated: true });
    expect(decrypt(encrypt("text", "x", [first, second]), "x", [first])).toEqual({ text: "text", outdated: false });
  });

  it("can't be decrypted without its secret", () => {
    expect([
      decrypt(encrypt("text", "x", [second]), "x", [first, third]),
      decrypt(encrypt("text", "x", [second]), "x", []),
    ]).toEqual([null, null]);
  });

  it("can't be decrypted with a changed bit, truncated or extended", () => {
    const sealed = encrypt("GEZDGNBVGY3TQOJQ", "x", [first]);
    const bytes = Buffer.from(sealed.slice(3), "base64url");
    const opened = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return decrypt(`v1.${changed.toString("base64url")}`, "x", [first]);
    });
    expect(opened.filter((text) => text !== null)).toEqual([]);
    const others = [
      ...Array.from({ length: bytes.length }, (_, length) => bytes.subarray(0, length)),
      Buffer.concat([bytes, Buffer.from("A")]),
    ];
    expect(others.filter((other) => decrypt(`v1.${other.toString("base64url")}`, "x", [first]) !== null)).toEqual([]);
  });

  it.each(["", "v1.", "v1", "v2.AAAA", "nonsense", "v1.****"])("%j is not an encrypted text", (text) =>
    expect(decrypt(text, "x", [first])).toBeNull(),
  );
});
