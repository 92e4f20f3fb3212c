import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { accessibilityProblems, phone, hydrated, scrollsSideways } from "../../support/pages/browser.ts";
import { unfold } from "../../support/pages/folds.ts";
import { skip, stopClock } from "../../support/clock.ts";
import { createUser } from "../../support/database/factories.ts";
import { field, go, statusMessage, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
let staff: Client;
let owner: Client;
let member: Client;
beforeAll(async () => {
  [staff, owner, member] = await Promise.all([
    stage.app.signedIn("admin"),
    stage.app.signedIn("superadmin"),
    stage.app.signedIn("user"),
  ]);
});

const offline = "You're offline. Nothing was saved. Try again when you're online.";
const noAnswer = "The server didn't respond. Check if this was saved before you send it again.";

/** `alone` for a test that changes the page's clock. */
function open(path: string, as?: Client, alone = false): Promise<Page> {
  return stage.open(path, { scripts: true, as, viewport: phone, alone });
}

function alert(page: Page, text: string) {
  return page.getByRole("alert").filter({ hasText: text });
}

test("a form submitted offline shows why it failed, also with another page's action, and can be sent when the network is back", async () => {
  const page = await open("/profile", member, true);
  await hydrated(page);
  for (const label of ["Current Password", "New Password", "Confirm New Password"])
    await field(page, label).fill("what was typed");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Update Password" }).click();
  await see(alert(page, offline)).toBeVisible();
  await see(field(page, "Current Password")).toHaveValue("what was typed");
  await page.context().setOffline(false);
  await go(page, "/profile");
  await see(alert(page, offline)).toHaveCount(0);
  await field(page, "Full Name").fill("Typed in a tunnel");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Save Profile" }).click();
  await see(alert(page, offline)).toBeVisible();
  await see(field(page, "Full Name")).toHaveValue("Typed in a tunnel");
  expect([await accessibilityProblems(page), await scrollsSideways(page)]).toEqual([[], false]);
  // Otherwise the success message disappears after a while.
  await stopClock(page);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Save Profile" }).click();
  await see(page.getByRole("main").getByText("Profile updated successfully!")).toBeVisible();
  await see(page.getByText(offline)).toHaveCount(0);
});

test("a form without an answer times out with a message and can be sent again", async () => {
  const page = await open("/profile", member, true);
  await page.clock.install();
  await go(page, "/profile");
  await field(page, "Full Name").fill("Typed in a tunnel");
  await page.route(/_data=/, () => new Promise(() => {}));
  await page.getByRole("button", { name: "Save Profile" }).click();
  await see(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await skip(page, 46_000);
  await see(page.getByText(noAnswer)).toBeVisible();
  await see(page.getByRole("button", { name: "Save Profile" })).not.toHaveAttribute("aria-disabled");
  await see(field(page, "Full Name")).toHaveValue("Typed in a tunnel");
});

test("a pick whose response was lost is published once, and sending it again reports success", async () => {
  const page = await open("/admin/picks", staff);
  await unfold(page, "Add Pick");
  await field(page, "Pick").fill("Sent through a tunnel");
  for (const [label, choice] of [
    ["Sport", "NBA"],
    ["Tag", "SIM CERTIFIED"],
  ] as const)
    await field(page, label).selectOption(choice);
  await field(page, "Unit size").fill("1");
  await page.route(/_data=/, (route) => route.fetch({ maxRedirects: 0 }).then(() => route.abort()), { times: 1 });
  await page.getByRole("button", { name: "Add Pick" }).click();
  await see(alert(page, "The server didn't respond.")).toBeVisible();
  await see(field(page, "Pick")).toHaveValue("Sent through a tunnel");
  await page.getByRole("button", { name: "Add Pick" }).click();
  await see(statusMessage(page, "Added:")).toBeVisible();
  expect(
    await stage.app.db.selectFrom("picks").select("id").where("pick", "=", "Sent through a tunnel").execute(),
  ).toHaveLength(1);
});

test("a form with errors keeps its input and shows them when the page data fails to reload", async () => {
  const { email } = await createUser(stage.app.db);
  const page = await open("/admin/users", owner);
  await unfold(page, "Add User");
  await field(page, "Email").fill(email);
  await field(page, "Password").fill("another-horse-9");
  await page.route(/_data=/, (route) => (route.request().method() === "POST" ? route.continue() : route.abort()));
  await page.getByRole("button", { name: "Add User" }).click();
  await see(page.getByText("An account with this email already exists.").first()).toBeVisible();
  await see(field(page, "Email")).toHaveValue(email);
});

test("a sign-in answered by a captive portal fails and keeps the email", async () => {
  const page = await open("/login");
  await field(page, "Email").fill("typed@example.test");
  await field(page, "Password").fill("another-horse-9");
  await page.route(/_data=/, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><h1>Accept our terms</h1>" }),
  );
  await page.getByRole("button", { name: "Login" }).last().click();
  await see(alert(page, "Login failed")).toBeVisible();
  await see(field(page, "Email")).toHaveValue("typed@example.test");
});

test("a page that can't be loaded shows No connection and loads by itself when back online", async () => {
  const page = await open("/settings", member);
  await hydrated(page);
  await page.route(/_data=/, (route) => route.abort());
  await page.locator('#nav a[href="/learn"]').dispatchEvent("click");
  await see(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.unroute(/_data=/);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await see(page.getByRole("heading", { level: 1, name: "Learn the System" })).toBeVisible();
});
