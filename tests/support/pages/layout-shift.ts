import type { Page } from "playwright";

/** So slow that styles and scripts arrive after the first paint. */
export async function onSlowNetwork(page: Page, visit: () => Promise<unknown>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const unthrottled = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { ...unthrottled, downloadThroughput: 20_000 });
  await visit();
  await session.send("Network.emulateNetworkConditions", unthrottled);
  await session.detach();
}

/**
 * Before a page is opened whose shifts are asked for. Where its HTML is cut while it arrives is chance, and half a line
 * grows as the rest comes; movement.test.ts cuts it at each element's end instead.
 */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener("readystatechange", () => {
      if (document.readyState !== "interactive") return;
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("html has been shown")));
    }),
  );
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Says what moved since the page's HTML was shown, and from where to where; a line for each shift. */
export function layoutShiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const shifts: string[] = [];
        const isShift = (entry: PerformanceEntry): entry is LayoutShift => "sources" in entry;
        const told = ({ node, previousRect: from, currentRect: to }: LayoutShift["sources"][number]) =>
          `${node instanceof Element ? node.outerHTML.slice(0, 100) : (node?.textContent ?? "")} ${from.x},${from.y} -> ${to.x},${to.y}`;
        new PerformanceObserver((list) => {
          const shown = performance.getEntriesByName("html has been shown")[0]?.startTime ?? Infinity;
          for (const { value, sources, startTime } of list.getEntries().filter(isShift)) {
            if (startTime < shown) continue;
            // Chromium also reports text that is drawn anew at its place.
            const moved = sources.filter(
              ({ previousRect: from, currentRect: to }) => from.x !== to.x || from.y !== to.y,
            );
            if (value > 0 && moved.length > 0) shifts.push([value.toFixed(4), ...moved.map(told)].join("\n"));
          }
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts)));
      }),
  );
}
