/** A line that fails between two requests, or on which somebody else answers: nothing typed is lost, and nothing is said that is not so. */
import { createServer } from "node:http";
import type { Page, Route } from "playwright";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Client } from "../support/app.ts";
import { startApp } from "../support/app.ts";
import { openPage, phone } from "../support/browser.ts";
import { skip } from "../support/clock.ts";
import { createUser, testPassword } from "../support/factories.ts";
import { field, go, publish, said, see, useSite } from "../support/stage.ts";

const { app, browser } = useSite();
let staff: Client;
let owner: Client;
let member: Client;
beforeAll(async () => {
  [staff, owner, member] = await Promise.all([app.signedIn("admin"), app.signedIn("superadmin"), app.signedIn("user")]);
  await publish(staff, { pick: "Knicks +2.5" });
});

const portal = "<!doctype html><title>Free WiFi</title><h1>Accept our terms</h1>";

/** As a network that asks its readers to sign in answers to everything. */
function signInFirst(route: Route): Promise<void> {
  return route.fulfill({ contentType: "text/html", body: portal });
}

const faults = [
  { name: "is lost", fail: (route: Route) => route.abort() },
  { name: "is a proxy's", fail: (route: Route) => route.fulfill({ status: 502, contentType: "text/html", body: "Bad gateway" }) },
  { name: "is the network's own page", fail: signInFirst },
];

async function open(path: string, as?: Client): Promise<Page> {
  const { page, context } = await openPage(browser(), { origin: app.origin, as, viewport: phone });
  onTestFinished(() => context.close());
  await go(page, path);
  return page;
}

/** What is asked for once a form was answered fails. */
async function failAfterForm(page: Page, fail: (route: Route) => Promise<void>): Promise<void> {
  let isAnswered = false;
  await page.route(/_data=/, (route) => {
    if (isAnswered) return fail(route);
    isAnswered = route.request().method() === "POST";
    return route.continue();
  });
}

describe.each(faults)("where a page's data $name", ({ fail }) => {
  test("a form that was refused before keeps what was typed, and says why", async () => {
    const { email } = await createUser(app.db);
    const page = await open("/admin/users", owner);
    await field(page, "Email").fill(email);
    await field(page, "Password").fill("another-horse-9");
    await failAfterForm(page, fail);
    await page.getByRole("button", { name: "Add User" }).click();
    await see(page.getByText("An account with this email already exists.").first()).toBeVisible();
    await see(field(page, "Email")).toHaveValue(email);
  });
});

describe("where the network answers with a page of its own", () => {
  test("a sign-in has failed, and the address stays", async () => {
    const page = await open("/login");
    await field(page, "Email").fill("typed@example.test");
    await field(page, "Password").fill(testPassword);
    await page.route(/_data=/, signInFirst);
    await page.getByRole("button", { name: "Login" }).last().click();
    await see(page.getByRole("alert").filter({ hasText: "Login failed" })).toBeVisible();
    await see(field(page, "Email")).toHaveValue("typed@example.test");
  });

  test("a pick is not on the card", async () => {
    const page = await open("/dashboard", member);
    await page.route("**/api/**", signInFirst);
    await page.getByRole("button", { name: "Add to My Card" }).first().click();
    await see(page.getByRole("alert").filter({ hasText: "Failed to add to card" })).toBeVisible();
    await see(page.getByRole("button", { name: "Added to My Card" })).toHaveCount(0);
  });

  test("Today's Picks stay, and say from when they are", async () => {
    const page = await open("/dashboard", member);
    await page.clock.install();
    await go(page, "/dashboard");
    await page.route(/_data=|\/api\//, signInFirst);
    await skip(page, 30_000);
    await see(page.getByText("This is your last copy, as of")).toBeVisible();
    await see(page.getByText("Knicks +2.5").first()).toBeVisible();
  });

  test("the worker takes none of it for ours: a page's copy is shown, and where there is none that there is no connection", async () => {
    const alone = await startApp();
    const { page, context } = await openPage(browser(), { origin: alone.origin, as: await alone.signedIn("user"), worker: true });
    onTestFinished(() => context.close());
    await go(page, "/learn");
    await see.poll(() => page.evaluate(async () => (await caches.match("/learn")) !== undefined)).toBe(true);
    await go(page, "/settings");
    // A script that the worker does not have would be the network's own page, and the browser would go there itself.
    const kept = () => page.evaluate(async () => (await (await caches.open("files")).keys()).flatMap(({ url }) => /\/routes\/(\w+)-/.exec(url)?.[1] ?? []));
    await see.poll(async () => (await kept()).sort()).toEqual(["learn", "settings"]);
    await alone.end();
    const network = createServer((_request, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(portal)).listen(Number(new URL(alone.origin).port), "127.0.0.1");
    try {
      const links = page.locator("#nav");
      await links.locator('a[href="/learn"]').dispatchEvent("click");
      await see(page.getByRole("heading", { level: 1, name: "Learn the System" })).toBeVisible();
      await see(page.getByText("The network does not answer. This is your last copy, as of")).toBeVisible();
      await links.locator('a[href="/settings"]').dispatchEvent("click");
      await see(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
    } finally {
      network.close();
      await alone.stop();
    }
  });
});

test("a page that a proxy could not get can be tried again, as one that was lost", async () => {
  const page = await open("/settings", member);
  await page.route(/_data=/, (route) => route.fulfill({ status: 502, contentType: "text/html", body: "Bad gateway" }));
  await page.locator('#nav a[href="/learn"]').dispatchEvent("click");
  await see(page.getByText("This is our fault, not yours.")).toBeVisible();
  await page.unroute(/_data=/);
  await page.getByRole("link", { name: "Try again" }).click();
  await see(page.getByRole("heading", { level: 1, name: "Learn the System" })).toBeVisible();
});

test("a pick whose answer was lost is published once, and whoever sends it again reads that it is there", async () => {
  const page = await open("/admin/picks", staff);
  await field(page, "Pick").fill("Sent through a tunnel");
  for (const [label, choice] of [["Sport", "NBA"], ["Tag", "SIM CERTIFIED"]] as const) await field(page, label).selectOption(choice);
  await field(page, "Unit size").fill("1");
  await page.route(/_data=/, async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  }, { times: 1 });
  await page.getByRole("button", { name: "Add Pick" }).click();
  await see(page.getByRole("alert").filter({ hasText: "No answer came." })).toBeVisible();
  await page.getByRole("button", { name: "Add Pick" }).click();
  await see(said(page, "Pick added")).toBeVisible();
  expect(await app.db.selectFrom("picks").select("id").where("pick", "=", "Sent through a tunnel").execute()).toHaveLength(1);
});

test("a form that nobody answers says so after a while, and can be sent again", async () => {
  const page = await open("/profile", member);
  await page.clock.install();
  await go(page, "/profile");
  await field(page, "Full Name").fill("Typed in a tunnel");
  await page.route(/_data=/, () => new Promise(() => {}));
  await page.getByRole("button", { name: "Save Profile" }).click();
  await see(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await skip(page, 46_000);
  await see(page.getByText("No answer came. Check whether this was saved before you send it again.")).toBeVisible();
  await see(page.getByRole("button", { name: "Save Profile" })).not.toHaveAttribute("aria-disabled");
  await see(field(page, "Full Name")).toHaveValue("Typed in a tunnel");
});
