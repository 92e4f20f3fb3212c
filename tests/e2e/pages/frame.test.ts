import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { hydrated, phone } from "../../support/pages/browser.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { field, go, modes, pathOf, publish, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
let member: Client;
let admin: Client;
beforeAll(async () => {
  [member, admin] = await Promise.all([stage.app.signedIn("user"), stage.app.signedIn("admin")]);
  await publish(admin, { pick: "Members only +3" });
});

describe.each(modes)("the frame $mode", ({ scripts }) => {
  test("has a drawer on a phone that opens, navigates, and closes with its button, an outside click and Escape", async () => {
    const page = await stage.open("/dashboard", { scripts, as: member, viewport: phone });
    const drawer = page.getByRole("navigation", { name: "Main" });
    const open = async () => {
      await page.getByRole("button", { name: "Menu" }).click();
      await see(drawer.getByRole("link", { name: "Pro Picks", exact: true })).toBeInViewport();
    };
    await see(drawer).toBeHidden();
    await open();
    await drawer.getByRole("button", { name: "Close" }).click();
    await see(drawer).toBeHidden();
    await open();
    await page.keyboard.press("Escape");
    await see(drawer).toBeHidden();
    await open();
    await page.mouse.click(10, 400);
    await see(drawer).toBeHidden();
    await open();
    await drawer.getByRole("link", { name: "Pick History", exact: true }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Pick History");
    await see(drawer).toBeHidden();
    await open();
    await see(drawer.getByRole("button", { name: "Logout" })).toBeVisible();
    await see(drawer.locator("[aria-current=page]")).toHaveText("Pick History");
  });

  test("signs out from the user menu, and Back then shows no member page", async () => {
    const user = await createUser(stage.app.db);
    const page = await stage.open("/login", { scripts });
    await field(page, "Email").fill(user.email);
    await field(page, "Password").fill(testPassword);
    await page.getByRole("button", { name: "Login" }).click();
    await see(page.getByText("Members only +3")).toBeVisible();
    expect(pathOf(page)).toBe("/dashboard");
    await page.getByRole("link", { name: "Pick History", exact: true }).click();
    await page.getByRole("link", { name: "Today's Picks", exact: true }).click();
    await see(page.getByText("Members only +3")).toBeVisible();
    await page.getByRole("button", { name: "Jordan Test" }).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL("/");
    for (let step = 0; step < 3; step += 1) {
      await page.goBack();
      await see(page.getByText("Members only +3")).toHaveCount(0);
      await see(page.getByRole("heading", { name: /Pick/ }).filter({ hasNotText: "Elevate" })).toHaveCount(0);
    }
    await go(page, "/dashboard");
    expect(pathOf(page)).toBe("/");
  });

  test("has a skip link as the first tab stop, with visible focus", async () => {
    const page = await stage.open("/dashboard", { scripts, as: member });
    const skip = page.getByRole("link", { name: "Skip to content" });
    await page.keyboard.press("Tab");
    await see(skip).toBeFocused();
    await see(skip).toBeInViewport();
    await see(skip).toHaveCSS("outline-style", "solid");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await see(page.getByRole("combobox", { name: "Sort by time" })).toBeFocused();
    await see(page.getByRole("combobox", { name: "Sort by time" })).toHaveCSS("outline-width", "2px");
  });
});

describe("the frame with scripts", () => {
  test("shows each role its links", async () => {
    const page = await stage.open("/dashboard", { scripts: true, as: member });
    const bar = page.getByRole("navigation", { name: "Main" });
    await see(bar.getByRole("link", { name: "Today's Picks" })).toHaveAttribute("aria-current", "page");
    await see(bar.getByRole("link", { name: "Admin" })).toHaveCount(0);
    const staffPage = await stage.open("/dashboard", { scripts: true, as: admin });
    await see(staffPage.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Admin" })).toBeVisible();
  });

  test("surrounds a not-found page for visitors and members", async () => {
    const page = await stage.enter({ scripts: true });
    const answer = await page.goto("/nothing-here");
    expect(answer?.status()).toBe(404);
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await see(page.getByRole("banner")).toHaveCSS("position", "sticky");
    await page.getByRole("link", { name: "Go to the home page" }).click();
    await see(page.getByRole("heading", { level: 1 })).toContainText("Elevate Your Betting");
    await see(page.getByRole("banner")).toHaveCSS("position", "sticky");
    const adminPage = await stage.enter({ scripts: true, as: admin });
    expect((await adminPage.goto("/admin/picks/999999"))?.status()).toBe(404);
    await see(adminPage.getByText("This pick no longer exists.")).toBeVisible();
    await see(adminPage.getByRole("banner")).toHaveCSS("position", "sticky");
    await adminPage.getByRole("link", { name: "Go to Today's Picks" }).click();
    await see(adminPage.getByText("Members only +3")).toBeVisible();
  });

  test("surrounds a 403 page for staff who lost their role, which keeps what they typed", async () => {
    const demoted = await stage.app.signedIn("admin");
    const page = await stage.open("/admin/sidebar", { scripts: true, as: demoted });
    const { id } = await stage.app.db
      .selectFrom("users")
      .select("id")
      .where("role", "=", "admin")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    await stage.app.db.updateTable("users").set({ role: "user" }).where("id", "=", id).execute();
    await field(page, "AI Notes").fill("A long note");
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: "Save" }).click();
    expect((await answer).status()).toBe(403);
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Not allowed");
    await see(page.getByText("A long note")).toBeVisible();
    await see(page.getByRole("banner")).toHaveCSS("position", "sticky");
  });

  test("a link to /logout asks for confirmation before signing out", async () => {
    const page = await stage.open("/logout", { scripts: true, as: await stage.app.signedIn("user") });
    await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await page.waitForURL("/");
    await go(page, "/dashboard");
    expect(pathOf(page)).toBe("/");
  });
});

test("a page warns when another tab signs in as another user, and offers to reload", async () => {
  const other = stage.app.client();
  const { email } = await createUser(stage.app.db, { name: "Ana Other" });
  await other.signIn(email, testPassword);
  const page = await stage.open("/settings", { scripts: true, as: member });
  await hydrated(page);
  const line = page
    .getByRole("alert")
    .filter({ hasText: "Another tab is signed in as Ana Other, so this one is too." });
  const address = page.url();
  const otherTab = await page.context().newPage();
  await otherTab.goto(address);
  await hydrated(otherTab);
  await page.context().addCookies([...other.cookies].map(([name, value]) => ({ name, value, url: address })));
  await see(line).toHaveCount(0);
  await otherTab.reload();
  await see(line).toBeVisible();
  await line.getByRole("link", { name: "Reload this page" }).click();
  await see(page.locator(".user")).toContainText("Ana Other");
  await see(line).toHaveCount(0);
  await see(otherTab.getByRole("alert")).toHaveCount(0);
});

test("a closing drawer or sheet does not jump before it is hidden", async () => {
  const page = await stage.open("/history", { scripts: true, as: member, viewport: phone });
  for (const [name, id] of [
    ["Menu", "nav"],
    ["🔍 Search", "search"],
  ] as const) {
    await page.getByRole("button", { name, exact: true }).click();
    await see(page.locator(`#${id}`)).toBeInViewport();
    const leaving = await page.locator(`#${id}`).evaluate((element) => {
      const before = element.getBoundingClientRect();
      if (element instanceof HTMLElement) element.hidePopover();
      const after = element.getBoundingClientRect();
      const gone = getComputedStyle(element).display === "none";
      return { id: element.id, jumped: !gone && (after.left < before.left || after.top < before.top) };
    });
    expect(leaving).toEqual({ id, jumped: false });
  }
});
