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

export function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            total += "value" in entry && typeof entry.value === "number" ? entry.value : 0;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)));
      }),
  );
}
