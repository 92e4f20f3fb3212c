/** What is left of the product when the network is gone: the worker of public/sw.js and the browser's own ways around it. */
import { createServer } from "node:http";
import type { BrowserContext, Page } from "playwright";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Client } from "../support/app.ts";
import { startApp } from "../support/app.ts";
import { accessibilityProblems, desktop, hydrated, openPage, phone, scrollsSideways } from "../support/browser.ts";
import { skip } from "../support/clock.ts";
import { testPassword, createUser } from "../support/factories.ts";
import { patienceMs } from "../support/soon.ts";
import { field, go, pathOf, publish, see, useSite } from "../support/stage.ts";

const { app, browser } = useSite();
let staff: Client;
let contexts: BrowserContext[] = [];
beforeAll(async () => {
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

/** A browser of its own, on Today's Picks, with the worker at work and the page kept. */
async function enter(client: Client, path = "/dashboard", viewport: { width: number; height: number } = desktop): Promise<Page> {
  const { page, context } = await openPage(browser(), { origin: app.origin, as: client, viewport, worker: true });
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

/** The paths of the files that are kept; they come one after the other. */
function files(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await (await caches.open("files")).keys()).map(({ url }) => new URL(url).pathname));
}

function hasOfflinePage(page: Page): Promise<boolean> {
  return page.evaluate(async () => (await caches.match("/offline")) !== undefined);
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

test("pages are asked for by the worker alone: an early request of the browser's own breaks them in others than Chromium", async () => {
  const page = await enter(await app.signedIn("user"));
  const { enabled } = await page.evaluate(async () => (await navigator.serviceWorker.ready).navigationPreload.getState());
  expect(enabled).toBe(false);
});

describe("a page that the browser brings back as it was left", () => {
  const bringBack = (page: Page) => page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));

  test("stays for whoever is signed in", async () => {
    const page = await enter(await app.signedIn("user"));
    await page.evaluate(() => document.body.classList.add("as-it-was-left"));
    await bringBack(page);
    await see(page.getByText("Knicks +2.5")).toBeVisible();
    await see(page.locator("html")).not.toHaveAttribute("hidden");
    await see(page.locator("body.as-it-was-left")).toHaveCount(1);
  });

  test.each(["nobody", "somebody else"])("is not shown to %s", async (who) => {
    const page = await enter(await app.signedIn("user"));
    await page.context().clearCookies();
    if (who === "somebody else") {
      const { email } = await createUser(app.db, { name: "Ana Other" });
      const other = app.client();
      await other.signIn(email, testPassword);
      await page.context().addCookies([...other.cookies].map(([name, value]) => ({ name, value, url: app.origin })));
    }
    await bringBack(page);
    await (who === "nobody" ? page.waitForURL("/") : see(page.locator(".user")).toContainText("Ana Other"));
  });

  test("is not shown to somebody else who has taken the same name", async () => {
    const [first, second] = [await createUser(app.db), await createUser(app.db, { name: "Ana Other" })];
    const page = await leftBy(first.email);
    const next = await signInBeside(page, second.email);
    await go(next, "/profile");
    await field(next, "Full Name").fill("Jordan Test");
    await next.getByRole("button", { name: "Save Profile" }).click();
    await see(next.getByRole("status").filter({ hasText: "Profile updated successfully!" })).toBeVisible();
    await bringBack(page);
    await see(page.locator("html:not([hidden]) body:not(.as-it-was-left) .user")).toContainText("Jordan Test");
    expect(await page.content()).not.toContain(first.email);
    expect(await page.content()).toContain(second.email);
  });

  test("is loaded anew for the same person who has signed in again", async () => {
    const { email } = await createUser(app.db);
    const page = await leftBy(email);
    await signInBeside(page, email);
    await bringBack(page);
    await see(page.locator("html:not([hidden]) body:not(.as-it-was-left) .user")).toContainText("Jordan Test");
    expect(pathOf(page)).toBe("/profile");
  });

  test("stays after a form that was sent meanwhile by whoever is signed in", async () => {
    const page = await leftBy((await createUser(app.db)).email);
    await field(page, "Full Name").fill("Jordan Renamed");
    await page.getByRole("button", { name: "Save Profile" }).click();
    await see(page.locator(".user")).toContainText("Jordan Renamed");
    const asked = page.waitForResponse(/_data=root/);
    await bringBack(page);
    await (await asked).finished();
    await see(page.locator("html")).not.toHaveAttribute("hidden");
    await see(page.locator("body.as-it-was-left")).toHaveCount(1);
  });

  /** A page of that person's, as it was left. */
  async function leftBy(email: string): Promise<Page> {
    const client = app.client();
    await client.signIn(email, testPassword);
    const { page, context } = await openPage(browser(), { origin: app.origin, as: client });
    contexts.push(context);
    await go(page, "/profile");
    await page.evaluate(() => document.body.classList.add("as-it-was-left"));
    return page;
  }

  /** In the same browser, after a sign-out. */
  async function signInBeside(left: Page, email: string): Promise<Page> {
    const page = await left.context().newPage();
    await go(page, "/logout");
    await page.getByRole("main").getByRole("button").click();
    await page.waitForURL("/");
    await go(page, "/login");
    await field(page, "Email").fill(email);
    await field(page, "Password").fill(testPassword);
    await page.getByRole("button", { name: "Login" }).click();
    await see(page.locator(".user")).toBeVisible();
    return page;
  }
});

test("a network that is there but says nothing is not waited for: the last copy is shown", async () => {
  const page = await enter(await app.signedIn("user"));
  const goOn = app.freeze();
  try {
    await page.reload({ timeout: 30_000 });
    await see(page.getByText("Knicks +2.5")).toBeVisible();
    await see(page.getByRole("status").filter({ hasText: "The network does not answer. This is your last copy, as of" })).toBeVisible();
  } finally {
    goOn();
  }
  await page.reload();
  await see(page.getByText("Knicks +2.5")).toBeVisible();
  await see(page.getByText("This is your last copy")).toHaveCount(0);
});

test("in-app navigation does not wait for a silent network, and says so until the page is loaded anew", async () => {
  const page = await enter(await app.signedIn("user"));
  const links = page.getByRole("navigation").first();
  await links.getByRole("link", { name: "Learn" }).click();
  await see.poll(() => copies(page)).toContain("/learn");
  await links.getByRole("link", { name: "Today's Picks" }).click();
  await see(page.getByText("Knicks +2.5")).toBeVisible();
  const goOn = app.freeze();
  try {
    await links.getByRole("link", { name: "Learn" }).click();
    await see(page.getByRole("heading", { level: 1 })).toContainText("Learn");
    await see(page.getByRole("status").filter({ hasText: "The network does not answer. This is your last copy, as of" })).toBeVisible();
  } finally {
    goOn();
  }
  // The late answer is not what is shown, so the line stays.
  await page.request.get(`${app.origin}/healthz`);
  await see(page.getByText("This is your last copy")).toBeVisible();
  await page.reload();
  await see(page.getByText("This is your last copy")).toHaveCount(0);
});

test("in-app navigation finds a copy without scripts too, of when the network was slow", async () => {
  const page = await enter(await app.signedIn("user"));
  const learn = page.getByRole("navigation").first().getByRole("link", { name: "Learn" });
  await learn.click();
  await see.poll(() => copies(page)).toContain("/learn");
  await page.goBack();
  await see(page.getByText("Knicks +2.5")).toBeVisible();
  await page.evaluate(async () => (await fetch("/learn", { headers: { "Save-Data": "on" } })).text());
  await see.poll(() => page.evaluate(async () => (await (await caches.match("/learn"))?.text())?.includes("modulepreload"))).toBe(false);
  const goOn = app.freeze();
  try {
    await learn.click();
    // Two silences are waited for, that of the data and that of the page.
    await see(page.getByRole("heading", { level: 1 })).toContainText("Learn", { timeout: 2 * patienceMs });
    await see(page.getByText("This is your last copy, as of")).toBeVisible();
  } finally {
    goOn();
  }
});

test("a proxy that finds no server is answered with the last copy, where there is one", async () => {
  const alone = await startApp();
  const { page, context } = await openPage(browser(), { origin: alone.origin, as: await alone.signedIn("user"), worker: true });
  contexts.push(context);
  await go(page, "/learn");
  await see.poll(() => copies(page)).toEqual(["/learn"]);
  await alone.end();
  const proxy = createServer((_request, response) => response.writeHead(502).end("The server does not answer.")).listen(Number(new URL(alone.origin).port), "127.0.0.1");
  try {
    await page.reload();
    await see(page.getByRole("heading", { level: 1, name: "Learn the System" })).toBeVisible();
    await see(page.getByRole("status").filter({ hasText: "The network does not answer. This is your last copy, as of" })).toBeVisible();
    await page.goto("/history");
    await see(page.locator("body")).toHaveText("The server does not answer.");
  } finally {
    proxy.close();
    await alone.stop();
  }
});

test("a list that no copy is kept of stays as its refresh left it", async () => {
  const page = await enter(await app.signedIn("user"));
  await page.clock.install();
  await go(page, "/propicks");
  await publish(staff, { pick: "Jets +3" }, "propicks");
  await skip(page, 30_000);
  await see(page.getByText("Jets +3")).toBeVisible();
  await page.context().setOffline(true);
  await skip(page, 30_000);
  await see(line(page)).toBeVisible();
  await see(page.getByText("Jets +3")).toBeVisible();
});

test("a page hears that an answer is no copy before it has the answer: later it could take away what a lost network says since", async () => {
  const page = await enter(await app.signedIn("user"));
  await page.clock.install();
  await go(page, "/propicks");
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("There is no worker");
  await worker.evaluate(`
    self.lookedUp = Promise.withResolvers();
    self.letPass = Promise.withResolvers();
    clients.get = async (id) => {
      lookedUp.resolve();
      await letPass.promise;
      return Clients.prototype.get.call(clients, id);
    };
  `);
  await publish(staff, { pick: "Jets +3" }, "propicks");
  await skip(page, 30_000);
  await worker.evaluate("lookedUp.promise");
  for (let more = 0; more < 5; more += 1) await page.evaluate(async () => (await fetch("/offline")).text());
  expect(await page.getByText("Jets +3").count()).toBe(0);
  await worker.evaluate("letPass.resolve()");
  await see(page.getByText("Jets +3")).toBeVisible();
});

test("a page that was opened while the worker came is kept as well", async () => {
  const { page, context } = await openPage(browser(), { origin: app.origin, as: await app.signedIn("user"), worker: true });
  contexts.push(context);
  // The part of the scripts that begins it comes after the worker has taken over.
  await page.addInitScript(() => navigator.serviceWorker.register("/sw.js").then(() => null));
  await page.goto("/learn");
  await see.poll(() => copies(page)).toEqual(["/learn"]);
});

test("a page that is fetched to be kept leaves a notice to the one that is shown", async () => {
  const page = await enter(await app.signedIn("user"));
  // What a form leaves behind while its answer is on its way, and the worker comes to the page.
  await page.evaluate(async () => {
    await fetch("/settings", { method: "POST", redirect: "manual", body: new URLSearchParams({ email_notifications: "enabled", sms_alerts: "enabled", display_mode: "dark" }) });
    await fetch("/dashboard").then((answer) => answer.blob());
  });
  await page.goto("/settings");
  await see(page.getByRole("main").getByText("Settings saved.")).toBeVisible();
});

test("in-app navigation finds the pages that were opened, at their last state", async () => {
  const page = await enter(await app.signedIn("user"));
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await see.poll(() => copies(page)).toEqual(["/dashboard", "/learn"]);
  await page.getByRole("link", { name: "My Card", exact: true }).click();
  await see.poll(() => copies(page)).toContain("/my-card");
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Today's Picks", exact: true }).click();
  await see(page.getByText("Knicks +2.5")).toBeVisible();
  await see(line(page)).toBeVisible();
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await see(page.getByRole("heading", { level: 1, name: "Learn the System" })).toBeVisible();
  await see(line(page)).toHaveCount(1);
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "My Card", exact: true }).click();
  await see(page.getByRole("heading", { level: 1, name: "My Card" })).toBeVisible();
  await see(line(page)).toHaveCount(0);
});

test("a copy follows what the scripts load: a pick that came with the refresh is in it", async () => {
  const page = await enter(await app.signedIn("user"));
  await publish(staff, { pick: "Jets +3" });
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await see(page.getByRole("heading", { level: 1, name: "Learn the System" })).toBeVisible();
  await page.getByRole("link", { name: "Today's Picks", exact: true }).click();
  await see(page.getByText("Jets +3")).toBeVisible();
  await see.poll(() => page.evaluate(async () => (await (await caches.match("/dashboard"))?.text())?.includes("Jets +3"))).toBe(true);
});

describe.each([phone, desktop])("at $width", (viewport) => {
  test("every other page stands aside for one that links those with a copy", async () => {
    const page = await enter(await app.signedIn("user"), "/my-card", viewport);
    await see.poll(() => hasOfflinePage(page)).toBe(true);
    await page.context().setOffline(true);
    await page.goto("/history");
    await see(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
    expect(await page.getByRole("main").getByRole("link").allTextContents()).toEqual(["My Card", "Try again"]);
    expect([await accessibilityProblems(page), await scrollsSideways(page)]).toEqual([[], false]);
    await page.getByRole("main").getByRole("link", { name: "My Card" }).click();
    await see(page.getByRole("heading", { level: 1, name: "My Card" })).toBeVisible();
    await see(line(page)).toBeVisible();
    expect([await accessibilityProblems(page), await scrollsSideways(page)]).toEqual([[], false]);
  });
});

test("a link to a page without a copy leads to the same page, and a filter does", async () => {
  const page = await enter(await app.signedIn("user"));
  await see.poll(() => hasOfflinePage(page)).toBe(true);
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Pick History", exact: true }).click();
  await see(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
  await page.goBack();
  await see(page.getByText("Knicks +2.5")).toBeVisible();
});

test("the page that stands in for another gives way to it once the network is back", async () => {
  const page = await enter(await app.signedIn("user"));
  await see.poll(() => hasOfflinePage(page)).toBe(true);
  await page.context().setOffline(true);
  await page.goto("/history?sport=NBA");
  await page.getByRole("link", { name: "Try again" }).click();
  await see(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await see(page.getByRole("heading", { level: 1, name: "Pick History" })).toBeVisible();
  expect(pathOf(page)).toBe("/history?sport=NBA");
});

test("pages whose network is slow get no scripts, and their copies need none", async () => {
  const page = await enter(await app.signedIn("user"));
  await page.evaluate(async () => {
    const answer = await fetch("/dashboard", { headers: { "Save-Data": "on" } });
    await answer.text();
  });
  await see.poll(() => page.evaluate(async () => (await (await caches.match("/dashboard"))?.text())?.includes("modulepreload"))).toBe(false);
  await page.context().setOffline(true);
  await page.reload();
  await see(page.getByText("Knicks +2.5")).toBeVisible();
  await see(line(page)).toBeVisible();
});

test("nothing is left after a sign-out", async () => {
  const page = await enter(await app.signedIn("user"));
  await page.getByRole("button", { name: /Test/ }).click();
  await page.getByRole("button", { name: "Logout" }).first().click();
  await see(page).toHaveURL(`${app.origin}/`);
  await see.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  await page.context().setOffline(true);
  await expect(page.goto("/dashboard")).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
});

test("a sign-out that can't reach the server deletes them all the same, and says that the session goes on", async () => {
  const page = await enter(await app.signedIn("user"));
  await page.context().setOffline(true);
  await page.getByRole("button", { name: /Test/ }).click();
  await page.getByRole("button", { name: "Logout" }).first().click();
  await see(page.getByRole("status").filter({ hasText: "You are offline and still signed in." })).toBeVisible();
  await see.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
});

test("an answer that was asked for before a sign-out and comes after it is not kept", async () => {
  const page = await enter(await app.signedIn("user"));
  const goOn = app.freeze();
  // A busy browser may hand the worker two requests in the wrong order.
  const asked = page.context().waitForEvent("request", (request) => request.serviceWorker() !== null && request.url().endsWith("/my-card"));
  await page.evaluate(() => { Object.assign(window, { late: fetch("/my-card").then((answer) => answer.text()) }); });
  await asked;
  // To the worker a sign-out. The server refuses this method: which of the two it reads first must not matter here.
  await page.evaluate(() => { Object.assign(window, { leaving: fetch("/api/logout", { method: "PUT" }) }); });
  await see.poll(() => copies(page)).toEqual([]);
  goOn();
  expect(await page.evaluate("late")).toContain("My Card");
  // Whatever the worker does with that answer, it does before it has gone twice more to the server.
  for (const path of ["/healthz", "/favicon.svg"]) await page.evaluate(async (address) => (await fetch(address, { cache: "reload" })).text(), path);
  expect(await copies(page)).toEqual([]);
});

test("the worker deletes them by itself where the browser knows no Clear-Site-Data", async () => {
  const page = await enter(await app.signedIn("user"));
  await page.context().setOffline(true);
  await page.evaluate(() => fetch("/logout", { method: "POST" }).catch(() => null));
  await see.poll(() => copies(page)).toEqual([]);
});

test.each(["/login", "/admin-login", "/login-code", "/api/login"])("the worker deletes them when somebody signs in at %s, whether an answer comes or not", async (path) => {
  const page = await enter(await app.signedIn("user"));
  await page.context().setOffline(true);
  await page.evaluate((to) => fetch(to, { method: "POST" }).catch(() => null), path);
  await see.poll(() => copies(page)).toEqual([]);
});

test("a session that ended elsewhere takes the copies with it, on whatever page it shows", async () => {
  const client = await app.signedIn("user");
  const page = await enter(client);
  await app.db.deleteFrom("sessions").execute();
  staff = await app.signedIn("admin");
  await page.goto("/history");
  await see(page).toHaveURL(`${app.origin}/`);
  await see.poll(() => copies(page)).toEqual([]);
});

test("a call of the API that is told to sign in takes them too", async () => {
  const page = await enter(await app.signedIn("user"));
  await page.context().clearCookies();
  await page.evaluate(() => fetch("/api/picks").then((answer) => answer.status));
  await see.poll(() => copies(page)).toEqual([]);
});

test("a suspended account and a membership that ended lose their copies", async () => {
  for (const change of [{ status: "Suspended" }, { access_until: "2020-01-01T00:00:00.000Z" }] as const) {
    const { id, email } = await createUser(app.db);
    const client = app.client();
    await client.signIn(email);
    const page = await enter(client);
    await app.db.updateTable("users").set(change).where("id", "=", id).execute();
    await page.getByRole("link", { name: "Learn", exact: true }).click();
    await see(page).toHaveURL("status" in change ? `${app.origin}/` : `${app.origin}/profile`);
    await see.poll(() => copies(page)).toEqual([]);
  }
});

test("another person sees nothing of the first, not even where both opened a page", async () => {
  const page = await enter(await app.signedIn("user"));
  await page.goto("/learn");
  await see.poll(() => copies(page)).toEqual(["/dashboard", "/learn"]);
  const { email } = await createUser(app.db);
  await page.goto("/login");
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(testPassword);
  await page.getByRole("button", { name: "Login" }).last().click();
  await see(page).toHaveURL(/dashboard/);
  await see.poll(() => copies(page)).toEqual(["/dashboard"]);
  await page.context().setOffline(true);
  await page.goto("/learn");
  await see(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
});

test("a copy of more than 24 hours ago is none", async () => {
  const page = await enter(await app.signedIn("user"));
  await see.poll(() => hasOfflinePage(page)).toBe(true);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const kept = await cache.match(request);
        const headers = new Headers(kept?.headers);
        headers.set("X-Kept-At", String(Date.now() - 25 * 60 * 60 * 1000));
        await cache.put(request.url, new Response(await kept?.text(), { headers }));
      }
    }
  });
  await page.context().setOffline(true);
  await expect(page.goto("/dashboard")).rejects.toThrow("ERR_FAILED");
});

test("nothing but the three pages is kept: no other page, no answer of the API, no form", async () => {
  const page = await enter(await app.signedIn("user"));
  for (const path of ["/history", "/settings", "/my-card/999/remove", "/nowhere"]) await page.goto(path);
  await page.evaluate(() => fetch("/api/picks").then((answer) => answer.text()));
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Add to My Card" }).click();
  await see(page.getByRole("button", { name: "Added to My Card" })).toBeVisible();
  // The worker keeps it once it has been shown.
  await see.poll(() => copies(page)).toEqual(["/dashboard"]);
  const scripts = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname).filter((path) => path.startsWith("/build/") && path.endsWith(".js")));
  expect(scripts.length).toBeGreaterThan(3);
  await see.poll(() => files(page)).toEqual(expect.arrayContaining(scripts));
  expect((await files(page)).filter((path) => !/^\/(build\/|icon-|favicon|manifest\.webmanifest)/.test(path))).toEqual([]);
});

test("a page that was opened at one of its picks is the same page", async () => {
  const page = await enter(await app.signedIn("user"));
  await page.goto("/learn#glossary");
  await page.goto("/dashboard?sport=NBA#pick-1");
  await see.poll(() => copies(page)).toEqual(["/dashboard", "/learn", "/dashboard?sport=NBA"]);
});

test("a new build takes the place of the old one's files", async () => {
  const page = await enter(await app.signedIn("user"));
  await see.poll(async () => (await files(page)).some((path) => path.startsWith("/build/manifest-"))).toBe(true);
  await page.evaluate(async () => {
    const cache = await caches.open("files");
    await cache.put("/build/old-ABCDEFGH.js", new Response("old"));
    const list = (await cache.keys()).find(({ url }) => url.includes("/build/manifest-"));
    if (list) await cache.delete(list);
  });
  await page.reload();
  await see.poll(() => page.evaluate(async () => (await caches.match("/build/old-ABCDEFGH.js")) === undefined)).toBe(true);
});

test("a link that only looks like a file of a new build leaves those that are kept", async () => {
  const page = await enter(await app.signedIn("user"));
  await page.reload();
  await see.poll(async () => (await files(page)).some((path) => path.startsWith("/build/manifest-"))).toBe(true);
  const kept = await files(page);
  for (const address of ["/favicon.svg?/build/manifest-", "/favicon.svg?.css"]) await go(page, address);
  await go(page, "/dashboard");
  expect(await files(page)).toEqual(expect.arrayContaining(kept));
  expect(await page.evaluate(async () => (await (await caches.open("files")).keys()).filter(({ url }) => url.includes("?")).length)).toBe(0);
});

test("a visitor gets no worker, and no script that begins one", async () => {
  const { page, context } = await openPage(browser(), { origin: app.origin, worker: true });
  contexts.push(context);
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await go(page, "/");
  await go(page, "/login");
  expect(scripts.filter((url) => /\/offline-|\/sw\.js/.test(url))).toEqual([]);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test("a page that stands in for a script is not kept in its place", async () => {
  const page = await enter(await app.signedIn("user"));
  const scriptKept = async () => (await files(page)).find((path) => path.includes("/routes/")) ?? "";
  await see.poll(scriptKept).not.toBe("");
  const script = await scriptKept();
  await page.evaluate(async (path) => (await caches.open("files")).delete(path), script);
  await page.context().route(`**${script}`, (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: "<!doctype html>Back soon" }));
  expect(await page.evaluate(async (path) => (await fetch(path, { cache: "reload" })).text(), script)).toContain("Back soon");
  await page.context().unroute(`**${script}`);
  await page.goto("/dashboard");
  await hydrated(page);
});
