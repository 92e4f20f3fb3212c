/** A form that does not reach the server, or whose answer is lost, says so, and what was typed stays. */
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { accessibilityProblems, phone, prepared, scrollsSideways } from "../../support/pages/browser.ts";
import { skip, stopClock } from "../../support/clock.ts";
import { createUser } from "../../support/database/factories.ts";
import { field, go, said, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
let staff: Client;
let owner: Client;
let member: Client;
beforeAll(async () => {
  [staff, owner, member] = await Promise.all([stage.app.signedIn("admin"), stage.app.signedIn("superadmin"), stage.app.signedIn("user")]);
});

const offline = "You are offline. Nothing was saved; try again when you are back.";
const noAnswer = "No answer came. Check whether this was saved before you send it again.";

function open(path: string, as?: Client): Promise<Page> {
  return stage.open(path, { scripts: true, as, viewport: phone, alone: true });
}

function alert(page: Page, text: string) {
  return page.getByRole("alert").filter({ hasText: text });
}

test("offline it says why, and is sent when the network is back", async () => {
  const page = await open("/profile", member);
  await prepared(page);
  await field(page, "Full Name").fill("Typed in a tunnel");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Save Profile" }).click();
  await see(alert(page, offline)).toBeVisible();
  await see(field(page, "Full Name")).toHaveValue("Typed in a tunnel");
  expect([await accessibilityProblems(page), await scrollsSideways(page)]).toEqual([[], false]);
  // What says that it was saved goes after a while.
  await stopClock(page);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Save Profile" }).click();
  await see(page.getByRole("main").getByText("Profile updated successfully!")).toBeVisible();
  await see(page.getByText(offline)).toHaveCount(0);
});

test("offline, a form for another page's address keeps its page too", async () => {
  const page = await open("/profile", member);
  await prepared(page);
  for (const label of ["Current Password", "New Password", "Confirm New Password"]) await field(page, label).fill("what was typed");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Update Password" }).click();
  await see(alert(page, offline)).toBeVisible();
  await see(field(page, "Current Password")).toHaveValue("what was typed");
});

test("one that nobody answers says so after a while, and can be sent again", async () => {
  const page = await open("/profile", member);
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

test("a pick whose answer was lost is published once, and whoever sends it again reads that it is there", async () => {
  const page = await open("/admin/picks", staff);
  await field(page, "Pick").fill("Sent through a tunnel");
  for (const [label, choice] of [["Sport", "NBA"], ["Tag", "SIM CERTIFIED"]] as const) await field(page, label).selectOption(choice);
  await field(page, "Unit size").fill("1");
  await page.route(/_data=/, (route) => route.fetch({ maxRedirects: 0 }).then(() => route.abort()), { times: 1 });
  await page.getByRole("button", { name: "Add Pick" }).click();
  await see(alert(page, "No answer came.")).toBeVisible();
  await see(field(page, "Pick")).toHaveValue("Sent through a tunnel");
  await page.getByRole("button", { name: "Add Pick" }).click();
  await see(said(page, "Pick added")).toBeVisible();
  expect(await stage.app.db.selectFrom("picks").select("id").where("pick", "=", "Sent through a tunnel").execute()).toHaveLength(1);
});

test("one that was refused before the page's data are lost keeps what was typed, and says why", async () => {
  const { email } = await createUser(stage.app.db);
  const page = await open("/admin/users", owner);
  await field(page, "Email").fill(email);
  await field(page, "Password").fill("another-horse-9");
  await page.route(/_data=/, (route) => (route.request().method() === "POST" ? route.continue() : route.abort()));
  await page.getByRole("button", { name: "Add User" }).click();
  await see(page.getByText("An account with this email already exists.").first()).toBeVisible();
  await see(field(page, "Email")).toHaveValue(email);
});

test("a sign-in that the network answers with a page of its own has failed, and the address stays", async () => {
  const page = await open("/login");
  await field(page, "Email").fill("typed@example.test");
  await field(page, "Password").fill("another-horse-9");
  await page.route(/_data=/, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><h1>Accept our terms</h1>" }));
  await page.getByRole("button", { name: "Login" }).last().click();
  await see(alert(page, "Login failed")).toBeVisible();
  await see(field(page, "Email")).toHaveValue("typed@example.test");
});

test("a page that could not be loaded says that it is the connection, and comes by itself", async () => {
  const page = await open("/settings", member);
  await prepared(page);
  await page.route(/_data=/, (route) => route.abort());
  await page.locator('#nav a[href="/learn"]').dispatchEvent("click");
  await see(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.unroute(/_data=/);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await see(page.getByRole("heading", { level: 1, name: "Learn the System" })).toBeVisible();
});
