import { expect, it } from "vitest";
import { type ZipEntry, zipOf } from "../../app/downloads/zip.ts";
import { joined, unzipped } from "../support/unzipped.ts";

const at = new Date("2026-11-21T13:05:08.000Z");

const zipped = (entries: readonly ZipEntry[]) => joined(zipOf(entries, at));

it("holds files in folders, long and empty ones, with texts of any kind", async () => {
  const long = Array.from({ length: 5000 }, (_, index) => `Line ${index} 🏀\r\n`);
  const zip = await zipped([
    { name: "README.txt", parts: ["Übung"] },
    { name: "folder/long.csv", parts: long },
    { name: "empty.jsonl", parts: [] },
  ]);
  expect(unzipped(zip)).toEqual({ "README.txt": "Übung", "folder/long.csv": long.join(""), "empty.jsonl": "" });
  expect(zip.length).toBeLessThan(long.join("").length / 2);
});

it("stops reading when nobody reads it any more", async () => {
  let isOpen = true;
  async function* endless() {
    try {
      for (;;) yield await Promise.resolve(String(Math.random()).repeat(1000));
    } finally {
      isOpen = false;
    }
  }
  let chunks = 0;
  for await (const _chunk of zipOf([{ name: "endless", parts: endless() }], at)) {
    chunks += 1;
    if (chunks === 5) break;
  }
  await expect.poll(() => isOpen).toBe(false);
});

it("fails when a file can't be read", async () => {
  async function* broken() {
    yield "half";
    await Promise.reject(new Error("The disk is gone."));
  }
  await expect(zipped([{ name: "a", parts: broken() }])).rejects.toThrow("The disk is gone.");
});
