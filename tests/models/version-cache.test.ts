import { expect, test } from "vitest";
import { cachedByVersion } from "../../app/models/version-cache.ts";

test("is read once for each version of each key, and again when the reading failed", async () => {
  const reads: string[] = [];
  const ask = cachedByVersion<string>();
  const read = (what: string) => () => {
    reads.push(what);
    return what.startsWith("broken") ? Promise.reject(new Error(what)) : Promise.resolve(what);
  };
  expect(await Promise.all([ask("a", 1, read("a1")), ask("a", 1, read("a1 again")), ask("b", 1, read("b1"))])).toEqual(["a1", "a1", "b1"]);
  expect([await ask("a", 2, read("a2")), await ask("b", 1, read("b1 again"))]).toEqual(["a2", "b1"]);
  await expect(ask("a", 3, read("broken a3"))).rejects.toThrow("broken a3");
  expect([await ask("a", 3, read("a3")), await ask("a", 2, read("a2 once more"))]).toEqual(["a3", "a2 once more"]);
  expect(reads).toEqual(["a1", "b1", "a2", "broken a3", "a3", "a2 once more"]);
});

test("a reading that failed late does not take away what was read of a newer version", async () => {
  const ask = cachedByVersion<string>();
  const late = ask("a", 1, () => Promise.resolve().then(() => Promise.reject(new Error("late"))));
  const newer = ask("a", 2, () => Promise.resolve("new"));
  await expect(late).rejects.toThrow("late");
  expect([await newer, await ask("a", 2, () => Promise.resolve("read again"))]).toEqual(["new", "new"]);
});

test("lets go of the oldest key where there are more than it may keep", async () => {
  const ask = cachedByVersion<string>(2);
  for (const key of ["a", "b", "a", "c"]) await ask(key, 1, () => Promise.resolve("first"));
  const again = async (key: string) => ask(key, 1, () => Promise.resolve("again"));
  expect([await again("b"), await again("c"), await again("a")]).toEqual(["first", "first", "again"]);
});
