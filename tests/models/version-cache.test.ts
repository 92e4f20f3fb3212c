import { expect, test } from "vitest";
import { cachedByVersion } from "../../app/models/version-cache.ts";

test("reads once per key and version, and again after a failed read", async () => {
  const reads: string[] = [];
  const cached = cachedByVersion<string>();
  const read = (what: string) => () => {
    reads.push(what);
    return what.startsWith("broken") ? Promise.reject(new Error(what)) : Promise.resolve(what);
  };
  expect(
    await Promise.all([cached("a", 1, read("a1")), cached("a", 1, read("a1 again")), cached("b", 1, read("b1"))]),
  ).toEqual(["a1", "a1", "b1"]);
  expect([await cached("a", 2, read("a2")), await cached("b", 1, read("b1 again"))]).toEqual(["a2", "b1"]);
  await expect(cached("a", 3, read("broken a3"))).rejects.toThrow("broken a3");
  expect([await cached("a", 3, read("a3")), await cached("a", 2, read("a2 once more"))]).toEqual([
    "a3",
    "a2 once more",
  ]);
  expect(reads).toEqual(["a1", "b1", "a2", "broken a3", "a3", "a2 once more"]);
});

test("a late failure does not remove the value of a newer version", async () => {
  const cached = cachedByVersion<string>();
  const late = cached("a", 1, () => Promise.resolve().then(() => Promise.reject(new Error("late"))));
  const newer = cached("a", 2, () => Promise.resolve("new"));
  await expect(late).rejects.toThrow("late");
  expect([await newer, await cached("a", 2, () => Promise.resolve("read again"))]).toEqual(["new", "new"]);
});

test("evicts the oldest key above the limit", async () => {
  const cached = cachedByVersion<string>(2);
  for (const key of ["a", "b", "a", "c"]) await cached(key, 1, () => Promise.resolve("first"));
  const again = async (key: string) => cached(key, 1, () => Promise.resolve("again"));
  expect([await again("b"), await again("c"), await again("a")]).toEqual(["first", "first", "again"]);
});
