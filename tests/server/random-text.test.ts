import { expect, test } from "vitest";
import { newNonce, randomText } from "../../app/server/random-text.server.ts";

test("random texts have the requested length and are unique", () => {
  const texts = Array.from({ length: 5000 }, (_empty, index) => randomText(index % 2 === 0 ? 16 : 9));
  expect(new Set(texts.map(({ length }, index) => `${index % 2} ${length}`))).toEqual(new Set(["0 22", "1 12"]));
  expect(new Set(texts.flatMap((text) => [text.slice(0, 10)])).size).toBe(texts.length);
  expect(texts.join("")).toMatch(/^[\w-]+$/);
});

test("a nonce has 128 bits", () => expect(Buffer.from(newNonce(), "base64url")).toHaveLength(16));
