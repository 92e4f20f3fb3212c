/** What a member's pages do by themselves once the network is back, and what they do not do. */
import type { Page } from "playwright";
import { beforeAll, describe, onTestFinished, test } from "vitest";
import type { Client } from "../support/app.ts";
import { openPage, phone, prepared } from "../support/browser.ts";
import { go, see, useSite } from "../support/stage.ts";

const { app, browser } = useSite();
let member: Client;
beforeAll(async () => {
  member = await app.signedIn("user");
});

async function open(path: string, as: Client, worker = false): Promise<Page> {
  const { page, context } = await openPage(browser(), { origin: app.origin, as, viewport: phone, worker });
  onTestFinished(() => context.close());
  await go(page, path);
  await prepared(page);
  return page;
}

describe("where the network is back", () => {
  test.each(["/dashboard", "/my-card", "/learn"])("the last copy of %s gives way to the page by itself", async (path) => {
    const page = await open(path, member, true);
    await see.poll(() => page.evaluate(async (address) => (await caches.match(address)) !== undefined, path)).toBe(true);
    await page.context().setOffline(true);
    await go(page, path);
    await see(page.getByText("This is your last copy, as of")).toBeVisible();
    await prepared(page);
    await page.context().setOffline(false);
    await see(page.getByText("This is your last copy, as of")).toHaveCount(0);
  });

  test("a page that could not be loaded comes by itself", async () => {
    const page = await open("/dashboard", member);
    await page.route(/_data=/, (route) => route.abort());
    await page.locator('#nav a[href="/settings"]').dispatchEvent("click");
    await see(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
    await page.unroute(/_data=/);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await see(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  });

  test("whoever signed out without it is signed out", async () => {
    const page = await open("/learn", await app.signedIn("user"));
    await page.context().setOffline(true);
    await page.locator('form[action="/logout"]').first().evaluate((form: HTMLFormElement) => form.requestSubmit());
    await see(page.getByText("You are offline and still signed in.")).toBeVisible();
    await page.context().setOffline(false);
    await page.waitForURL(`${app.origin}/`);
    await page.goto("/learn");
    await see(page).toHaveURL(`${app.origin}/`);
  });
});

test("what a page says of another tab's reader stays when its own line has nothing to say", async () => {
  const page = await open("/dashboard", member, true);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.evaluate(() => new BroadcastChannel("reader").postMessage("Ana Other"));
  const warning = page.getByRole("alert").filter({ hasText: "Another tab is signed in as Ana Other" });
  await see(warning).toBeVisible();
  await page.locator('#nav a[href="/learn"]').dispatchEvent("click");
  await see(page.getByRole("heading", { level: 1, name: "Learn the System" })).toBeVisible();
  // Whatever the worker says of that answer, it has said before another one is here.
  await page.evaluate(() => fetch("/learn?_data=routes%2Flearn").then((answer) => answer.text()));
  await see(warning).toBeVisible();
});

test("a page that is brought back does not stay hidden where nobody says who reads it", async () => {
  const page = await open("/settings", member);
  await page.route(/_data=root/, () => new Promise(() => {}));
  await page.evaluate(() => {
    document.body.classList.add("as-it-was-left");
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await see(page.locator("html")).toHaveAttribute("hidden");
  await see(page.locator("html")).not.toHaveAttribute("hidden");
  await see(page.locator("body.as-it-was-left")).toHaveCount(0);
});
