/** What is left of the product when the network is gone: public/sw.js and app/browser/offline.ts. */
import { createServer } from "node:http";
import type { Page } from "playwright";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { startApp } from "../../support/app/app.ts";
import { accessibilityProblems, hydrated, openPage, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { skip } from "../../support/clock.ts";
import { copies } from "../../support/database/copies.ts";
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

/** A browser of its own, whose worker has kept what it keeps. */
async function enter(path = "/dashboard", { client, origin }: { client: Client; origin: string } = { client: member, origin: app.origin }): Promise<Page> {
  const { page, context } = await openPage(browser(), { origin, as: client, viewport: phone, worker: true });
  onTestFinished(() => context.close());
  await go(page, path);
  await see.poll(() => copies(page)).toEqual(allCopies);
  return page;
}

function files(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await (await caches.open("files")).keys()).map(({ url }) => new URL(url).pathname));
}

/** What time the worker takes it for. */
async function setHour(page: Page, fromNow: number): Promise<void> {
  await page.context().serviceWorkers()[0]?.evaluate((ms) => { Date.now = () => performance.timeOrigin + performance.now() + ms; }, fromNow * 60 * 60 * 1000);
}

/** A link of the menu, which a phone has folded away. */
function follow(page: Page, path: string): Promise<void> {
  return page.locator(`#nav a[href="${path}"]`).dispatchEvent("click");
}

function line(page: Page, why = "You are offline.") {
  return page.getByRole("status").filter({ hasText: new RegExp(`^${why} This is your last copy, as of .*\\d+:\\d\\d [AP]M\\.$`) });
}

function title(page: Page, name: string) {
  return page.getByRole("heading", { level: 1, name });
}

test.each([["/dashboard", "Today's Picks"], ["/my-card", "My Card"], ["/learn", "Learn the System"]])("%s shows its last copy, opened before or not, says from when it is, and gives way to the page by itself", async (path, name) => {
  const page = await enter("/settings");
  await page.context().setOffline(true);
  await go(page, path);
  await see(title(page, name)).toBeVisible();
  await see(line(page)).toBeVisible();
  await page.evaluate(() => document.body.classList.add("as-it-was"));
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await see(line(page)).toHaveCount(0);
  await see(page.locator("body.as-it-was")).toHaveCount(1);
});

test("a copy has what the scripts loaded since, and is found by a link", async () => {
  const page = await enter("/learn");
  await publish(staff, { pick: "Jets +3" });
  await follow(page, "/dashboard");
  await see.poll(() => page.evaluate(async () => (await (await caches.match("/dashboard"))?.text())?.includes("Jets +3"))).toBe(true);
  await page.context().setOffline(true);
  await follow(page, "/learn");
  await see(title(page, "Learn the System")).toBeVisible();
  await follow(page, "/dashboard");
  await see(page.getByText("Jets +3")).toBeVisible();
  await see(line(page)).toBeVisible();
});

test("a list whose refresh fails stays, and is as old as the copy that it began as", async () => {
  const page = await enter();
  await page.clock.install();
  await setHour(page, -3);
  await go(page, "/dashboard");
  await page.context().setOffline(true);
  await skip(page, 30_000);
  await see(line(page)).toBeVisible();
  await see(page.getByText("Knicks +2.5")).toBeVisible();
  const ofPage = await line(page).textContent();
  await go(page, "/dashboard");
  const ofCopy = (await line(page).textContent()) ?? "";
  expect(ofCopy).not.toBe(ofPage);
  await page.locator(".as-of").evaluate((element) => { element.textContent = ""; });
  await skip(page, 30_000);
  await see(page.locator(".as-of")).toHaveText(ofCopy);
});

test("a network that says nothing for six seconds gives way to the copy, for a link too", async () => {
  const page = await enter();
  const goOn = app.freeze();
  try {
    await page.reload({ timeout: 30_000 });
    await see(line(page, "The network does not answer.")).toBeVisible();
    await hydrated(page);
    await follow(page, "/learn");
    await see(title(page, "Learn the System")).toBeVisible();
    await see(line(page, "The network does not answer.")).toBeVisible();
  } finally {
    goOn();
  }
  await page.reload();
  await see(page.locator(".as-of")).toHaveCount(0);
});

test("a copy is shown where a proxy finds no server, while a network that wants a sign-in shows its own page, and never as data", async () => {
  const alone = await startApp();
  onTestFinished(() => alone.stop());
  const page = await enter("/settings", { client: await alone.signedIn("user"), origin: alone.origin });
  // A script that the worker does not have would be the proxy's own page.
  await go(page, "/settings");
  await alone.end();
  let [status, body] = [502, "Bad gateway"];
  const proxy = createServer((_request, response) => response.writeHead(status, { "Content-Type": "text/html" }).end(body)).listen(Number(new URL(alone.origin).port), "127.0.0.1");
  onTestFinished(() => void proxy.close());
  await follow(page, "/learn");
  await see(title(page, "Learn the System")).toBeVisible();
  await see(line(page, "The network does not answer.")).toBeVisible();
  await page.goto("/settings");
  await see(page.locator("body")).toHaveText(body);
  await go(page, "/learn");
  [status, body] = [200, "Accept our terms"];
  await follow(page, "/settings");
  await see(title(page, "No connection")).toBeVisible();
  await page.goto("/learn");
  await see(page.locator("body")).toHaveText(body);
});

test("a copy of more than 24 hours ago is none", async () => {
  const page = await enter();
  await setHour(page, 25);
  await page.context().setOffline(true);
  await expect(page.goto("/dashboard")).rejects.toThrow("ERR_FAILED");
});

test("a page that is fetched to be kept leaves a notice to the one that is shown", async () => {
  const page = await enter();
  await page.evaluate(async () => {
    await fetch("/settings", { method: "POST", redirect: "manual", body: new URLSearchParams({ email_notifications: "enabled", sms_alerts: "enabled", display_mode: "dark" }) });
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
    navigator.serviceWorker.controller?.postMessage("keep");
  });
  await see.poll(() => copies(page)).toEqual(allCopies);
  await go(page, "/settings");
  await see(page.getByRole("main").getByText("Settings saved.")).toBeVisible();
});

test("any other page stands aside for one that links those with a copy, and comes back", async () => {
  const page = await enter();
  await page.context().setOffline(true);
  await follow(page, "/history");
  await see(title(page, "You are offline")).toBeVisible();
  expect(await page.getByRole("main").getByRole("link").allTextContents()).toEqual(["Today's Picks", "My Card", "Learn", "Try again"]);
  expect([await accessibilityProblems(page), await scrollsSideways(page)]).toEqual([[], false]);
  await page.getByRole("main").getByRole("link", { name: "My Card" }).click();
  await see(title(page, "My Card")).toBeVisible();
  expect([await accessibilityProblems(page), await scrollsSideways(page)]).toEqual([[], false]);
  await page.goto("/history?sport=NBA");
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await see(title(page, "Pick History")).toBeVisible();
  expect(pathOf(page)).toBe("/history?sport=NBA");
});

test("nothing else is kept but files of the build, of those the newest, and no page in a file's place", async () => {
  const page = await enter();
  await page.evaluate(async () => {
    const cache = await caches.open("files");
    for (let old = 0; old < 100; old += 1) await cache.put(`/build/old-${old}.js`, new Response("old"));
    await fetch("/api/picks").then((answer) => answer.text());
  });
  await page.context().route("**/build/routes/history-*.js", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: "<!doctype html>Back soon" }));
  for (const path of ["/history", "/my-card/999/remove", "/nowhere", "/dashboard?sport=NBA#pick-1", "/settings"]) await page.goto(path);
  await hydrated(page);
  await see.poll(() => copies(page)).toEqual(["/dashboard", "/dashboard?sport=NBA", "/learn", "/my-card", "/offline"]);
  await see.poll(async () => (await files(page)).some((path) => path.includes("/settings-"))).toBe(true);
  await see.poll(async () => (await files(page)).length).toBe(100);
  expect((await files(page)).filter((path) => /\/history-|\/old-0\.|^\/(?!build\/)/.test(path))).toEqual([]);
});

test("a visitor gets no worker", async () => {
  const { page, context } = await openPage(browser(), { origin: app.origin, worker: true });
  onTestFinished(() => context.close());
  for (const path of ["/", "/login"]) await go(page, path);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
