/** Pages of one person are never shown to another in the same browser, with a network or without. */
import type { Page } from "playwright";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { openPage } from "../../support/pages/browser.ts";
import { copies } from "../../support/database/copies.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { field, go, see, useSite } from "../../support/app/stage.ts";

const { app, browser } = useSite();
let member: Client;
beforeAll(async () => {
  member = await app.signedIn("user");
});

async function open(path: string, as: Client, worker = true): Promise<Page> {
  const { page, context } = await openPage(browser(), { origin: app.origin, as, worker });
  onTestFinished(() => context.close());
  await go(page, path);
  if (worker) await see.poll(() => copies(page)).toContain("/offline");
  return page;
}

async function signOut(page: Page): Promise<void> {
  await page.locator('form[action="/logout"]').first().evaluate((form: HTMLFormElement) => form.requestSubmit());
}

describe("copies on the device", () => {
  test("are gone after a sign-out", async () => {
    const page = await open("/dashboard", await app.signedIn("user"));
    await signOut(page);
    await page.waitForURL(`${app.origin}/`);
    await see.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
    await page.context().setOffline(true);
    await expect(page.goto("/dashboard")).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
  });

  test("are gone after a sign-out that can't reach the server, which hears of it once the network is back", async () => {
    const page = await open("/learn", await app.signedIn("user"));
    await page.context().setOffline(true);
    await signOut(page);
    await see(page.getByRole("status").filter({ hasText: "You are offline and still signed in." })).toBeVisible();
    await see.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
    await page.context().setOffline(false);
    await page.waitForURL(`${app.origin}/`);
    await page.goto("/learn");
    await see(page).toHaveURL(`${app.origin}/`);
  });

  test.each(["/logout", "/api/logout", "/login", "/admin-login", "/login-code", "/api/login"])("are gone after a post to %s, whether an answer comes or not", async (path) => {
    const page = await open("/dashboard", member);
    await page.context().setOffline(true);
    await page.evaluate((to) => fetch(to, { method: "POST" }).catch(() => null), path);
    await see.poll(() => copies(page)).toEqual([]);
  });

  test("do not come back with an answer that was asked for before a sign-out and comes after it", async () => {
    const page = await open("/dashboard", member);
    const goOn = app.freeze();
    const asked = page.context().waitForEvent("request", (request) => request.serviceWorker() !== null && request.url().includes("/my-card"));
    await page.evaluate(() => { Object.assign(window, { late: fetch("/my-card?_data=routes%2Fmy-card._index").then((answer) => answer.text()) }); });
    await asked;
    // To the worker a sign-out. The server refuses this method: which of the two it reads first must not matter here.
    await page.evaluate(() => { Object.assign(window, { leaving: fetch("/api/logout", { method: "PUT" }) }); });
    await see.poll(() => copies(page)).toEqual([]);
    goOn();
    await page.evaluate("late");
    // Whatever the worker does with that answer, it does before it has gone twice more to the server.
    for (let more = 0; more < 2; more += 1) await page.evaluate(async () => (await fetch("/?_data=nothing")).text());
    expect(await copies(page)).toEqual([]);
  });

  test.each([
    ["session that ended elsewhere", null, "/"],
    ["suspended account", { status: "Suspended" }, "/"],
    ["membership that ended", { access_until: "2020-01-01T00:00:00.000Z" }, "/profile"],
  ] as const)("go with a %s, on whatever page it shows", async (_what, change, to) => {
    const { id, email } = await createUser(app.db);
    const client = app.client();
    await client.signIn(email);
    const page = await open("/dashboard", client);
    if (change) await app.db.updateTable("users").set(change).where("id", "=", id).execute();
    else await app.db.deleteFrom("sessions").where("user_id", "=", id).execute();
    await page.getByRole("link", { name: "Pick History", exact: true }).click();
    await page.waitForURL(to);
    await see.poll(() => copies(page)).toEqual([]);
  });

  test("give way to those of whoever signs in, though no sign-out was seen", async () => {
    const page = await open("/dashboard", member);
    const other = app.client();
    await other.signIn((await createUser(app.db, { name: "Ana Other" })).email);
    const names = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("copies of ")));
    const before = await names();
    await page.context().addCookies([...other.cookies].map(([name, value]) => ({ name, value, url: app.origin })));
    await page.goto("/learn");
    await see.poll(() => copies(page)).toContain("/offline");
    expect(await names()).not.toEqual(before);
    await page.context().setOffline(true);
    await page.goto("/dashboard");
    await see(page.locator(".user")).toContainText("Ana Other");
  });
});

describe("a page that the browser brings back as it was left", () => {
  const bringBack = (page: Page) => page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));

  /** A page of that person's, as it was left. */
  async function leftBy(email: string): Promise<Page> {
    const client = app.client();
    await client.signIn(email);
    const page = await open("/profile", client, false);
    await page.evaluate(() => document.body.classList.add("as-it-was-left"));
    return page;
  }

  test("stays for whoever is signed in, and after a form of theirs", async () => {
    const page = await leftBy((await createUser(app.db)).email);
    await field(page, "Full Name").fill("Jordan Renamed");
    await page.getByRole("button", { name: "Save Profile" }).click();
    await see(page.locator(".user")).toContainText("Jordan Renamed");
    const asked = page.waitForResponse(/_data=root/);
    await bringBack(page);
    await (await asked).finished();
    await see(page.locator("html:not([hidden]) body.as-it-was-left")).toHaveCount(1);
  });

  test.each([
    ["nobody", (page: Page) => page.context().clearCookies()],
    ["a reader whom nobody names", (page: Page) => page.route(/_data=root/, () => new Promise(() => {}))],
  ])("is not shown to %s, but loaded anew", async (_whom, change) => {
    const page = await leftBy((await createUser(app.db)).email);
    await change(page);
    await bringBack(page);
    await see(page.locator("html:not([hidden]) body:not(.as-it-was-left)")).toHaveCount(1);
  });

  test("is not shown to somebody else of the same name", async () => {
    const [first, second] = [await createUser(app.db), await createUser(app.db)];
    const page = await leftBy(first.email);
    const beside = await page.context().newPage();
    await go(beside, "/profile");
    await signOut(beside);
    await beside.waitForURL("/");
    await go(beside, "/login");
    await field(beside, "Email").fill(second.email);
    await field(beside, "Password").fill(testPassword);
    await beside.getByRole("button", { name: "Login" }).last().click();
    await see(beside.locator(".user")).toBeVisible();
    await bringBack(page);
    await see(page.locator("html:not([hidden]) body:not(.as-it-was-left) .user")).toBeVisible();
    expect(await page.content()).not.toContain(first.email);
    expect(await page.content()).toContain(second.email);
  });
});

test("a page says that another tab is signed in as somebody else, and goes on saying it", async () => {
  const page = await open("/dashboard", member);
  await page.evaluate(() => new BroadcastChannel("reader").postMessage("Ana Other"));
  const warning = page.getByRole("alert").filter({ hasText: "Another tab is signed in as Ana Other" });
  await see(warning).toBeVisible();
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await see(page.getByRole("heading", { level: 1, name: "Learn the System" })).toBeVisible();
  await page.getByRole("link", { name: "Today's Picks", exact: true }).click();
  await see(page.getByRole("heading", { level: 1, name: "Today's Picks" })).toBeVisible();
  await see(warning).toBeVisible();
});
