/** The product without a network: public/sw.js and app/browser/offline.ts. */
import { createServer } from "node:http";
import type { Page } from "playwright";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { type Client, startApp } from "../../support/app/app.ts";
import { accessibilityProblems, hydrated, openPage, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { skip } from "../../support/clock.ts";
import { cachedPaths } from "../../support/database/copies.ts";
import { go, pathOf, publish, see, useSite } from "../../support/app/stage.ts";

const { app, browser } = useSite();
const allCopies = ["/dashboard", "/learn", "/my-card", "/offline"];
let member: Client;
let staff: Client;
beforeAll(async () => {
  [member, staff] = await Promise.all([app.signedIn("user"), app.signedIn("admin")]);
});
beforeEach(async () => {
  await app.db.deleteFrom("picks").execute();
  await publish(staff, { pick: "Knicks +2.5" });
});

/** A page in a new browser whose service worker has filled its cache. */
async function enter(
  path = "/dashboard",
  { client, origin }: { client: Client; origin: string } = { client: member, origin: app.origin },
): Promise<Page> {
  const { page, context } = await openPage(browser(), { origin, as: client, viewport: phone, worker: true });
  onTestFinished(() => context.close());
  await go(page, path);
  await see.poll(() => cachedPaths(page)).toEqual(allCopies);
  return page;
}

function cachedFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await (await caches.open("files")).keys()).map(({ url }) => new URL(url).pathname));
}

async function setHour(page: Page, fromNow: number): Promise<void> {
  await page
    .context()
    .serviceWorkers()[0]
    ?.evaluate(
      (ms) => {
        Date.now = () => performance.timeOrigin + performance.now() + ms;
      },
      fromNow * 60 * 60 * 1000,
    );
}

/** Clicks a link of the menu, which is hidden on a phone. */
function follow(page: Page, path: string): Promise<void> {
  return page.locator(`#nav a[href="${path}"]`).dispatchEvent("click");
}

/** On a machine that stalls for six seconds, a browser without a network says that the network isn't responding. */
function copyNotice(page: Page, why = "(You're offline|The network isn't responding).") {
  return page
    .getByRole("status")
    .filter({ hasText: new RegExp(`^${why} This is your last copy, as of .*\\d+:\\d\\d [AP]M\\.$`) });
}

function title(page: Page, name: string) {
  return page.getByRole("heading", { level: 1, name });
}

test("each kept page shows its cached copy with its time while offline, never opened before, and updates by itself online; another page lists them", async () => {
  const page = await enter("/settings");
  await expectNoticeToWait(page);
  for (const [path, name] of [
    ["/dashboard", "Today's Picks"],
    ["/my-card", "My Card"],
    ["/learn", "Learn the System"],
  ] as const) {
    await page.context().setOffline(true);
    await go(page, path);
    await see(title(page, name)).toBeVisible();
    await see(copyNotice(page)).toBeVisible();
    await page.evaluate(() => document.body.classList.add("as-it-was"));
    await page.context().setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await see(copyNotice(page)).toHaveCount(0);
    await see(page.locator("body.as-it-was")).toHaveCount(1);
  }
  await expectListOfCopies(page);
});

/** Fetching a page for the cache does not consume a pending notice. */
async function expectNoticeToWait(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await fetch("/settings", {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ email_notifications: "enabled", sms_alerts: "enabled", display_mode: "dark" }),
    });
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
    navigator.serviceWorker.controller?.postMessage("keep");
  });
  await see.poll(() => cachedPaths(page)).toEqual(allCopies);
  await go(page, "/settings");
  await see(page.getByRole("main").getByText("Settings saved.")).toBeVisible();
}

/** A page without a copy shows a list of those with one, and loads again online. */
async function expectListOfCopies(page: Page): Promise<void> {
  await go(page, "/dashboard");
  await page.context().setOffline(true);
  await follow(page, "/history");
  await see(title(page, "You're offline")).toBeVisible();
  expect(await page.getByRole("main").getByRole("link").allTextContents()).toEqual([
    "Today's Picks",
    "My Card",
    "Learn",
    "Try again",
  ]);
  expect([await accessibilityProblems(page), await scrollsSideways(page)]).toEqual([[], false]);
  await page.getByRole("main").getByRole("link", { name: "My Card" }).click();
  await see(title(page, "My Card")).toBeVisible();
  expect([await accessibilityProblems(page), await scrollsSideways(page)]).toEqual([[], false]);
  await page.goto("/history?sport=NBA");
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await see(title(page, "Pick History")).toBeVisible();
  expect(pathOf(page)).toBe("/history?sport=NBA");
}

test("a copy contains data loaded later by scripts, links open it, and after 24 hours it is not used", async () => {
  const page = await enter("/learn");
  await publish(staff, { pick: "Jets +3" });
  await follow(page, "/dashboard");
  await see
    .poll(() => page.evaluate(async () => (await (await caches.match("/dashboard"))?.text())?.includes("Jets +3")))
    .toBe(true);
  await page.context().setOffline(true);
  await follow(page, "/learn");
  await see(title(page, "Learn the System")).toBeVisible();
  await follow(page, "/dashboard");
  await see(page.getByText("Jets +3")).toBeVisible();
  await see(copyNotice(page)).toBeVisible();
  await setHour(page, 25);
  await expect(page.goto("/dashboard")).rejects.toThrow("ERR_FAILED");
});

test("a list whose refresh fails stays and shows the time of its copy", async () => {
  const page = await enter();
  await page.clock.install();
  await setHour(page, -3);
  await go(page, "/dashboard");
  await page.context().setOffline(true);
  await skip(page, 30_000);
  await see(copyNotice(page)).toBeVisible();
  await see(page.getByText("Knicks +2.5")).toBeVisible();
  const pageLine = await copyNotice(page).textContent();
  await go(page, "/dashboard");
  const copyLine = (await copyNotice(page).textContent()) ?? "";
  expect(copyLine).not.toBe(pageLine);
  await page.locator(".edge").evaluate((element) => {
    element.textContent = "";
  });
  await skip(page, 30_000);
  await see(page.locator(".edge")).toHaveText(copyLine);
});

test("a network without an answer for six seconds falls back to the copy, for links too", async () => {
  const page = await enter();
  const other = await page.context().newPage();
  await go(other, "/dashboard");
  await hydrated(other);
  const resume = app.freeze();
  try {
    await Promise.all([page.reload({ timeout: 30_000 }), follow(other, "/learn")]);
    await see(title(other, "Learn the System")).toBeVisible();
    for (const tab of [page, other]) await see(copyNotice(tab, "The network isn't responding.")).toBeVisible();
  } finally {
    resume();
  }
  await page.reload();
  await see(page.locator(".edge")).toHaveCount(0);
});

test("a copy is shown for a proxy's gateway error, but a captive portal shows its own page, never as data", async () => {
  const ownApp = await startApp();
  onTestFinished(() => ownApp.stop());
  const page = await enter("/settings", { client: await ownApp.signedIn("user"), origin: ownApp.origin });
  // Caches the page's scripts, because the proxy answers every request with its own page.
  await go(page, "/settings");
  await ownApp.end();
  let [status, body] = [502, "Bad gateway"];
  const proxy = createServer((_request, response) =>
    response.writeHead(status, { "Content-Type": "text/html" }).end(body),
  ).listen(Number(new URL(ownApp.origin).port), "127.0.0.1");
  onTestFinished(() => void proxy.close());
  await follow(page, "/learn");
  await see(title(page, "Learn the System")).toBeVisible();
  await see(copyNotice(page, "The network isn't responding.")).toBeVisible();
  await page.goto("/settings");
  await see(page.locator("body")).toHaveText(body);
  await go(page, "/learn");
  [status, body] = [200, "Accept our terms"];
  await follow(page, "/settings");
  await see(title(page, "No connection")).toBeVisible();
  await page.goto("/learn");
  await see(page.locator("body")).toHaveText(body);
});

test("apart from pages only the newest build files are cached, and never HTML in place of a file", async () => {
  const page = await enter();
  await page.evaluate(async () => {
    const cache = await caches.open("files");
    for (let old = 0; old < 100; old += 1) await cache.put(`/build/old-${old}.js`, new Response("old"));
    await fetch("/api/picks").then((answer) => answer.text());
  });
  await page
    .context()
    .route("**/build/routes/history-*.js", (route) =>
      route.fulfill({ contentType: "text/html; charset=utf-8", body: "<!doctype html>Back soon" }),
    );
  for (const path of ["/history", "/my-card/999/remove", "/nowhere", "/dashboard?sport=NBA#pick-1", "/settings"])
    await page.goto(path);
  await hydrated(page);
  await see
    .poll(() => cachedPaths(page))
    .toEqual(["/dashboard", "/dashboard?sport=NBA", "/learn", "/my-card", "/offline"]);
  await see.poll(async () => (await cachedFiles(page)).some((path) => path.includes("/settings._index-"))).toBe(true);
  await see.poll(async () => (await cachedFiles(page)).length).toBe(100);
  expect((await cachedFiles(page)).filter((path) => /\/history-|\/old-0\.|^\/(?!build\/)/.test(path))).toEqual([]);
});

test("a visitor gets no service worker", async () => {
  const { page, context } = await openPage(browser(), { origin: app.origin, worker: true });
  onTestFinished(() => context.close());
  for (const path of ["/", "/login"]) await go(page, path);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
