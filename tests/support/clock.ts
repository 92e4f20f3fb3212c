/** A page's clock in a test's hands. */
import type { Page } from "playwright";

/** For the pages that are opened from here on: time stands still but for what a test lets `pass`. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
}

/** Lets time pass for a page, once it has set the timers of what it shows. */
export async function pass(page: Page, ms: number): Promise<void> {
  await settled(page);
  await page.clock.runFor(ms);
}

/** Puts a page's clock forward, as for a device that slept, once the page has set the timers of what it shows. */
export async function skip(page: Page, ms: number): Promise<void> {
  await settled(page);
  await page.clock.fastForward(ms);
}

/** React shows, and does what follows from what it has shown, in messages to itself, one after the other: a message that is sent now comes after the next of them. */
async function settled(page: Page): Promise<void> {
  await messageTo(page);
  await messageTo(page);
}

function messageTo(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  }));
}
