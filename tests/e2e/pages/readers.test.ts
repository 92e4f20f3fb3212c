/** A user's pages are never shown to another user of the same browser, online or offline. */
import type { Page } from "playwright";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { browserWith, openPage } from "../../support/pages/browser.ts";
import { cachedPaths } from "../../support/database/copies.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { field, go, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
const { app } = stage;
let member: Client;
beforeAll(async () => {
  member = await app.signedIn("user");
});

/** A page with a service worker, which has cached its copies. */
async function open(path: string, as: Client): Promise<Page> {
  const { page, context } = await openPage(await browserWith(), { origin: app.origin, as, worker: true });
  onTestFinished(() => context.close());
  await go(page, path);
  await see.poll(() => cachedPaths(page)).toContain("/offline");
  return page;
}

async function signOut(page: Page): Promise<void> {
  await page
    .locator('form[action="/logout"]')
    .first()
    .evaluate((form: HTMLFormElement) => form.requestSubmit());
}

describe("cached copies", () => {
  test("are deleted after a sign-out", async () => {
    const page = await open("/dashboard", await app.signedIn("user"));
    await signOut(page);
    await page.waitForURL(`${app.origin}/`);
    await see.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
    await page.context().setOffline(true);
    await expect(page.goto("/dashboard")).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
  });

  test("are deleted after an offline sign-out, which reaches the server when the network is back", async () => {
    const page = await open("/learn", await app.signedIn("user"));
    await page.context().setOffline(true);
    await signOut(page);
    await see(page.getByRole("status").filter({ hasText: "You're offline and still signed in." })).toBeVisible();
    await see.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
    await page.context().setOffline(false);
    await page.waitForURL(`${app.origin}/`);
    await page.goto("/learn");
    await see(page).toHaveURL(`${app.origin}/`);
  });

  test("are deleted after a POST to a sign-in or sign-out, even without an answer, and replaced for another user", async () => {
    const page = await open("/dashboard", member);
    await expectNoLateCopy(page);
    for (const path of ["/logout", "/api/logout", "/login", "/admin-login", "/login-code", "/api/login"]) {
      await page.evaluate(() => navigator.serviceWorker.controller?.postMessage("keep"));
      await see.poll(() => cachedPaths(page)).toContain("/offline");
      await page.context().setOffline(true);
      await page.evaluate((to) => fetch(to, { method: "POST" }).catch(() => null), path);
      await see.poll(() => cachedPaths(page), path).toEqual([]);
      await page.context().setOffline(false);
    }
    await page.evaluate(() => navigator.serviceWorker.controller?.postMessage("keep"));
    await see.poll(() => cachedPaths(page)).toContain("/offline");
    await expectOtherCopies(page);
  });

  /** A response that was requested before a sign-out and arrives after it restores nothing. */
  async function expectNoLateCopy(page: Page): Promise<void> {
    const resume = app.freeze();
    const asked = page
      .context()
      .waitForEvent("request", (request) => request.serviceWorker() !== null && request.url().includes("/my-card"));
    await page.evaluate(() => {
      Object.assign(window, { late: fetch("/my-card?_data=routes%2Fmy-card._index").then((answer) => answer.text()) });
    });
    await asked;
    // A sign-out for the worker only. The server refuses PUT, so it doesn't matter which request it reads first.
    await page.evaluate(() => {
      Object.assign(window, { leaving: fetch("/api/logout", { method: "PUT" }) });
    });
    await see.poll(() => cachedPaths(page)).toEqual([]);
    resume();
    await page.evaluate("late");
    // After two more requests the worker is done with the late response.
    for (let more = 0; more < 2; more += 1) await page.evaluate(async () => (await fetch("/?_data=nothing")).text());
    expect(await cachedPaths(page)).toEqual([]);
  }

  /** Another user who signs in without a sign-out gets copies of their own. */
  async function expectOtherCopies(page: Page): Promise<void> {
    const other = app.client();
    await other.signIn((await createUser(app.db, { name: "Ana Other" })).email);
    const names = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("copies of ")));
    const before = await names();
    await page.context().addCookies([...other.cookies].map(([name, value]) => ({ name, value, url: app.origin })));
    await page.goto("/learn");
    await see.poll(() => cachedPaths(page)).toContain("/offline");
    expect(await names()).not.toEqual(before);
    await page.context().setOffline(true);
    await page.goto("/dashboard");
    await see(page.locator(".user")).toContainText("Ana Other");
  }

  // A suspended account gets the first of these redirects, a break the second (access-matrix.test.ts).
  test.each([
    ["session that ended elsewhere", null, "/"],
    ["membership that ended", { access_until: "2020-01-01T00:00:00.000Z" }, "/profile"],
  ] as const)("are deleted after a redirect because of a %s", async (_what, change, to) => {
    const { id, email } = await createUser(app.db);
    const client = app.client();
    await client.signIn(email);
    const page = await open("/dashboard", client);
    if (change) await app.db.updateTable("users").set(change).where("id", "=", id).execute();
    else await app.db.deleteFrom("sessions").where("user_id", "=", id).execute();
    await page.getByRole("link", { name: "Pick History", exact: true }).click();
    await page.waitForURL(to);
    await see.poll(() => cachedPaths(page)).toEqual([]);
  });
});

describe("a page restored from the back/forward cache", () => {
  const restore = (page: Page) =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));

  /** A page of this user, marked so that a reload is detected. */
  async function openMarkedPage(email: string): Promise<Page> {
    const client = app.client();
    await client.signIn(email);
    const page = await stage.open("/profile", { scripts: true, as: client });
    await page.evaluate(() => document.body.classList.add("as-it-was-left"));
    return page;
  }

  test("stays for the same user, also after they changed their name", async () => {
    const page = await openMarkedPage((await createUser(app.db)).email);
    await field(page, "Full Name").fill("Jordan Renamed");
    await page.getByRole("button", { name: "Save Profile" }).click();
    await see(page.locator(".user")).toContainText("Jordan Renamed");
    const asked = page.waitForResponse(/_data=root/);
    await restore(page);
    await (await asked).finished();
    await see(page.locator("html:not([hidden]) body.as-it-was-left")).toHaveCount(1);
  });

  test.each([
    ["a signed-out visitor", (page: Page) => page.context().clearCookies()],
    ["an unknown user because the check hangs", (page: Page) => page.route(/_data=root/, () => new Promise(() => {}))],
  ])("is reloaded instead of shown to %s", async (_whom, change) => {
    const page = await openMarkedPage((await createUser(app.db)).email);
    await change(page);
    await restore(page);
    await see(page.locator("html:not([hidden]) body:not(.as-it-was-left)")).toHaveCount(1);
  });

  test("is not shown to another user with the same name", async () => {
    const [first, second] = [await createUser(app.db), await createUser(app.db)];
    const page = await openMarkedPage(first.email);
    const otherTab = await page.context().newPage();
    await go(otherTab, "/profile");
    await signOut(otherTab);
    await otherTab.waitForURL("/");
    await go(otherTab, "/login");
    await field(otherTab, "Email").fill(second.email);
    await field(otherTab, "Password").fill(testPassword);
    await otherTab.getByRole("button", { name: "Login" }).last().click();
    await see(otherTab.locator(".user")).toBeVisible();
    await restore(page);
    await see(page.locator("html:not([hidden]) body:not(.as-it-was-left) .user")).toBeVisible();
    expect(await page.content()).not.toContain(first.email);
    expect(await page.content()).toContain(second.email);
  });
});

test("a page warns that another tab is signed in as another user, and keeps the warning", async () => {
  const page = await stage.open("/dashboard", { scripts: true, as: member });
  await page.evaluate(() => new BroadcastChannel("reader").postMessage("Ana Other"));
  const warning = page.getByRole("alert").filter({ hasText: "Another tab is signed in as Ana Other" });
  await see(warning).toBeVisible();
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await see(page.getByRole("heading", { level: 1, name: "Learn the System" })).toBeVisible();
  await page.getByRole("link", { name: "Today's Picks", exact: true }).click();
  await see(page.getByRole("heading", { level: 1, name: "Today's Picks" })).toBeVisible();
  await see(warning).toBeVisible();
});
