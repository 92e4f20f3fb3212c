/** What is left of the product when the network is gone: the worker of public/sw.js and the browser's own ways around it. */
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { App, Client } from "../support/app.ts";
import { startApp } from "../support/app.ts";
import { accessibilityProblems, desktop, launchBrowser, openPage, phone, scrollsSideways } from "../support/browser.ts";
import { testPassword, createUser } from "../support/factories.ts";
import { field, go, publish, see } from "../support/stage.ts";

let app: App;
let browser: Browser;
let staff: Client;
let contexts: BrowserContext[] = [];
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  staff = await app.signedIn("admin");
});
beforeEach(async () => {
  await app.db.deleteFrom("picks").execute();
  await publish(staff, { pick: "Knicks +2.5" });
});
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  contexts = [];
});
afterAll(async () => {
  await browser.close();
  await app.stop();
  expect(app.errors().trim()).toBe("");
});

/** A browser of its own, on Today's Picks, with the worker at work and the page kept. */
async function enter(client: Client, path = "/dashboard", viewport: { width: number; height: number } = desktop): Promise<Page> {
  const { page, context } = await openPage(browser, { origin: app.origin, as: client, viewport, worker: true });
  contexts.push(context);
  await go(page, path);
  await see.poll(() => copies(page)).toContain(path);
  return page;
}

/** The addresses that have a copy. */
function copies(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("copies of "));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => url.slice(location.origin.length)).filter((path) => path !== "/offline");
  });
}

function line(page: Page) {
  return page.getByRole("status").filter({ hasText: "You are offline. This is your last copy, as of" });
}

test("the page that was opened last shows its last copy, and says from when it is", async () => {
  const page = await enter(await app.signedIn("user"));
  await page.context().setOffline(true);
  await page.reload();
  await see(page.getByText("Knicks +2.5")).toBeVisible();
  await see(line(page)).toHaveText(/as of \d{1,2}:\d\d [AP]M\.$/);
  await page.context().setOffline(false);
  await page.reload();
  await see(page.getByText("Knicks +2.5")).toBeVisible();
  await see(line(page)).toHaveCount(0);
});
