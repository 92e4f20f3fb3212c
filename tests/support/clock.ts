import type { Page } from "playwright";

/** Stops the clock of pages opened from now on; only `pass` and `skip` move it. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
}

/** Moves the clock forward and runs every timer on the way, once the page has set its timers. */
export async function pass(page: Page, ms: number): Promise<void> {
  await rendered(page);
  await page.clock.runFor(ms);
}

/** Jumps forward like a device that slept: each due timer runs once. */
export async function skip(page: Page, ms: number): Promise<void> {
  await rendered(page);
  await page.clock.fastForward(ms);
}

/** React renders in one message and runs effects in the next; a message sent now arrives after the next of them. */
async function rendered(page: Page): Promise<void> {
  await messageTo(page);
  await messageTo(page);
}

function messageTo(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      }),
  );
}
