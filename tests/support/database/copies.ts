import type { Page } from "playwright";

/** The paths of which the worker (public/sw.js) has a copy, in the order of the alphabet. */
export function copies(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("copies of "));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => url.slice(location.origin.length)).sort();
  });
}
