import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, digestOf, hashOf, noHash, sha256Hex } from "../../../app/models/ledger/canonical.ts";
import { celtics } from "../../support/ledger.ts";

const salt = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const entries = [
  [
    { zone: "America/New_York", type: "begin", seq: 1, ref: "", format: "1", at: "2026-01-01T00:00:00.000Z" },
    `{"at":"2026-01-01T00:00:00.000Z","format":"1","ref":"","seq":1,"type":"begin","zone":"America/New_York"}`,
    "cecebdeed9f69188cf0ad8de5147455ef09c6febc90cbe55c0275b2ca5bc37f2",
  ],
  [
    {
      type: "publish",
      seq: 2,
      ref: "regular:1:1",
      at: "2026-01-14T14:00:00.000Z",
      digest: "f05061305317c41699a1d6382bd76514ac1263cd3d713601e3a19697f92a3522",
      reveal_by: "2026-01-15T11:00:00.000Z",
    },
    `{"at":"2026-01-14T14:00:00.000Z","digest":"f05061305317c41699a1d6382bd76514ac1263cd3d713601e3a19697f92a3522","ref":"regular:1:1","reveal_by":"2026-01-15T11:00:00.000Z","seq":2,"type":"publish"}`,
    "c546c3b0af5f61b207220ea29b618f70014f991554b8d1d40c06d6471d6be6d9",
  ],
  [
    {
      type: "settle",
      seq: 3,
      ref: "regular:1:1",
      at: "2026-01-15T03:10:00.000Z",
      outcome: "win",
      units: "0.91",
      by: "rule",
      away_score: "104",
      home_score: "112",
    },
    `{"at":"2026-01-15T03:10:00.000Z","away_score":"104","by":"rule","home_score":"112","outcome":"win","ref":"regular:1:1","seq":3,"type":"settle","units":"0.91"}`,
    "2c60568c27e8feae5ab7851440328355dd78913b7251afce38d068f1d1f7ab74",
  ],
] as const;

/** Everything that the ledger can hold. */
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: "binary-ascii" }),
    fc.maxSafeInteger(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie("value"), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

/** A copy with the keys of all objects in reverse order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, held]) => [key, reordered(held)])
      .toReversed(),
  );
}

describe("the contract's vectors", () => {
  it("a sealed content has its text and its digest", () => {
    const text = canonicalJson(celtics);
    expect(text).toBe(
      `{"away":"Lakers","game":"Lakers @ Celtics","game_date":"2026-01-14","home":"Celtics","line":"-3.5","market":"spread","odds":-110,"pick":"Celtics -3.5","pick_id":1,"side":"home","sim_confidence":"61.5","sport":"NBA","starts_at":"2026-01-15T00:30:00.000Z","stream":"regular","tag":"SIM CERTIFIED","time":"7:30 PM ET","unit_size":"1","v":1,"version":1}`,
    );
    expect(digestOf(salt, text)).toBe("f05061305317c41699a1d6382bd76514ac1263cd3d713601e3a19697f92a3522");
  });

  it("three entries have their texts and their hashes", () => {
    let previous = noHash;
    for (const [entry, text, hash] of entries) {
      expect([canonicalJson(entry), hashOf(previous, text)]).toEqual([text, hash]);
      previous = hash;
    }
  });

  it("SHA-256 is that of FIPS 180-4, of UTF-8", () => {
    expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256Hex("\u2705")).toBe(
      createHash("sha256")
        .update(Buffer.from([0xe2, 0x9c, 0x85]))
        .digest("hex"),
    );
  });
});

describe("canonical JSON", () => {
  it.each([
    [{ b: 1, a: { d: "x", c: [3, 1, 2] } }, `{"a":{"c":[3,1,2],"d":"x"},"b":1}`],
    ['a"b\\c/d', String.raw`"a\"b\\c/d"`],
    ["\b\t\n\f\r\u0000\u001f\u007f\u2028", `"\\b\\t\\n\\f\\r\\u0000\\u001f\u007f\u2028"`],
    ["Łódź −6 ✅ 👍", `"Łódź −6 ✅ 👍"`],
    [{ é: 1, z: 2, Z: 3, "10": 4, "9": 5 }, `{"10":4,"9":5,"Z":3,"z":2,"é":1}`],
    [{ known: "x", unknown: undefined }, `{"known":"x"}`],
    [-0, "0"],
    [Number.MAX_SAFE_INTEGER, "9007199254740991"],
  ])("writes %j", (value, text) => expect(canonicalJson(value)).toBe(text));

  it.each([
    [1.5],
    [2 ** 53],
    [NaN],
    [null],
    [true],
    [undefined],
    ["\ud800"],
    ["a\udc00b"],
    [{ "\ud800": 1 }],
    [new Date(0)],
  ])("refuses %j", (value) => expect(() => canonicalJson(value)).toThrow(TypeError));

  it("parses back to the same value, whatever the order of keys, and is idempotent", () => {
    fc.assert(
      fc.property(values, (value) => {
        const text = canonicalJson(value);
        const parsed: unknown = JSON.parse(text);
        expect(parsed).toEqual(value);
        expect(canonicalJson(parsed)).toBe(text);
        expect(canonicalJson(reordered(value))).toBe(text);
      }),
    );
  });
});
