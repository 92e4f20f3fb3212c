import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { documentFor } from "../../app/documents/kept-documents.server.ts";

const gaps = new Map([["~name~", 4]]);

function asking(key: string | null) {
  let rendered = 0;
  const render = () => `<p>${"as long as a page ".repeat(500)}~name~ ${rendered += 1}</p>`;
  const ask = (name: string) => documentFor(key, render, gaps, new Map([["~name~", Buffer.from(name)]]));
  return { ask, rendered: () => rendered };
}

it("holds no page that was asked for once, and the packed one of a page that was asked for twice", () => {
  const { ask, rendered } = asking("asked for often");
  const [first, second, third] = [ask("Anna"), ask("Bert"), ask("Cleo")];
  expect(first.gzip).toBeUndefined();
  expect(first.html().toString()).toContain("Anna 1<");
  expect(second.gzip && gunzipSync(second.gzip()).toString()).toContain("Bert 2<");
  expect(third.gzip && gunzipSync(third.gzip()).toString()).toContain("Cleo 2<");
  expect(third.html().toString()).toContain("Cleo 2<");
  expect(rendered()).toBe(2);
});

it("renders what has no key each time anew", () => {
  const { ask, rendered } = asking(null);
  expect(["Anna", "Bert", "Cleo"].map((name) => ask(name).gzip)).toEqual([undefined, undefined, undefined]);
  expect(rendered()).toBe(3);
});
