import type { Page } from "playwright";

/** So slow that the HTML, the styles and the scripts arrive in parts. */
export async function onSlowNetwork(page: Page, visit: () => Promise<unknown>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const unthrottled = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { ...unthrottled, downloadThroughput: 8_000 });
  await visit();
  await session.send("Network.emulateNetworkConditions", unthrottled);
  await session.detach();
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** What moved since the page was opened, and from where to where; a line for each shift. */
export function layoutShiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const shifts: string[] = [];
        const isShift = (entry: PerformanceEntry): entry is LayoutShift => "sources" in entry;
        const told = ({ node, previousRect: from, currentRect: to }: LayoutShift["sources"][number]) =>
          `${node instanceof Element ? node.outerHTML.slice(0, 100) : (node?.textContent ?? "")} ${from.x},${from.y} -> ${to.x},${to.y}`;
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries().filter(isShift))
            if (value > 0) shifts.push([value.toFixed(4), ...sources.map(told)].join("\n"));
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts)));
      }),
  );
}
