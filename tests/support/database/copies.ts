import type { Page } from "playwright";

/** Sorted paths of the pages that the service worker (public/sw.js) has cached. */
export function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("copies of "));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests
      .flat()
      .map(({ url }) => url.slice(location.origin.length))
      .sort();
  });
}
