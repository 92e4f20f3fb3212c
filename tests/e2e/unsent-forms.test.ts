/** A form that does not reach the server says so, and what was typed stays. */
import type { Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Client } from "../support/app.ts";
import { accessibilityProblems, desktop, phone, prepared, scrollsSideways } from "../support/browser.ts";
import { stopClock } from "../support/clock.ts";
import { field, go, modes, publish, see, useStage } from "../support/stage.ts";

const stage = useStage();
let staff: Client;
let owner: Client;
let member: Client;
beforeAll(async () => {
  [staff, owner, member] = await Promise.all([stage.app.signedIn("admin"), stage.app.signedIn("superadmin"), stage.app.signedIn("user")]);
});
beforeEach(() => stage.app.db.deleteFrom("picks").execute());

const offline = "You are offline. Nothing was saved; try again when you are back.";
const noAnswer = "No answer came. Check whether this was saved before you send it again.";

function open(path: string, as: Client, viewport: { width: number; height: number } = desktop): Promise<Page> {
  return stage.open(path, { scripts: true, as, viewport, alone: true });
}

const forms = [
  { name: "the profile", path: "/profile", who: () => member, label: "Full Name", button: "Save Profile", done: "Profile updated successfully!" },
  { name: "the sidebar", path: "/admin/sidebar", who: () => staff, label: "AI Notes", button: "Save", done: "Saved successfully" },
] as const;

describe.each(forms)("offline, $name", ({ path, who, label, button, done }) => {
  test.each([phone, desktop])("keeps what was typed at $width, says why, and is sent when the network is back", async (viewport) => {
    const page = await open(path, who(), viewport);
    await prepared(page);
    await page.getByLabel(label).first().fill("Typed in a tunnel");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: button }).first().click();
    await see(page.getByRole("alert").filter({ hasText: offline })).toBeVisible();
    await see(page.getByLabel(label).first()).toHaveValue("Typed in a tunnel");
    expect([await accessibilityProblems(page), await scrollsSideways(page)]).toEqual([[], false]);
    // What says that it was saved goes after a while.
    await stopClock(page);
    await page.context().setOffline(false);
    await page.getByRole("button", { name: button }).first().click();
    await see(page.getByRole("main").getByText(done)).toBeVisible();
    await see(page.getByText(offline)).toHaveCount(0);
  });
});

test("offline, a form that goes to another page's address keeps its page too", async () => {
  const page = await open("/profile", member);
  await prepared(page);
  await field(page, "Current Password").fill("what was typed");
  for (const label of ["New Password", "Confirm New Password"]) await field(page, label).fill("another-horse-9");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Update Password" }).click();
  await see(page.getByRole("alert").filter({ hasText: offline })).toBeVisible();
  await see(field(page, "Current Password")).toHaveValue("what was typed");
});

test("a pick whose save gets no answer stays as typed, with what was not touched, and saves afterwards", async () => {
  const id = await publish(staff, { pick: "Knicks +2.5", game: "Boston Celtics @ New York Knicks" });
  const page = await open(`/admin/picks/${id}`, staff);
  await field(page, "Pick").fill("Knicks +3");
  await page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await page.getByRole("button", { name: "Save" }).first().click();
  await see(page.getByRole("alert").filter({ hasText: noAnswer })).toBeVisible();
  await see(field(page, "Pick")).toHaveValue("Knicks +3");
  await see(field(page, "Game")).toHaveValue("Boston Celtics @ New York Knicks");
  await page.unroute("**/*");
  await page.getByRole("button", { name: "Save" }).first().click();
  await see(page.getByRole("main").getByText("Pick saved")).toBeVisible();
  const { pick } = await stage.app.db.selectFrom("picks").select("pick").executeTakeFirstOrThrow();
  expect(pick).toBe("Knicks +3");
});

test.each([
  ["a pro pick", "/admin/propicks", "Add Pro Pick", "Failed to save pro pick", "Network or server error while saving pro pick."],
  ["the profile", "/profile", "Save Profile", "Update failed", noAnswer],
])("%s says in its own words that no answer of ours came, and that none came", async (_what, path, button, failed, unsent) => {
  const page = await open(path, owner);
  if (path === "/admin/propicks") {
    await page.getByLabel("Sport").selectOption("NBA");
    await page.getByLabel("Tag").selectOption("Manual Edge");
    await field(page, "Unit size").fill("1");
  }
  for (const [text, answer] of [[failed, "none of ours"], [unsent, null]] as const) {
    await page.route("**/*", (route) => (route.request().method() !== "POST" ? route.continue() : answer === null ? route.abort() : route.fulfill({ status: 418, contentType: "text/html", body: answer })));
    await page.getByRole("button", { name: button }).click();
    await see(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
    await page.unroute("**/*");
  }
});

test("a dialog whose answer is lost says so and stays", async () => {
  const id = await publish(staff);
  const page = await open(`/admin/picks/${id}/delete`, staff);
  await page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await page.getByRole("button", { name: "Delete" }).first().click();
  await see(page.getByRole("alert").filter({ hasText: noAnswer })).toBeVisible();
});

test("a preview of texts that gets no answer leaves the texts", async () => {
  const page = await open("/admin/learn", staff);
  const text = page.getByRole("textbox").first();
  await text.fill("**Vig** is the fee.");
  await page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await page.getByRole("button", { name: /Preview/ }).first().click();
  await see(page.getByRole("alert").filter({ hasText: noAnswer })).toBeVisible();
  await see(text).toHaveValue("**Vig** is the fee.");
});

test("a new account whose answer is lost keeps its e-mail", async () => {
  const page = await open("/admin/users", owner);
  await field(page, "Email").fill("typed@example.test");
  await field(page, "Password").fill("another-horse-9");
  await page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await page.getByRole("button", { name: "Add User" }).click();
  await see(page.getByRole("alert").filter({ hasText: noAnswer })).toBeVisible();
  await see(field(page, "Email")).toHaveValue("typed@example.test");
});

test("a page whose data gets no answer says that it is the connection, and loads when that is back", async () => {
  const page = await open("/settings", member);
  await prepared(page);
  await page.getByRole("link", { name: "Pick History", exact: true }).click();
  await see(page.getByRole("heading", { level: 1, name: "Pick History" })).toBeVisible();
  await page.route(/_data=/, (route) => route.abort());
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await see(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
  await see(page.getByText("This is our fault")).toHaveCount(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.unroute(/_data=/);
  await page.getByRole("link", { name: "Try again" }).click();
  await see(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
});

test("without scripts the browser says it, and keeps the form for the way back", async () => {
  const page = await stage.enter({ scripts: modes[1].scripts, as: member, alone: true });
  await go(page, "/profile");
  await field(page, "Full Name").fill("Typed in a tunnel");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Save Profile" }).click();
  await see(page).toHaveURL(/chrome-error/);
  await page.context().setOffline(false);
  await page.goBack();
  await see(field(page, "Full Name")).toHaveValue("Typed in a tunnel");
});
